package tools

import (
	"context"
	"strings"
	"unicode"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/graph/access"
	"plotline/graph/audit"
)

// doorName is what the audit record calls this way in.
const doorName = "mcp"

// caller is on whose behalf a request runs. Who has no name by a token goes by the client's.
func (s *Server) caller(ctx context.Context) audit.Caller {
	by := s.callers(ctx)
	by.Door = doorName
	if by.Actor == "" {
		by.Actor = clientName(ctx)
	}
	return by
}

// Workspace makes every request one of the given workspace, free to do everything: for stdio, where a
// flag names it and the client is the user's own.
func Workspace(name string) func(context.Context) audit.Caller {
	return func(context.Context) audit.Caller { return audit.Caller{Workspace: name, Role: access.Admin} }
}

// clientName is the client's own name and version, as in "inspector/2.12", from the request where
// the protocol puts it there, else from the session. It is a claim, for the record alone.
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

// printable keeps a claimed name on one line and short.
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
