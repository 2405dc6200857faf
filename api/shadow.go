package api

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// unshadowed stops a route with arguments from matching the fixed path of another route. Without it, PATCH
// /episodes/batch would change an episode called batch instead of answering 405.
func (r route) unshadowed(routes []route) echo.MiddlewareFunc {
	shadowed := map[string]string{} // path to its allowed methods
	for _, fixed := range routes {
		if len(fixed.inPath) == 0 && r.covers(fixed.path) {
			shadowed[fixed.address()] = strings.Join(methodsOf(routes, fixed.path), ", ")
		}
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if allow, is := shadowed[c.Request().URL.Path]; is {
				c.Response().Header().Set(echo.HeaderAllow, allow)
				c.Set(echo.ContextKeyHeaderAllow, allow)
				return echo.ErrMethodNotAllowed
			}
			return next(c)
		}
	}
}

func methodsOf(routes []route, path string) []string {
	var methods []string
	for _, r := range routes {
		if r.path == path {
			methods = append(methods, r.method)
		}
	}
	return methods
}

// covers reports whether a route with arguments matches the other path.
func (r route) covers(path string) bool {
	own, other := strings.Split(r.path, "/"), strings.Split(path, "/")
	return len(r.inPath) > 0 && slices.EqualFunc(own, other, func(a, b string) bool {
		return a == b || strings.HasPrefix(a, "{")
	})
}
