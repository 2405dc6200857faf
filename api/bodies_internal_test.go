package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"plotline/internal/usecase"
)

// TestReleasedBody checks that a use case can release the memory of the request body early, and only once.
func TestReleasedBody(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	g := newAdmission(Config{Limits: Limits{}.withDefaults(), Metrics: NewMetrics("x")})
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(strings.Repeat("x", size)))
	c := echo.New().NewContext(r, httptest.NewRecorder())
	err := g.buffered(func(c echo.Context) error {
		body, is := c.Request().Body.(*Body)
		if !is || len(body.Bytes()) != size || g.bodies.Held() != size {
			t.Errorf("%d bytes are held", g.bodies.Held())
		}
		for range 2 {
			usecase.Release(c.Request().Context())
			if body.Bytes() != nil || body.Len() != 0 || g.bodies.Held() != 0 {
				t.Errorf("%d bytes are held after the release", g.bodies.Held())
			}
		}
		return nil
	})(c)
	if err != nil || g.bodies.Held() != 0 {
		t.Errorf("%d bytes are held at the end, %v", g.bodies.Held(), err)
	}
}
