package tools

import (
	"context"
	"strings"
	"unicode"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/internal/access"
	"plotline/internal/audit"
)

// transportName is the transport in audit records.
const transportName = "mcp"

// caller returns the caller of a request. Without a name from a token, the actor is the client's name.
func (s *Server) caller(ctx context.Context) audit.Caller {
	by := s.callers(ctx)
	by.Door = transportName
	if by.Actor == "" {
		by.Actor = clientName(ctx)
	}
	return by
}

// Workspace gives every request the given workspace and the role admin. It is for stdio, where a flag names the
// workspace and the client belongs to the user.
func Workspace(name string) func(context.Context) audit.Caller {
	return func(context.Context) audit.Caller { return audit.Caller{Workspace: name, Role: access.Admin} }
}

// clientName returns the client's name and version, as in "inspector/2.12", from the request if it has them, else
// from the session. They are unverified and serve only the audit record.
func clientName(ctx context.Context) string {
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.ClientInfo != nil {
		return nameOf(*info.ClientInfo)
	}
	if session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
		return nameOf(session.GetClientInfo())
	}
	return ""
}

func nameOf(client mcp.Implementation) string {
	name, version := printable(client.Name), printable(client.Version)
	if name == "" || version == "" {
		return name
	}
	return name + "/" + version
}

// printable puts a client's text on one line and shortens it.
func printable(text string) string {
	const most = 64
	kept := make([]rune, 0, most)
	for _, r := range strings.TrimSpace(text) {
		if len(kept) == most {
			break
		}
		if unicode.IsPrint(r) {
			kept = append(kept, r)
		}
	}
	return string(kept)
}
