package api_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"plotline/api"
	"plotline/graph"
	"plotline/internal/audit"
	"plotline/internal/fault"
)

// full is an audit sink whose disk is full.
type full struct{}

func (full) Write(audit.Record) error { return errors.New("no space left on device") }
func (full) Close() error             { return nil }

func TestHealth(t *testing.T) {
	t.Parallel()
	sick := audit.NewLog(full{}, audit.All, slog.New(slog.DiscardHandler))
	sick.Add(t.Context(), audit.Record{})
	for name, c := range map[string]struct {
		status  error
		log     *audit.Log
		code    int
		message string
	}{
		"well":     {nil, nil, http.StatusOK, `"status":"ok"`},
		"no store": {fault.New(fault.Unavailable, "10.0.0.7"), nil, http.StatusServiceUnavailable, `"detail":"the database cannot be reached"`},
		"replaced": {
			fault.New(fault.Unavailable, "10.0.0.7").Because(graph.ErrDatabaseReplaced), nil, http.StatusServiceUnavailable,
			`"detail":"the database file is no longer the one that was opened; restart the server"`,
		},
		"no secrets":  {errors.New("dial tcp 10.0.0.7: secret"), nil, http.StatusServiceUnavailable, `"detail":"the database answers with an error"`},
		"no audit":    {nil, sick, http.StatusServiceUnavailable, `"audit":{"status":"failed"`},
		"both failed": {fault.New(fault.Timeout, "slow"), sick, http.StatusServiceUnavailable, `"detail":"the database does not answer in time"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(t)
			cfg.Audit = c.log
			cfg.Status = func(context.Context) (graph.Status, error) { return graph.Status{}, c.status }
			h := api.New(cfg).Handler()
			w := ask(t, h, http.MethodGet, "/readyz", "")
			if w.Code != c.code || !strings.Contains(w.Body.String(), c.message) || strings.Contains(w.Body.String(), "10.0.0.7") {
				t.Errorf("%d %s", w.Code, w.Body)
			}
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				if w := ask(t, h, method, "/livez", ""); w.Code != http.StatusOK {
					t.Errorf("%s: alive: %d", method, w.Code)
				}
			}
		})
	}
}
