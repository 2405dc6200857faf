package tools

import (
	"context"

	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/tools/transport"
)

// caller returns the caller of a request. Without a name from a token, the actor is the client's name.
func (s *Server) caller(ctx context.Context) audit.Caller {
	by := s.callers(ctx)
	by.Transport = audit.MCP
	if by.Actor == "" {
		by.Actor = transport.ClientName(ctx)
	}
	return by
}

// Workspace gives every request the given workspace and the role admin. It is for stdio, where a flag names the
// workspace and the client belongs to the user.
func Workspace(name string) func(context.Context) audit.Caller {
	return func(context.Context) audit.Caller { return audit.Caller{Workspace: name, Role: access.Admin} }
}
