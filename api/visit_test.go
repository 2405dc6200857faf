package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"plotline/api"
	"plotline/internal/access"
)

// ofBakery chooses the workspace bakery.
const ofBakery = "Plotline-Workspace: bakery"

// withStore lets the pages of a server without tokens choose among workspaces of its store.
func withStore(cfg api.Config) api.Config {
	cfg.Workspaces = func(context.Context) ([]string, error) { return []string{"bakery", "test"}, nil }
	cfg.About = func(_ context.Context, workspace string) api.About {
		return api.About{Store: "embedded", Plans: true, Projects: true, Recorded: true, Command: "/bin/plotline --workspace " + workspace}
	}
	return cfg
}

// TestOpenServerVisits checks that pages of a server without tokens choose among the workspaces of its store, and only
// pages of this server.
func TestOpenServerVisits(t *testing.T) {
	t.Parallel()
	cfg := withStore(config(t))
	cfg.Origins = []string{"https://allowed.example"}
	h := api.New(cfg).Handler()
	if got := ask(t, h, http.MethodPost, "/api/v1/episodes", `{"query":"q","reward":0}`, ofBakery); got.Code != http.StatusCreated {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	if got := ask(t, h, http.MethodGet, "/api/v1/workspaces", ""); got.Body.String() != `{"workspaces":[{"name":"bakery","episodes":1},{"name":"test","episodes":0}]}` {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	for _, tt := range []struct {
		method, target string
		headers        []string
		want           int
	}{
		{http.MethodGet, "/api/v1/episodes", []string{ofBakery}, http.StatusOK},
		{http.MethodGet, "/api/v1/episodes", []string{"Plotline-Workspace: nowhere"}, http.StatusForbidden},
		{http.MethodGet, "/api/v1/episodes", []string{"Plotline-Workspace: auto"}, http.StatusForbidden},
		{http.MethodGet, "/api/v1/episodes", []string{ofBakery, "Host: evil.example"}, http.StatusForbidden},
		{http.MethodGet, "/api/v1/episodes", []string{ofBakery, "Origin: https://evil.example"}, http.StatusForbidden},
		{http.MethodGet, "/api/v1/episodes", []string{ofBakery, "Origin: https://allowed.example"}, http.StatusForbidden},
		{http.MethodGet, "/api/v1/episodes", []string{ofBakery, "Sec-Fetch-Site: cross-site"}, http.StatusForbidden},
		{http.MethodGet, "/api/v1/about", []string{ofBakery, "Origin: https://evil.example"}, http.StatusForbidden},
	} {
		if got := ask(t, h, tt.method, tt.target, "", tt.headers...); got.Code != tt.want {
			t.Errorf("%s %v: %d %s, want %d", tt.target, tt.headers, got.Code, got.Body, tt.want)
		}
	}
}

// TestVisitorsDecideNothing checks that plans, media folders and questions stay with the server's own workspace, and
// that --read-only holds.
func TestVisitorsDecideNothing(t *testing.T) {
	t.Parallel()
	cfg := withStore(config(t))
	h := api.New(cfg).Handler()
	for _, target := range []string{"/api/v1/plans", "/api/v1/plans/decided", "/api/v1/media/episodes?mediaFolderPath=/tmp"} {
		got := ask(t, h, http.MethodGet, target, "", ofBakery)
		if got.Code != http.StatusForbidden || !strings.Contains(problemOf(t, got).Detail, "start one with --workspace bakery") {
			t.Errorf("%s: %d %s", target, got.Code, got.Body)
		}
	}
	for _, target := range []string{"/api/getPendingPlans", "/api/updatePlan"} {
		if got := ask(t, h, http.MethodPost, target, `{}`, ofBakery); got.Code != http.StatusForbidden {
			t.Errorf("%s: %d %s", target, got.Code, got.Body)
		}
	}
	if got := ask(t, h, http.MethodGet, "/api/v1/plans", ""); got.Code != http.StatusOK {
		t.Errorf("the own plans: %d %s", got.Code, got.Body)
	}
	got := ask(t, h, http.MethodGet, "/api/v1/projects", "", ofBakery)
	if role := got.Header().Get("Plotline-Role"); got.Code != http.StatusOK || role != string(access.Writer) {
		t.Errorf("projects: %d, as %s", got.Code, role)
	}

	s := serveSockets(t, withStore(config(t)))
	if answer := s.enter(s.open(), "", "bakery"); !strings.HasPrefix(answer, `40{"sid"`) {
		t.Error(answer)
	}
	if answer := s.enter(s.open(), "", "nowhere"); !strings.Contains(answer, "permission_denied") {
		t.Error(answer)
	}
	s.enter(s.open(), "", "test")
	if s.events.CanAsk("bakery") || !s.events.CanAsk("test") {
		t.Error("a page of another workspace is asked, or one of the own is not")
	}

	cfg.ReadOnly = true
	if got := ask(t, api.New(cfg).Handler(), http.MethodPost, "/api/v1/episodes", `{"query":"q","reward":0}`, ofBakery); got.Code != http.StatusForbidden {
		t.Errorf("a write to a read-only server: %d %s", got.Code, got.Body)
	}
}

// TestAbout checks what the pages learn of the server: in its own workspace, in another one, and with tokens, whose
// holders must not learn where files are.
func TestAbout(t *testing.T) {
	t.Parallel()
	closed, _, secrets := withSeveral(t, config(t))
	closed.About = withStore(closed).About
	for _, tt := range []struct {
		name    string
		cfg     api.Config
		headers []string
		want    api.About
	}{
		{"own", withStore(config(t)), nil, api.About{Workspace: "test", Store: "embedded", Plans: true, Projects: true, Recorded: true, Command: "/bin/plotline --workspace test"}},
		{"other", withStore(config(t)), []string{ofBakery}, api.About{Workspace: "bakery", Store: "embedded", Projects: true, Recorded: true, Command: "/bin/plotline --workspace bakery"}},
		{"token", closed, []string{"Authorization: Bearer " + secrets[access.Reader], ofTeam}, api.About{Workspace: "team", Store: "embedded", Plans: true, Projects: true}},
		{"admin", closed, []string{"Authorization: Bearer " + secrets[access.Admin], ofTeam}, api.About{Workspace: "team", Store: "embedded", Plans: true, Projects: true, Recorded: true}},
		{"unknown", config(t), nil, api.About{Workspace: "test"}},
	} {
		got := ask(t, api.New(tt.cfg).Handler(), http.MethodGet, "/api/v1/about", "", tt.headers...)
		var about api.About
		if err := json.Unmarshal(got.Body.Bytes(), &about); err != nil || about != tt.want {
			t.Errorf("%s: %d %s, want %+v", tt.name, got.Code, got.Body, tt.want)
		}
	}
	if got := ask(t, api.New(closed).Handler(), http.MethodGet, "/api/v1/about", ""); got.Code != http.StatusUnauthorized {
		t.Errorf("without a token: %d %s", got.Code, got.Body)
	}
}

// TestPageOpensNewestWorkspace checks where an address without a workspace leads.
func TestPageOpensNewestWorkspace(t *testing.T) {
	t.Parallel()
	cfg := withStore(config(t))
	cfg.Pages = fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}, "preview.html": {Data: []byte(previewDocument)}}
	h := api.New(cfg).Handler()
	for target, want := range map[string]string{
		"/": "/?workspace=bakery", "/?q=a+b": "/?q=a+b&workspace=bakery", "/?workspace=test": "", "/plans": "", "/projects": "",
		"/episodes/5": "/?episode=5", "/episodes/5?workspace=team": "/?episode=5&workspace=team",
	} {
		got := ask(t, h, http.MethodGet, target, "", "Accept: text/html")
		status := http.StatusOK
		if want != "" {
			status = http.StatusFound
		}
		if at := got.Header().Get("Location"); at != want || got.Code != status {
			t.Errorf("%s: %d %s, want %q", target, got.Code, at, want)
		}
	}
}

// TestUnknownAddresses checks that a browser gets a page where other clients get a problem.
func TestUnknownAddresses(t *testing.T) {
	t.Parallel()
	h := paged(t)
	const browser = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	for _, target := range []string{"/nope", "/episodes/x", "/api/v1/nope"} {
		got := ask(t, h, http.MethodGet, target, "", browser)
		if got.Code != http.StatusNotFound || !strings.HasPrefix(got.Body.String(), "<!doctype html>") || got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v", target, got.Code, got.Header())
		}
		checkPolicy(t, target, got.Header().Get("Content-Security-Policy"))
		for _, headers := range [][]string{nil, {"Accept: application/json"}, {"Accept: */*"}} {
			if got := ask(t, h, http.MethodGet, target, "", headers...); got.Code != http.StatusNotFound || problemOf(t, got).Code != "not_found" {
				t.Errorf("%s %v: %d %s", target, headers, got.Code, got.Body)
			}
		}
		if got := ask(t, h, http.MethodPost, target, `{}`, browser); !slices.Contains([]int{http.StatusNotFound, http.StatusMethodNotAllowed}, got.Code) ||
			got.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("POST %s: %d %v", target, got.Code, got.Header())
		}
	}
	if got := ask(t, h, http.MethodGet, "/api/v1/episodes/9", "", browser); problemOf(t, got).Code != "not_found" {
		t.Errorf("an episode that does not exist: %s", got.Body)
	}
}
