package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plotline/api"
	"plotline/internal/input"
)

// TestDeepMetadata checks that accepted metadata can be read back, also within a list. Metadata nested too
// deeply must be rejected before it is stored.
func TestDeepMetadata(t *testing.T) {
	t.Parallel()
	h := api.New(config(t)).Handler()
	deep := func(levels int) string {
		return `"metadata":{"a":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + `}`
	}
	wants := func(status int, w *httptest.ResponseRecorder) *httptest.ResponseRecorder {
		t.Helper()
		if w.Code != status {
			t.Fatalf("%d, want %d: %.300s", w.Code, status, w.Body)
		}
		return w
	}
	ids := make([]string, 2)
	for i := range ids {
		w := wants(http.StatusCreated, ask(t, h, http.MethodPost, "/api/v1/episodes", `{"query":"q","reward":0,`+deep(input.MaxDepth)+`}`))
		ids[i] = strings.TrimPrefix(w.Header().Get("Location"), "/api/v1/episodes/")
	}
	relate := func(levels int) *httptest.ResponseRecorder {
		return ask(t, h, http.MethodPost, "/api/v1/relationships",
			`{"from_episode_id":"`+ids[0]+`","to_episode_id":"`+ids[1]+`","relationship_type":"causes",`+deep(levels)+`}`)
	}
	for _, tooDeep := range []int{input.MaxDepth + 1, 9_999} {
		w := wants(http.StatusBadRequest, relate(tooDeep))
		if p := problemOf(t, w); !strings.Contains(p.Detail, "metadata must have at most 1000 levels") {
			t.Errorf("%+v", p)
		}
	}
	wants(http.StatusCreated, relate(input.MaxDepth))
	wants(http.StatusOK, ask(t, h, http.MethodGet, "/api/v1/episodes/"+ids[0], ""))
	wants(http.StatusOK, ask(t, h, http.MethodGet, "/api/v1/episodes/"+ids[0]+"/relationships", ""))
}
