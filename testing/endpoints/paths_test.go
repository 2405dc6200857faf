package endpoints_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plotline/internal/fault"
)

// at sends the target unchanged. Go's client would normalise it.
func (s *server) at(t *testing.T, token, method, target string) reply {
	t.Helper()
	return s.raw(t, method, fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n", method, target, s.host, token))
}

// TestUnusualPaths checks that unusual paths are not normalised to other resources.
func TestUnusualPaths(t *testing.T) {
	t.Parallel()
	s := shared(t)
	r := s.newFixture(t)
	before := r.contents(t)
	for target, status := range map[string]int{
		"/api":                                             404,
		"/api/v1":                                          404,
		"/api/v1/":                                         404,
		"//api/v1/episodes":                                404,
		"/api//v1/episodes":                                404,
		"/api/v1//episodes":                                404,
		"/api/v1/episodes/":                                404,
		"/api/v1/episodes//":                               404,
		"/api/v1/episodes/" + r.a + "/":                    404,
		"/API/V1/EPISODES":                                 404,
		"/api/v1/Episodes":                                 404,
		"/api/v1/episodes;x=1":                             404,
		"/api/v1/episodes/" + r.a + ";x":                   400,
		"/api/v1/../v1/episodes":                           404,
		"/api/v1/./episodes":                               404,
		"/api/v1/episodes/..":                              400,
		"/api/v1/episodes/..%2f..":                         400,
		"/api/v1/episodes/%2e%2e%2f%2e%2e":                 400,
		"/api/v1/episodes/..%5c..":                         400,
		"/api/v1/episodes/..%252f..":                       400,
		"/api/v1/episodes/%00":                             400,
		"/api/v1/episodes/" + r.a + "%00":                  400,
		"/api/v1/episodes/%ff":                             400,
		"/api/v1/episodes/%0d%0aX-Evil:%201":               400,
		"/api/v1/episodes/%20" + r.a:                       400,
		"/api/v1/episodes/{episode_id}":                    400,
		"/api/v1/episodes/:episode_id":                     400,
		"/api/v1/episodes/*":                               400,
		"/api/v1/episodes/batch":                           405,
		"/api/v1/relationships/batch":                      405,
		"/api/v1/episodes%2f" + r.a:                        404,
		"/%61pi/v1/episodes/x":                             404,
		"/api/v1/episodes/" + strings.Repeat("a", 100_000): 400,
		"/" + strings.Repeat("a/", 30_000):                 404,
		"/api/v1/episodes/" + r.a + "/nothing":             404,
		"/api/v2/episodes":                                 404,
		"/api/docs/../../../etc/passwd":                    404,
		"/api/docs/..%2f..%2f..%2fetc%2fpasswd":            404,

		"/api/updatePlan":                    405,
		"/api/getPendingPlans":               405,
		"/api/updatePlan/":                   404,
		"/api/v1/updatePlan":                 404,
		"/api/v1/plans/renames":              405,
		"/api/v1/plans/recognitions/propose": 405,
		"/api/v1/plans/..":                   404,
		"/api/v1/plans/..%2f..%2ftokens":     404,
		"/api/v1/plans/%00":                  404,
		"/api/v1/plans/" + r.a + "/apply":    405,
		"/assets/../index.html":              404,
		"/assets/..%2findex.html":            404,

		"/mcp/x":                        404,
		"/metrics/":                     404,
		"/debug/pprof/":                 404,
		"/.git/config":                  404,
		"/api/v1/relationships/exists/": 405,
		"/api/v1/episodes/" + strings.ToUpper(r.a) + "/related": 200,
	} {
		for _, method := range []string{http.MethodGet, http.MethodDelete} {
			got := s.at(t, r.admin, method, target)
			switch {
			case status == 200 && method == http.MethodGet:
				got.ok(t)
			case got.status < 400 || (method == http.MethodGet && got.status != status):
				t.Errorf("%s %.100s: %d %.300s, want %d", method, target, got.status, got.body, status)
			case !strings.HasPrefix(target, "/api/docs/"):
				_ = got.problem(t)
			}
			if got.header.Get("X-Evil") != "" || strings.Contains(string(got.body), "root:") {
				t.Errorf("%s %s: %v %s", method, target, got.header, got.body)
			}
		}
	}
	r.checkUnchanged(t, before)
}

// TestEscapedID checks that an id may be escaped like any text in an address.
func TestEscapedID(t *testing.T) {
	t.Parallel()
	s := shared(t)
	r := s.newFixture(t)
	for _, id := range []string{r.a, strings.ToUpper(r.a), strings.ReplaceAll(r.a, "-", "%2d"), "%30" + r.a[1:]} {
		if got := s.at(t, r.admin, http.MethodGet, "/api/v1/episodes/"+id); got.status != http.StatusOK {
			t.Errorf("%s: %d %s", id, got.status, got.body)
		}
	}
}

// TestUnknownMethods checks that an unknown method gets 405 with the allowed ones, and that nothing overrides
// the method.
func TestUnknownMethods(t *testing.T) {
	t.Parallel()
	s := shared(t)
	r := s.newFixture(t)
	before := r.contents(t)
	for target, allow := range map[string]string{
		"/api/v1/episodes": "GET POST HEAD", "/api/v1/episodes/" + r.a: "GET HEAD PATCH DELETE", "/api/v1/episodes/batch": "POST",
		"/api/v1/relationships/" + r.ab: "PATCH DELETE", "/api/v1/graph": "GET HEAD POST", "/mcp": "GET POST DELETE",
		"/livez": "GET", "/metrics": "GET", "/api/openapi.json": "GET",
		"/api/v1/projects": "GET POST HEAD", "/api/v1/projects/p/order": "POST", "/api/v1/projects/p/scenes/s": "GET HEAD DELETE",
	} {
		for _, method := range []string{"PUT", "TRACE", "get", "Delete", "PROPFIND", "LINK", "X", "DELETEX", "QUERY"} {
			got := s.at(t, r.admin, method, target)
			got.refused(t, http.StatusMethodNotAllowed, fault.InvalidArgument, "does not support")
			for each := range strings.FieldsSeq(allow) {
				if !strings.Contains(got.header.Get("Allow"), each) {
					t.Errorf("%s %s: Allow is %q", method, target, got.header.Get("Allow"))
				}
			}
		}
	}
	if got := s.at(t, r.admin, http.MethodConnect, "example.org:443"); got.status < 400 {
		t.Errorf("CONNECT: %d %s", got.status, got.body)
	}
	if got := s.at(t, r.admin, http.MethodOptions, "*"); got.status >= 500 {
		t.Errorf("OPTIONS *: %d %s", got.status, got.body)
	}
	for _, header := range []string{"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"} {
		s.send(t, r.admin, http.MethodGet, "/api/v1/episodes/"+r.a, "", header, "DELETE").ok(t)
	}
	s.send(t, r.admin, http.MethodGet, "/api/v1/episodes/"+r.a+"?_method=DELETE", "").
		refused(t, http.StatusBadRequest, fault.InvalidArgument, "_method")
	// No header replaces the path or the address.
	s.send(t, r.admin, http.MethodGet, "/nowhere", "", "X-Original-URL", "/api/v1/episodes", "X-Rewrite-URL", "/api/v1/episodes").
		refused(t, http.StatusNotFound, fault.NotFound, "there is no route /nowhere")
	r.checkUnchanged(t, before)
}
