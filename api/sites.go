package api

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"plotline/graph/fault"
)

// origins refuses what the page of another site asks for, whatever the method. The browser would keep
// most answers from that page, but neither the effect of a request nor what can be seen of an answer
// from outside: the size of a picture tells how large a graph is.
func (g *gate) origins(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if g.foreign(r) {
			g.refused(refusedSite)
			return fault.Newf(fault.PermissionDenied,
				"pages of %s may not call this server; allow them by --cors-origin", callerOf(r))
		}
		return next(c)
	}
}

// foreign tells whether a page of another site asks. Clients that are no browsers send none of the
// headers that are looked at.
func (g *gate) foreign(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	if isSafe(r.Method) {
		if r.Header.Get(echo.HeaderOrigin) == "" && opensPage(r) {
			return false
		}
		if r.Header.Get(echo.HeaderOrigin) != "" || (site != "" && site != "same-origin" && site != "none") {
			asked := *r // the standard library lets safe methods pass unseen
			asked.Method = http.MethodPost
			r = &asked
		}
	}
	return g.cross.Check(r) != nil
}

func isSafe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// opensPage tells whether a browser opens one of the pages in a window of its own, as when somebody
// follows a link. The pages hold no data, and let nobody frame them.
func opensPage(r *http.Request) bool {
	return r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" && isPage(r.URL.Path)
}

// isPage tells whether an address is a page for people, and not data.
func isPage(path string) bool {
	return slices.ContainsFunc(pagePaths(), func(pattern string) bool { return fits(pattern, path) }) ||
		path == docsPath || path == docsPath+"/"
}

// callerOf names the page that asks, as far as its browser does.
func callerOf(r *http.Request) string {
	if origin := r.Header.Get(echo.HeaderOrigin); origin != "" {
		const most = 200
		return origin[:min(len(origin), most)]
	}
	return "another site"
}
