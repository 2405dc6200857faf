package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"plotline/graph"
	"plotline/internal/fault"
)

// readyTimeout bounds how long the readiness check waits for the store.
const readyTimeout = 5 * time.Second

// alive reports that the process serves requests. It does not check the store.
func alive(c echo.Context) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return c.JSON(http.StatusOK, map[string]string{"status": "ok"})
}

// check is the result of one readiness check.
type check struct {
	Status string `json:"status"` // "ok" or "failed"
	Detail string `json:"detail,omitempty"`
}

// readiness reports whether requests can succeed and, if not, why. It contains no addresses because it needs
// no token.
type readiness struct {
	Status string           `json:"status"`
	Checks map[string]check `json:"checks"`
}

func (s *Server) ready(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), readyTimeout)
	defer cancel()
	state := readiness{Status: "ok", Checks: map[string]check{"store": {Status: "ok"}, "audit": {Status: "ok"}}}
	if _, err := s.cfg.Status(ctx); err != nil {
		state.fail("store", storeFailure(err))
	}
	if !s.cfg.Audit.Healthy() {
		state.fail("audit", "the last record could not be written")
	}
	status := http.StatusOK
	if state.Status != "ok" {
		status = http.StatusServiceUnavailable
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return c.JSON(status, state)
}

// storeFailure returns only the kind of failure, because the details contain the database's address.
func storeFailure(err error) string {
	if errors.Is(err, graph.ErrDatabaseReplaced) {
		return "the database file is no longer the one that was opened; restart the server"
	}
	switch fault.CodeOf(err) { //nolint:exhaustive // whatever else it is, the log has it
	case fault.Unavailable:
		return "the database cannot be reached"
	case fault.Timeout, fault.Cancelled:
		return "the database does not answer in time"
	}
	return "the database answers with an error"
}

func (r *readiness) fail(name, detail string) {
	r.Status = "failed"
	r.Checks[name] = check{Status: "failed", Detail: detail}
}
