package api_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/api"
	"plotline/api/live"
	"plotline/api/tokens"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// ofTeam chooses the workspace team.
const ofTeam = "Plotline-Workspace: team"

// withSeveral writes a tokens file with one token per role, for the workspaces "test" and "team".
func withSeveral(t *testing.T, cfg api.Config) (with api.Config, path string, secrets map[access.Role]string) {
	t.Helper()
	cfg, path, secrets = withTokens(t, cfg)
	for role := range secrets {
		if _, err := tokens.AddWorkspaces(t.Context(), path, string(role), []string{"team"}); err != nil {
			t.Fatal(err)
		}
	}
	return cfg, path, secrets
}

// TestChosenWorkspace checks for every role which workspace each header leads to, with a read and a write.
func TestChosenWorkspace(t *testing.T) {
	t.Parallel()
	cfg, path, secrets := withSeveral(t, config(t))
	_, single, err := tokens.Create(t.Context(), path, tokens.Request{Name: "single", Role: access.Admin, Workspace: "test"})
	if err != nil {
		t.Fatal(err)
	}
	h := api.New(cfg).Handler()
	admin := "Authorization: Bearer " + secrets[access.Admin]
	for _, workspace := range []string{"test", "team"} {
		ask(t, h, http.MethodPost, "/api/v1/episodes", `{"query":"of `+workspace+`","reward":0}`, admin, "Plotline-Workspace: "+workspace)
	}
	only := func(list string) string {
		return fmt.Sprintf(`only to: %s; choose one of these, or ask the operator to add it to your token with: plotline token add-workspace`, list)
	}
	for role, secret := range secrets {
		for _, tt := range []struct {
			name, header, secret, sees, fails string
			status                            int
		}{
			{"no header", "", secret, "of test", "", http.StatusOK},
			{"its own", "Plotline-Workspace: test", secret, "of test", "", http.StatusOK},
			{"the other", ofTeam, secret, "of team", "", http.StatusOK},
			{"not listed", "Plotline-Workspace: secret", secret, "", `you have no access to the workspace "secret", ` + only("test, team"), http.StatusForbidden},
			{"upper case", "Plotline-Workspace: Team", secret, "", `you have no access to the workspace "Team", `, http.StatusForbidden},
			{"two at once", "Plotline-Workspace: test,team", secret, "", `you have no access to the workspace "test,team", `, http.StatusForbidden},
			{"all", "Plotline-Workspace: *", secret, "", `you have no access to the workspace "*", `, http.StatusForbidden},
			{"long", "Plotline-Workspace: " + strings.Repeat("x", 10_000), secret, "", strings.Repeat("x", 70), http.StatusForbidden},
			{"empty", "Plotline-Workspace: ", secret, "", "the header Plotline-Workspace is empty", http.StatusBadRequest},
			{"a token of one", ofTeam, single, "", `you have no access to the workspace "team", ` + only("test"), http.StatusForbidden},
			{"no token", ofTeam, "", "", "this server requires a token", http.StatusUnauthorized},
			{"a wrong token", ofTeam, secret + "x", "", "the token is unknown", http.StatusUnauthorized},
		} {
			t.Run(string(role)+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				headers := slices.DeleteFunc([]string{"Authorization: Bearer " + tt.secret, tt.header}, func(h string) bool { return h == "" })
				got := ask(t, h, http.MethodGet, "/api/v1/episodes", "", headers...)
				if got.Code != tt.status || !strings.Contains(got.Body.String(), tt.sees) {
					t.Fatalf("%d %s", got.Code, got.Body)
				}
				if got.Code == http.StatusOK && strings.Count(got.Body.String(), `"query":"of `) != 1 {
					t.Errorf("it sees more: %s", got.Body)
				}
				if got.Code != http.StatusOK {
					if p := problemOf(t, got); !strings.Contains(p.Detail, tt.fails) || len(p.Detail) > 400 {
						t.Errorf("%+v", p)
					}
				}
			})
		}
	}
}

// TestRefusedWorkspaceNamesTheOthers checks the part of the error that the pages read.
func TestRefusedWorkspaceNamesTheOthers(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withSeveral(t, config(t))
	got := ask(t, api.New(cfg).Handler(), http.MethodGet, "/api/v1/episodes", "", "Authorization: Bearer "+secrets[access.Reader], "Plotline-Workspace: gone")
	var refused struct {
		Code       string   `json:"code"`
		Workspaces []string `json:"workspaces"`
	}
	if err := json.Unmarshal(got.Body.Bytes(), &refused); err != nil || refused.Code != "permission_denied" ||
		!slices.Equal(refused.Workspaces, []string{"test", "team"}) {
		t.Errorf("%s, %v", got.Body, err)
	}
}

// TestWritesGoIntoChosenWorkspace checks that a write, its record in the audit log and its idempotency key belong to
// the chosen workspace.
func TestWritesGoIntoChosenWorkspace(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	var records bytes.Buffer
	cfg.UseCases = useCases(t.TempDir(), graphtest.NewModel(), &usecase.Runner{
		Audit: audit.NewLog(audit.NewWriter(&records), audit.All, cfg.Logger), Logger: cfg.Logger,
	})
	cfg, _, secrets := withSeveral(t, cfg)
	h := api.New(cfg).Handler()
	for _, tt := range []struct {
		role            access.Role
		header          []string
		workspace, want string
		status          int
	}{
		{access.Writer, nil, "test", `"id":1,`, http.StatusCreated},
		{access.Writer, []string{ofTeam}, "team", `"id":1,`, http.StatusCreated}, // the same key creates another episode
		{access.Admin, []string{ofTeam}, "team", `"id":1,`, http.StatusCreated},  // a replay
		{access.Reader, []string{ofTeam}, "team", `permission_denied`, http.StatusForbidden},
		{access.Reviewer, []string{ofTeam}, "team", `permission_denied`, http.StatusForbidden},
	} {
		records.Reset()
		got := ask(t, h, http.MethodPost, "/api/v1/episodes", `{"query":"q","reward":0,"idempotency_key":"k"}`,
			append(tt.header, "Authorization: Bearer "+secrets[tt.role])...)
		if got.Code != tt.status || !strings.Contains(got.Body.String(), tt.want) {
			t.Errorf("%s %s: %d %s", tt.role, tt.workspace, got.Code, got.Body)
		}
		if !strings.Contains(records.String(), `"workspace":"`+tt.workspace+`"`) || strings.Count(records.String(), "\n") != 1 {
			t.Errorf("%s %s: %s", tt.role, tt.workspace, records.String())
		}
	}
	for header, want := range map[string]string{"Plotline-Workspace: test": `"total_count":1`, ofTeam: `"total_count":1`} {
		got := ask(t, h, http.MethodGet, "/api/v1/episodes", "", "Authorization: Bearer "+secrets[access.Reader], header)
		if !strings.Contains(got.Body.String(), want) {
			t.Errorf("%s: %s", header, got.Body)
		}
	}
}

// TestOnlyOwnPagesChoose checks which requests may choose a workspace: of pages of this server, and of clients that
// show no sign of another page.
func TestOnlyOwnPagesChoose(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withSeveral(t, config(t))
	cfg.Origins = []string{"https://allowed.example"}
	h := api.New(cfg).Handler()
	const others = "only the pages of this server may choose a workspace"
	for _, tt := range []struct {
		headers []string
		status  int
		fails   string
	}{
		{nil, http.StatusOK, ""},
		{[]string{"Sec-Fetch-Site: same-origin"}, http.StatusOK, ""},
		{[]string{"Origin: http://localhost"}, http.StatusOK, ""},
		{[]string{"Sec-Fetch-Site: same-origin", "Origin: http://localhost"}, http.StatusOK, ""},
		{[]string{"Sec-Fetch-Site: none"}, http.StatusForbidden, others},
		{[]string{"Origin: https://allowed.example"}, http.StatusForbidden, others},
		{[]string{"Origin: https://allowed.example", "Sec-Fetch-Site: cross-site"}, http.StatusForbidden, others},
		{[]string{"Origin: https://allowed.example", "Sec-Fetch-Site: same-site"}, http.StatusForbidden, others},
		{[]string{"Origin: https://other.example"}, http.StatusForbidden, "pages of https://other.example may not call"},
		{[]string{"Sec-Fetch-Site: cross-site"}, http.StatusForbidden, "may not call this server"},
		{[]string{"Sec-Fetch-Site: same-site"}, http.StatusForbidden, "may not call this server"},
	} {
		for target, method := range map[string]string{"/api/v1/episodes": http.MethodGet, "/api/v1/graph": http.MethodPost} {
			got := ask(t, h, method, target, "", append(tt.headers, "Authorization: Bearer "+secrets[access.Reader], ofTeam)...)
			if got.Code != tt.status || tt.fails != "" && !strings.Contains(problemOf(t, got).Detail, tt.fails) {
				t.Errorf("%s %v: %d %s", method, tt.headers, got.Code, got.Body)
			}
		}
	}
	got := ask(t, h, http.MethodOptions, "/api/v1/episodes", "", "Origin: https://allowed.example",
		"Access-Control-Request-Method: GET", "Access-Control-Request-Headers: plotline-workspace")
	if allowed := strings.ToLower(got.Header().Get("Access-Control-Allow-Headers")); allowed == "" || strings.Contains(allowed, "workspace") {
		t.Errorf("a page of another origin may send %s", allowed)
	}
}

// TestWorkspaceIsGivenOnce checks that two headers are rejected, which a proxy and the server could read differently.
func TestWorkspaceIsGivenOnce(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withSeveral(t, config(t))
	h := api.New(cfg).Handler()
	for _, tt := range []struct {
		name    string
		values  []string
		wants   int
		problem string
	}{
		{"Plotline-Workspace", []string{"team", "team"}, http.StatusBadRequest, "is given 2 times"},
		{"Plotline-Workspace", []string{"", "team"}, http.StatusBadRequest, "is given 2 times"},
		{"Sec-Fetch-Site", []string{"same-origin", "same-origin"}, http.StatusForbidden, "only the pages"},
		{"Origin", []string{"http://localhost", "https://other.example"}, http.StatusForbidden, "only the pages"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/v1/episodes", nil)
		r.Host = "localhost"
		r.Header.Set("Authorization", "Bearer "+secrets[access.Reader])
		r.Header.Set("Plotline-Workspace", "team")
		r.Header[tt.name] = tt.values
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != tt.wants || !strings.Contains(problemOf(t, w).Detail, tt.problem) {
			t.Errorf("%s %q: %d %s", tt.name, tt.values, w.Code, w.Body)
		}
	}
}

// TestOnlyRESTTakesWorkspace checks that MCP never sees a request with the header, even one that names the token's own
// workspace. Its caller is always in that one. Paths without a caller ignore the header.
func TestOnlyRESTTakesWorkspace(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withSeveral(t, config(t))
	var callers []string
	cfg.MCP = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		callers = append(callers, api.CallerOf(r.Context()).Workspace)
	})
	h := api.New(cfg).Handler()
	for _, secret := range secrets {
		for target, method := range map[string]string{"/mcp": http.MethodPost, "/metrics": http.MethodGet} {
			for _, workspace := range []string{"team", "test", "other"} {
				got := ask(t, h, method, target, "", "Authorization: Bearer "+secret, "Plotline-Workspace: "+workspace, "Sec-Fetch-Site: same-origin")
				if p := problemOf(t, got); p.Code != "invalid_argument" || !strings.Contains(p.Detail, target+" does not take the header Plotline-Workspace") {
					t.Errorf("%s: %+v", target, p)
				}
			}
			if got := ask(t, h, method, target, "", "Authorization: Bearer "+secret); got.Code != http.StatusOK {
				t.Errorf("%s: %d %s", target, got.Code, got.Body)
			}
		}
		for _, target := range []string{"/livez", "/readyz", "/api/openapi.json"} {
			if got := ask(t, h, http.MethodGet, target, "", ofTeam); got.Code != http.StatusOK {
				t.Errorf("%s: %d %s", target, got.Code, got.Body)
			}
		}
	}
	if diff := cmp.Diff(slices.Repeat([]string{"test"}, len(secrets)), callers); diff != "" {
		t.Errorf("callers of MCP (-want +got):\n%s", diff)
	}
}

// TestRoutesWithoutVersionTakeWorkspace checks the routes that have no version.
func TestRoutesWithoutVersionTakeWorkspace(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withSeveral(t, config(t))
	h := api.New(cfg).Handler()
	for header, want := range map[string]int{"": http.StatusOK, ofTeam: http.StatusOK, "Plotline-Workspace: other": http.StatusForbidden} {
		headers := []string{"Authorization: Bearer " + secrets[access.Reviewer]}
		if header != "" {
			headers = append(headers, header)
		}
		if got := ask(t, h, http.MethodPost, "/api/getPendingPlans", "", headers...); got.Code != want {
			t.Errorf("%s: %d %s", header, got.Code, got.Body)
		}
	}
}

// TestListWorkspaces checks what each caller sees: the token's own workspace first, however the request chooses.
func TestListWorkspaces(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withSeveral(t, config(t))
	open := config(t)
	open.UseCases = cfg.UseCases
	h, without := api.New(cfg).Handler(), api.New(open).Handler()
	for range 3 {
		ask(t, h, http.MethodPost, "/api/v1/episodes", `{"query":"q","reward":0}`, "Authorization: Bearer "+secrets[access.Writer], ofTeam)
	}
	const both = `{"workspaces":[{"name":"test","episodes":0},{"name":"team","episodes":3}]}`
	for role, secret := range secrets {
		for _, headers := range [][]string{nil, {ofTeam}} {
			got := ask(t, h, http.MethodGet, "/api/v1/workspaces", "", append(headers, "Authorization: Bearer "+secret)...)
			if got.Body.String() != both {
				t.Errorf("%s %v: %d %s", role, headers, got.Code, got.Body)
			}
		}
	}
	if got := ask(t, without, http.MethodGet, "/api/v1/workspaces", ""); got.Body.String() != `{"workspaces":[{"name":"test","episodes":0}]}` {
		t.Errorf("without tokens: %d %s", got.Code, got.Body)
	}
	if got := ask(t, h, http.MethodGet, "/api/v1/workspaces", ""); got.Code != http.StatusUnauthorized {
		t.Errorf("without a token: %d %s", got.Code, got.Body)
	}
}

// TestOpenServerHasOneWorkspace checks that a server without tokens stays in the workspace of its flag.
func TestOpenServerHasOneWorkspace(t *testing.T) {
	t.Parallel()
	h := api.New(config(t)).Handler()
	for workspace, want := range map[string]int{"test": http.StatusOK, "team": http.StatusForbidden, "default": http.StatusForbidden} {
		got := ask(t, h, http.MethodGet, "/api/v1/episodes", "", "Plotline-Workspace: "+workspace)
		if got.Code != want || want == http.StatusForbidden && !strings.Contains(problemOf(t, got).Detail, "only to: test; to use another one, start the server with --workspace") {
			t.Errorf("%s: %d %s", workspace, got.Code, got.Body)
		}
	}
}

// TestRepliesVaryByWorkspace checks that caches keep the replies of workspaces apart.
func TestRepliesVaryByWorkspace(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withSeveral(t, config(t))
	h := api.New(cfg).Handler()
	bearer := "Authorization: Bearer " + secrets[access.Writer]
	ask(t, h, http.MethodPost, "/api/v1/episodes", `{"query":"q","reward":0}`, bearer, ofTeam)
	got := ask(t, h, http.MethodGet, "/api/v1/episodes", "", bearer, ofTeam)
	if !slices.Contains(got.Header().Values("Vary"), "Plotline-Workspace") || got.Header().Get("Cache-Control") != "private, no-cache" {
		t.Errorf("%v", got.Header())
	}
	tag := "If-None-Match: " + got.Header().Get("ETag")
	if got := ask(t, h, http.MethodGet, "/api/v1/episodes", "", bearer, ofTeam, tag); got.Code != http.StatusNotModified {
		t.Errorf("the same workspace: %d", got.Code)
	}
	if got := ask(t, h, http.MethodGet, "/api/v1/episodes", "", bearer, tag); got.Code != http.StatusOK {
		t.Errorf("the other workspace: %d", got.Code)
	}
}

// TestReadOnlyInChosenWorkspace checks that --read-only holds in every workspace.
func TestReadOnlyInChosenWorkspace(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withSeveral(t, config(t))
	cfg.ReadOnly = true
	got := ask(t, api.New(cfg).Handler(), http.MethodPost, "/api/v1/episodes", `{"query":"q","reward":0}`, "Authorization: Bearer "+secrets[access.Admin], ofTeam)
	if got.Code != http.StatusForbidden {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

// TestRemovedWorkspace checks that a workspace that is taken from a token is refused at once, and its others are not.
func TestRemovedWorkspace(t *testing.T) {
	t.Parallel()
	cfg, path, secrets := withSeveral(t, config(t))
	h := api.New(cfg).Handler()
	bearer := "Authorization: Bearer " + secrets[access.Reader]
	for _, want := range []int{http.StatusOK, http.StatusForbidden} {
		for header, want := range map[string]int{ofTeam: want, "Plotline-Workspace: test": http.StatusOK} {
			if got := ask(t, h, http.MethodGet, "/api/v1/episodes", "", bearer, header); got.Code != want {
				t.Errorf("%s: %d %s", header, got.Code, got.Body)
			}
		}
		if want == http.StatusOK {
			if _, err := tokens.RemoveWorkspaces(t.Context(), path, "reader", []string{"team"}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestRateLimitCountsAllWorkspaces checks that a client gains no requests by changing its workspace.
func TestRateLimitCountsAllWorkspaces(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withSeveral(t, config(t))
	cfg.Limits = api.Limits{Rate: 5}
	h := api.New(cfg).Handler()
	through := 0
	for range 10 {
		for _, header := range []string{ofTeam, "Plotline-Workspace: test", "Plotline-Workspace: other"} {
			if got := ask(t, h, http.MethodGet, "/api/v1/episodes", "", "Authorization: Bearer "+secrets[access.Reader], header); got.Code != http.StatusTooManyRequests {
				through++
			}
		}
	}
	if through < 5 || through > 15 { // the limit grows again while the test runs
		t.Errorf("%d requests came through", through)
	}
}

// enter connects a socket that chooses a workspace, and returns the response.
func (s sockets) enter(polls, token, workspace string, headers ...string) string {
	s.t.Helper()
	s.send(http.MethodPost, polls, `40{"token":"`+token+`","workspace":"`+workspace+`"}`, headers...)
	return s.send(http.MethodGet, polls, "", headers...).body
}

// TestSocketWorkspaces checks that a socket belongs to the workspace that it names, if its token lists that one and a
// page of this server opened it.
func TestSocketWorkspaces(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withSeveral(t, config(t))
	cfg.Origins = []string{"https://allowed.example"}
	s := serveSockets(t, cfg)
	for _, tt := range []struct {
		workspace, origin, want string
	}{
		{"", "", `40{"sid"`},
		{"test", "", `40{"sid"`},
		{"team", "", `40{"sid"`},
		{"team", s.url, `40{"sid"`},
		{"other", "", `44{"data":{"code":"permission_denied","detail":"you have no access to the workspace \"other\", only to: test, team;`},
		{"", "https://allowed.example", `40{"sid"`},
		{"team", "https://allowed.example", `44{"data":{"code":"permission_denied","detail":"only the pages of this server may choose a workspace`},
	} {
		var headers []string
		if tt.origin != "" {
			headers = []string{"Origin: " + tt.origin}
		}
		if answer := s.enter(s.open(headers...), secrets[access.Reader], tt.workspace, headers...); !strings.HasPrefix(answer, tt.want) {
			t.Errorf("%q from %q: %s", tt.workspace, tt.origin, answer)
		}
	}
}

// TestSocketReceivesChosenWorkspace checks that events and questions of a workspace reach the sockets that chose it, and
// no others of the same token.
func TestSocketReceivesChosenWorkspace(t *testing.T) {
	t.Parallel()
	cfg, _, secrets := withSeveral(t, config(t))
	s := serveSockets(t, cfg)
	own, team := s.open(), s.open()
	s.name(own, secrets[access.Reader])
	s.enter(team, secrets[access.Reader], "team")
	s.events.Broadcast("test", "one", struct{}{})
	s.events.Broadcast("team", "two", struct{}{})
	if got := []string{s.send(http.MethodGet, own, "").body, s.send(http.MethodGet, team, "").body}; got[0] != `42["one",{}]` || got[1] != `42["two",{}]` {
		t.Error(got)
	}
	if _, err := s.events.Ask(t.Context(), "team", "question", nil); !errors.Is(err, live.ErrNobody) {
		t.Errorf("a reader was asked: %v", err)
	}
	reviewer := s.open()
	s.enter(reviewer, secrets[access.Reviewer], "team")
	if s.events.CanAsk("test") || !s.events.CanAsk("team") {
		t.Error("the question goes to another workspace")
	}
}
