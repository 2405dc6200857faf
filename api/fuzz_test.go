package api_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"plotline/api"
	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// reset is the number of requests after which a fuzzed server starts anew, which bounds its memory.
const reset = 5000

// FuzzREST checks that every answer matches its headers and every error is a problem document with a detail.
// No request may cause an internal error.
func FuzzREST(f *testing.F) {
	const id = "01930000-0000-7000-8000-000000000001"
	for _, seed := range [][3]string{
		{"GET", "/api/v1/episodes?limit=2&tags=a&tags=b", ""},
		{"POST", "/api/v1/episodes", `{"query":"q","reward":1,"tags":["a"],"metadata":{"a":[1.0]}}`},
		{"GET", "/api/v1/episodes/" + id, ""},
		{"PATCH", "/api/v1/episodes/" + id, `{"metadata":null,"reward":"0.5"}`},
		{"DELETE", "/api/v1/episodes/%2e%2e", ""},
		{"POST", "/api/v1/episodes/batch", `{"episodes":[{"query":"a","reward":0},{"query":"b","reward":0}],"relationships":[{"from":"#0","to":"#1","relationship_type":"follows"}]}`},
		{"GET", "/api/v1/search?query=%ff", ""},
		{"GET", "/api/v1/graph?format=mermaid&max_nodes=1e1", ""},
		{"POST", "/api/v1/graph", `{"depth":9}`},
		{"GET", "/api/v1/graph/order?limit=%00", ""},
		{"GET", "/api/v1/graph/cycles?from_episode_id=" + id + "&to_episode_id=" + id + "&relationship_type=follows", ""},
		{"POST", "/api/v1/relationships", `{"from_episode_id":"` + id + `","to_episode_id":"x"}`},
		{"GET", "/api/v1/media/episodes?mediaFolderPath=/..", ""},
		{"POST", "/api/v1/projects/a%2Fb/scenes", `{"userPrompt":"x"}`},
		{"GET", "/api/v1/plans", ""},
		{"OPTIONS", "/api/v1/episodes", ""},
		{"GET", "/api/openapi.json", ""},
		{"HEAD", "/livez", ""},
		{"GET", "//", ""},
		{"POST", "/api/v1/episodes?x=1;y", "null"},
		{"TRACE", "*", "\xff"},
		{"GET", "/api/v1/episodes/{id}", ""},
	} {
		f.Add(seed[0], seed[1], seed[2], "application/json")
		f.Add(seed[0], seed[1], seed[2], "image/svg+xml;q=0.1, */*")
	}
	served, h, dir := 0, http.Handler(nil), f.TempDir()
	f.Fuzz(func(t *testing.T, method, target, body, accept string) {
		r, ok := requestOf(t.Context(), method, target, body, accept)
		if !ok {
			t.Skip("net/http takes no such request")
		}
		if served%reset == 0 {
			h = fuzzed(dir)
		}
		served++
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		switch kind := w.Header().Get("Content-Type"); {
		case w.Code >= http.StatusInternalServerError && w.Code != http.StatusServiceUnavailable:
			t.Errorf("%s %s %q: %d %s", method, target, body, w.Code, w.Body)
		case w.Code >= http.StatusBadRequest && strings.HasPrefix(r.URL.Path, "/api/v1/") && method != http.MethodHead:
			problemOf(t, w)
		case w.Body.Len() > 0 && w.Header().Get("Content-Encoding") == "" && strings.HasPrefix(kind, "application/json") && !json.Valid(w.Body.Bytes()):
			t.Errorf("%s %s %q: no JSON: %s", method, target, body, w.Body)
		}
	})
}

// requestOf builds a request as net/http passes it to a handler.
func requestOf(ctx context.Context, method, target, body, accept string) (*http.Request, bool) {
	if _, err := url.ParseRequestURI(target); err != nil || !strings.HasPrefix(target, "/") || len(target) > 4096 {
		return nil, false
	}
	r, err := http.NewRequestWithContext(ctx, method, target, strings.NewReader(body))
	if err != nil || method == "" {
		return nil, false
	}
	r.Host, r.RemoteAddr, r.RequestURI = "localhost", "127.0.0.1:1", target
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", accept)
	return r, true
}

// fuzzed returns a server that may access only the given folder.
func fuzzed(dir string) http.Handler {
	logger := slog.New(slog.DiscardHandler)
	return api.New(api.Config{
		Version: "test", UseCases: useCases(dir, graphtest.NewModel(), &usecase.Runner{Logger: logger}, "test="+dir), Logger: logger,
		Status: func(context.Context) (graph.Status, error) { return graph.Status{}, nil },
		Open:   audit.Caller{Workspace: "test", Role: access.Admin},
		Limits: api.Limits{Rate: 1e9},
	}).Handler()
}
