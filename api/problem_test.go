package api_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plotline/api"
	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// failing is a store whose Episode fails with err, or panics if err is nil.
type failing struct {
	graph.Store

	err error
}

func (f failing) Episode(context.Context, string, graph.ID) (graph.Episode, graph.EpisodeRelationships, error) {
	if f.err == nil {
		panic("a secret")
	}
	return graph.Episode{}, graph.EpisodeRelationships{}, f.err
}

// TestEveryCodeHasItsStatus checks the status of each code and that no response contains the cause.
func TestEveryCodeHasItsStatus(t *testing.T) {
	t.Parallel()
	want := map[fault.Code]int{
		fault.InvalidArgument: 400, fault.NotFound: 404, fault.AlreadyExists: 409, fault.Cycle: 409, fault.Conflict: 409,
		fault.TooLarge: 413, fault.Unauthenticated: 401, fault.PermissionDenied: 403, fault.RateLimited: 429,
		fault.Cancelled: 499, fault.Unavailable: 503, fault.Timeout: 504, fault.Internal: 500,
	}
	for _, code := range fault.Codes() {
		err := fault.New(code, "what to do").With("cycle_path", []string{"a"}).Because(errors.New("a secret"))
		w := failingWith(t, err, slog.New(slog.DiscardHandler))
		p := problemOf(t, w)
		title := fault.Database(err).Title() // the error comes from the store
		if w.Code != want[code] || p.Code != string(code) || p.Title != title || strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s: %d %s", code, w.Code, w.Body)
		}
		if code != fault.Internal && (p.Detail != "what to do" || !strings.Contains(w.Body.String(), `"cycle_path":["a"]`)) {
			t.Errorf("%s: %s", code, w.Body)
		}
		if got := w.Header().Get("Retry-After"); (got != "") != (code == fault.Unavailable) {
			t.Errorf("%s: Retry-After %q", code, got)
		}
	}
}

// TestInternalErrorsAreLogged checks that a panic or an unknown error answers with the request id
// only. The log has the details.
func TestInternalErrorsAreLogged(t *testing.T) {
	t.Parallel()
	for _, err := range []error{nil, errors.New("a secret")} {
		var log bytes.Buffer
		w := failingWith(t, err, slog.New(slog.NewTextHandler(&log, nil)))
		p := problemOf(t, w)
		if w.Code != http.StatusInternalServerError || p.Detail != "request "+p.RequestID || strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%v: %d %s", err, w.Code, w.Body)
		}
		if !strings.Contains(log.String(), p.RequestID) || !strings.Contains(log.String(), "a secret") {
			t.Errorf("%v: the log has %s", err, log.String())
		}
	}
}

func failingWith(t *testing.T, err error, logger *slog.Logger) *httptest.ResponseRecorder {
	t.Helper()
	cfg := config(t)
	cfg.UseCases = useCases(t.TempDir(), failing{graphtest.NewModel(), err}, &usecase.Runner{Logger: logger})
	cfg.Logger = logger
	return ask(t, api.New(cfg).Handler(), http.MethodGet, "/api/v1/episodes/"+string(graph.NewID()), "")
}

// TestARouteWithoutARole checks that a caller without a role has no rights.
func TestARouteWithoutARole(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	cfg.Open = audit.Caller{Workspace: "test"}
	h := api.New(cfg).Handler()
	for _, target := range []string{"/api/v1/episodes", "/api/v1/episodes?limit=x", "/api/v1/graph"} {
		if w := ask(t, h, http.MethodGet, target, ""); problemOf(t, w).Code != string(fault.PermissionDenied) {
			t.Errorf("%s: %d %s", target, w.Code, w.Body)
		}
	}
}
