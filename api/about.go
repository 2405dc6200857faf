package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"plotline/internal/access"
	"plotline/internal/fault"
)

// About describes the server to its pages, for one workspace.
type About struct {
	Workspace string `json:"workspace"`
	Store     string `json:"store"`    // embedded or neo4j
	Plans     bool   `json:"plans"`    // media files are configured, or the workspace has plans
	Projects  bool   `json:"projects"` // a model for scenes is configured, or the workspace has projects
	Recorded  bool   `json:"recorded"` // coding agents are recorded here, and the caller may look at it
	// Command begins a command line of POSIX shells for this workspace: the absolute path of the program, and the flags
	// that name the store. Servers with tokens leave it out, because a client must not learn where their files are.
	Command string `json:"command,omitempty"`
}

const (
	aboutPath      = prefix + "/about"
	workspacesPath = prefix + "/workspaces"
)

// about serves GET /api/v1/about.
func (s *Server) about(c echo.Context) error {
	who, _ := c.Request().Context().Value(identityKey{}).(identity)
	told := About{}
	if s.cfg.About != nil {
		told = s.cfg.About(c.Request().Context(), who.caller.Workspace)
	}
	told.Workspace = who.caller.Workspace
	if who.credential != "" {
		told.Command = ""
	}
	if who.visits {
		told.Plans = false
	}
	if s.cfg.ReadOnly || who.credential != "" && !who.caller.Role.May(access.Personal) { // others see it from each workspace
		told.Recorded = false
	}
	header := c.Response().Header()
	header.Set(headerRole, string(who.caller.Role))
	header.Set(echo.HeaderCacheControl, "no-store")
	return c.JSON(http.StatusOK, told)
}

// withChoice adds the workspaces of the store to the client of a server without tokens, whose pages may choose among them.
func (g *admission) withChoice(ctx context.Context, who identity) (identity, error) {
	if g.tokens != nil || g.workspaces == nil {
		return who, nil
	}
	names, err := g.workspaces(ctx)
	if err != nil {
		return identity{}, fault.From(err)
	}
	who.caller.Workspaces = names
	return who, nil
}

// notVisiting rejects requests in a workspace that a page only visits: see identity.visits.
func notVisiting(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if who, _ := c.Request().Context().Value(identityKey{}).(identity); who.visits {
			return fault.Newf(fault.PermissionDenied,
				"without tokens, media files and plans are only in the workspace of the server; start one with --workspace %s", who.caller.Workspace)
		}
		return next(c)
	}
}
