package live

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/zishang520/socket.io/v3/pkg/types"
)

// TestConcurrentHeaders checks that a closing connection may abort a request while another goroutine
// writes its response.
func TestConcurrentHeaders(t *testing.T) {
	t.Parallel()
	for range 200 {
		recorder := httptest.NewRecorder()
		r := newResponse(recorder, nil)
		close(r.done) // nothing to wait for
		ctx := types.NewHttpContext(r, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil))
		ctx.ResponseHeaders().Set("Cache-Control", "no-store")
		var both sync.WaitGroup
		both.Go(func() {
			for range 50 {
				ctx.ResponseHeaders().With(map[string][]string{"Content-Type": {"text/html"}})
			}
		})
		both.Go(func() {
			if _, err := ctx.Write([]byte("ok")); err != nil {
				t.Error(err)
			}
		})
		both.Wait()
		if got := recorder.Header().Get("Cache-Control"); got != "no-store" {
			t.Fatalf("Cache-Control is %q", got)
		}
	}
}
