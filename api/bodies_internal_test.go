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
	g := newAdmission(Config{Limits: Limits{Bodies: size, Body: size}.withDefaults(), Metrics: NewMetrics("x")})
	full := func() bool {
		free := g.bodies.TryTake(1, "another")
		if free {
			g.bodies.Give(1, "another")
		}
		return !free
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(strings.Repeat("x", size)))
	c := echo.New().NewContext(r, httptest.NewRecorder())
	err := g.buffered(func(c echo.Context) error {
		body, is := c.Request().Body.(*Body)
		if !is || len(body.Bytes()) != size || !full() {
			t.Error("the memory of the body is not held")
		}
		for range 2 {
			usecase.Release(c.Request().Context())
			if body.Bytes() != nil || body.Len() != 0 || full() {
				t.Error("the body or its memory is held after the release")
			}
		}
		return nil
	})(c)
	if err != nil || full() {
		t.Errorf("memory is held at the end, or %v", err)
	}
}
