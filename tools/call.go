package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
	"plotline/tools/transport"
	"plotline/tools/transport/ask"
)

// handler returns the handler for calls of one tool.
func (s *Server) handler(t Tool) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		start := time.Now()
		reporter := transport.NewReporter(ctx, s.mcp, req.Params.Meta)
		if reporter != nil {
			ctx = usecase.WithProgress(ctx, reporter.Report)
			defer reporter.Settle(ctx)
		}
		result, err := s.callWithClient(ctx, t, req)
		if left, is := errors.AsType[ask.PendingError](err); is {
			return left.Result, nil
		}
		if err != nil {
			result = failure(t.Name, s.clientError(ctx, t.Name, err))
		}
		stamp(result, t.Name, start)
		return result, nil
	}
}

// callWithClient runs a call that may ask the client.
func (s *Server) callWithClient(ctx context.Context, t Tool, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := transport.ArgumentsOf(ctx, req)
	if err := s.learnRoots(ctx, &req.Params.MultiRoundTripParams); err != nil {
		return nil, err
	}
	ctx, err := s.asker.Begin(ctx, ask.Call{
		MultiRoundTripParams: req.Params.MultiRoundTripParams,
		Tool:                 t.Name, Workspace: s.caller(ctx).Workspace, Arguments: args,
	})
	if err != nil {
		return nil, err
	}
	return s.run(ctx, t, args)
}

// run calls the use case. A panic becomes an internal error of this call only.
func (s *Server) run(ctx context.Context, t Tool, args json.RawMessage) (result *mcp.CallToolResult, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked{value: p, stack: debug.Stack()}
		}
	}()
	ctx = usecase.WithSource(ctx, input.Source{JSONTexts: true, ClientNames: true, NullIsAbsent: s.cfg.Schemas == Strict})
	out, err := t.Call(ctx, s.caller(ctx), args)
	if err != nil {
		return nil, err
	}
	return s.success(ctx, t, out)
}

// panicked carries a panic to the log.
type panicked struct {
	value any
	stack []byte
}

func (p panicked) Error() string { return fmt.Sprintf("panic: %v\n%s", p.value, p.stack) }

// clientError converts an error for the client. An error that is not yet logged is logged here with a request id, and the
// client sees only that id.
func (s *Server) clientError(ctx context.Context, tool string, err error) *fault.Error {
	known := fault.From(err)
	if known.Code != fault.Internal || known.Details != "" {
		return known
	}
	request := uuid.NewString()
	s.logger.ErrorContext(ctx, "internal error", "tool", tool, "request_id", request, "error", err)
	return fault.New(fault.Internal, "request "+request)
}

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
