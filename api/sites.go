package api

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"plotline/internal/fault"
)

// origins rejects requests by pages of other sites, for every method. Browsers hide most responses from such
// a page, but they still send the request. The page can also observe side effects, such as the size of an
// image that shows how large a graph is.
func (g *admission) origins(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if g.foreign(r) {
			g.refused(refusedSite)
			return fault.Newf(fault.PermissionDenied,
				"pages of %s may not call this server; to allow them, use --cors-origin", callerOf(r))
		}
		return next(c)
	}
}

// foreign reports whether a page of another site sends the request. Clients other than browsers do not send
// the headers that it checks.
func (g *admission) foreign(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	if isSafe(r.Method) {
		if r.Header.Get(echo.HeaderOrigin) == "" && opensPage(r) {
			return false
		}
		if r.Header.Get(echo.HeaderOrigin) != "" || (site != "" && site != "same-origin" && site != "none") {
			asked := *r // CrossOriginProtection does not check safe methods
			asked.Method = http.MethodPost
			r = &asked
		}
	}
	return g.cross.Check(r) != nil
}

// byOwnPage reports whether a page of this server may have sent a request. The pages of --cors-origin are others. Over
// plain HTTP from another machine, browsers leave out Sec-Fetch-Site, so a client that is no browser passes too.
func byOwnPage(r *http.Request) bool {
	site, origin := r.Header.Values("Sec-Fetch-Site"), r.Header.Values(echo.HeaderOrigin)
	if len(site) > 0 {
		return len(site) == 1 && site[0] == "same-origin"
	}
	if len(origin) == 0 {
		return true
	}
	page, err := url.Parse(origin[0])
	return err == nil && len(origin) == 1 && page.Host != "" && page.Host == r.Host
}

// ofBrowser reports whether a page of this server sends a request. Only the audit log uses it, because a client may claim
// to be a browser. Every browser names itself "Mozilla", and sends no Sec-Fetch-Site over HTTP to another machine.
func ofBrowser(r *http.Request) bool {
	return byOwnPage(r) && strings.HasPrefix(r.UserAgent(), "Mozilla/")
}

func isSafe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// opensPage reports whether a browser opens a page as a top-level document, for example from a link. The
// pages contain no data and may not be framed.
func opensPage(r *http.Request) bool {
	return r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" && isPage(r.URL.Path)
}

// isPage reports whether a path is a page rather than data.
func isPage(path string) bool {
	return slices.ContainsFunc(pagePaths(), func(pattern string) bool { return fits(pattern, path) }) ||
		path == docsPath || path == docsPath+"/"
}

// callerOf returns the origin of the calling page, if the browser sends it.
func callerOf(r *http.Request) string {
	if origin := r.Header.Get(echo.HeaderOrigin); origin != "" {
		const most = 200
		return origin[:min(len(origin), most)]
	}
	return "another site"
}
