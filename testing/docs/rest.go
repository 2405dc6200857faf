package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"plotline/api"
	"plotline/graph"
	"plotline/graph/access"
	"plotline/graph/audit"
	"plotline/graph/sqlitestore"
	"plotline/graph/usecase"
)

// ask sends one request after the other to a server of the REST API, over an embedded store in a
// temporary folder, and gives the last answer.
func ask(ctx context.Context, paths ...string) (string, error) {
	dir, err := os.MkdirTemp("", "plotline-docs-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	store := sqlitestore.New(filepath.Join(dir, "plotline.db"))
	defer func() { _ = store.Close() }() //nolint:contextcheck // a store is closed whatever ends
	metrics := api.NewMetrics("docs")
	logger := slog.New(slog.DiscardHandler)
	all := domainsOver(dir, graph.Observed(store, metrics.ObserveStore),
		&usecase.Runner{Logger: logger, Observe: metrics.ObserveOperation}, time.Now)
	server := api.New(api.Config{ //nolint:contextcheck // each request brings its own
		Version: "docs", UseCases: slices.Concat(all.memory.UseCases(), all.media.UseCases(), all.plans.ForRoutes(), all.scenes.ForRoutes()), Status: all.memory.Status, Metrics: metrics, Logger: logger,
		Sessions: func() int { return 0 },
		Open:     audit.Caller{Workspace: "default", Role: access.Admin},
	})
	var answer *httptest.ResponseRecorder
	for _, path := range paths {
		answer = httptest.NewRecorder()
		server.Handler().ServeHTTP(answer, httptest.NewRequestWithContext(ctx, http.MethodGet, "http://localhost"+path, http.NoBody))
		if answer.Code != http.StatusOK {
			return "", fmt.Errorf("%s answers %d: %s", path, answer.Code, answer.Body)
		}
	}
	return answer.Body.String(), nil
}

// routeTable writes one line a route: the tool that answers, and what it does.
func routeTable(ctx context.Context) (string, error) {
	document, err := ask(ctx, "/api/openapi.json")
	if err != nil {
		return "", err
	}
	var published struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
			Summary     string `json:"summary"`
		} `json:"paths"`
	}
	if err := json.Unmarshal([]byte(document), &published); err != nil {
		return "", err
	}
	_, listed, err := conversation(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| route | answers as the tool | |\n|---|---|---|\n")
	for _, path := range slices.Sorted(maps.Keys(published.Paths)) {
		for _, method := range []string{"get", "post", "patch", "delete"} {
			if op, there := published.Paths[path][method]; there {
				fmt.Fprintf(&b, "| `%s %s` | %s | %s |\n", strings.ToUpper(method), path, toolOf(op.OperationID, listed), cell(op.Summary))
			}
		}
	}
	return b.String(), nil
}

// toolOf links to the tool that does the same as an operation; some have none.
func toolOf(operation string, listed []listedTool) string {
	same := strings.NewReplacer("query_", "get_", "get_plan", "get-plan").Replace(operation)
	if !slices.ContainsFunc(listed, func(t listedTool) bool { return t.Name == same }) {
		return ""
	}
	return fmt.Sprintf("[`%s`](tools.md#%s)", same, anchor(same))
}

// metricTable writes one line a metric of ours.
func metricTable(ctx context.Context) (string, error) {
	text, err := ask(ctx, "/api/v1/episodes", "/metrics")
	if err != nil {
		return "", err
	}
	kinds := map[string]string{}
	helps := map[string]string{}
	for line := range strings.Lines(text) {
		if rest, is := strings.CutPrefix(strings.TrimSpace(line), "# TYPE plotline_"); is {
			name, kind, _ := strings.Cut(rest, " ")
			kinds["plotline_"+name] = kind
		}
		if rest, is := strings.CutPrefix(strings.TrimSpace(line), "# HELP plotline_"); is {
			name, help, _ := strings.Cut(rest, " ")
			helps["plotline_"+name] = help
		}
	}
	var b strings.Builder
	b.WriteString("| metric | kind | |\n|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(helps)) {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, kinds[name], cell(helps[name]))
	}
	return b.String(), nil
}
