package endpoints_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"plotline/internal/fault"
)

// statusOf is the HTTP status of each code, unless HTTP itself has a more specific one.
var statusOf = map[fault.Code]int{
	fault.InvalidArgument: 400, fault.Unauthenticated: 401, fault.PermissionDenied: 403, fault.NotFound: 404,
	fault.AlreadyExists: 409, fault.Cycle: 409, fault.Conflict: 409, fault.TooLarge: 413, fault.RateLimited: 429,
	fault.Cancelled: 499, fault.Internal: 500, fault.Unavailable: 503, fault.Timeout: 504,
}

// ownTitle returns an error's own title, or "" if it has the title of its code. Such a title is the details,
// for get-episodes, or a fixed text of scenes.
func ownTitle(title string, err *fault.Error) string {
	own := err.Code == fault.Unavailable && slices.Contains([]string{"Language model unavailable", "No usable scene", "Project file is damaged"}, title)
	if own || title == err.Details {
		return title
	}
	return ""
}

// problem decodes an error in the format of RFC 9457. All members must be present and consistent.
func (r reply) problem(t *testing.T) *fault.Error {
	t.Helper()
	if kind := r.header.Get("Content-Type"); kind != "application/problem+json" {
		t.Fatalf("%d %s: %.500s, want a problem", r.status, kind, r.body)
	}
	members := object(t, r.body)
	text := func(name string) string {
		value, is := members[name].(string)
		if !is {
			t.Errorf("%s is %v in %s", name, members[name], r.body)
		}
		delete(members, name)
		return value
	}
	err := &fault.Error{Code: fault.Code(text("code")), Details: text("detail"), Extra: members}
	if kind := text("type"); kind != "urn:plotline:problem:"+string(err.Code) || statusOf[err.Code] == 0 {
		t.Errorf("the type is %s, the code %s", kind, err.Code)
	}
	title := text("title")
	if err.Heading = ownTitle(title, err); title != err.Title() {
		t.Errorf("the title is %q, want %q", title, err.Title())
	}
	if id := text("request_id"); id == "" || id != r.header.Get("X-Request-Id") {
		t.Errorf("request_id %q, X-Request-Id %q", id, r.header.Get("X-Request-Id"))
	}
	if members["status"] != json.Number(strconv.Itoa(r.status)) {
		t.Errorf("status %v in the body of a %d", members["status"], r.status)
	}
	delete(members, "status")
	r.checkProblemHeader(t, err.Code)
	return err
}

func (r reply) checkProblemHeader(t *testing.T, code fault.Code) {
	t.Helper()
	if r.header.Get("Cache-Control") != "no-store" || r.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("the header of a problem is %v", r.header)
	}
	if asks := r.header.Get("WWW-Authenticate"); (asks != "") != (code == fault.Unauthenticated) {
		t.Errorf("WWW-Authenticate is %q for %s", asks, code)
	}
	if later := r.header.Get("Retry-After"); (later != "") != (code == fault.RateLimited || code == fault.Unavailable) {
		t.Errorf("Retry-After is %q for %s", later, code)
	}
	if allow := r.header.Get("Allow"); (allow != "") != (r.status == http.StatusMethodNotAllowed) {
		t.Errorf("Allow is %q for %d", allow, r.status)
	}
}

// refused expects an error with this status, code and text in its details.
func (r reply) refused(t *testing.T, status int, code fault.Code, details string) {
	t.Helper()
	if r.status != status {
		t.Errorf("got %d %.500s, want %d", r.status, r.body, status)
		return
	}
	if err := r.problem(t); err.Code != code || !strings.Contains(err.Details, details) {
		t.Errorf("got %s: %s, want %s with %q", err.Code, err.Details, code, details)
	}
}

// ok expects success and returns the JSON.
func (r reply) ok(t *testing.T) map[string]any {
	t.Helper()
	if r.status != http.StatusOK && r.status != http.StatusCreated {
		t.Fatalf("got %d %.500s", r.status, r.body)
	}
	return object(t, r.body)
}

// create creates an episode and returns its id.
func (s *server) create(t *testing.T, token, query string) string {
	t.Helper()
	made := s.send(t, token, http.MethodPost, "/api/v1/episodes", fmt.Sprintf(`{"query":%q,"reward":0}`, query))
	id, _ := made.ok(t)["episode_id"].(string)
	return id
}

// expectEpisodes expects a number of episodes: a rejected call must have no effect.
func (s *server) expectEpisodes(t *testing.T, token string, want int) {
	t.Helper()
	got := s.send(t, token, http.MethodGet, "/api/v1/episodes?limit=1", "").ok(t)["total_count"]
	if got != json.Number(strconv.Itoa(want)) {
		t.Errorf("there are %v episodes, want %d", got, want)
	}
}
