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

	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/scenes/model"
)

// handler returns the handler for calls of one tool.
func (s *Server) handler(t Tool) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		start := time.Now()
		reporter := s.reporter(ctx, req.Params.Meta)
		if reporter != nil {
			ctx = usecase.WithProgress(ctx, reporter.report)
			defer reporter.settle(ctx)
		}
		result, err := s.callWithClient(ctx, t, req)
		if left, is := errors.AsType[pending](err); is {
			return left.result, nil
		}
		if err != nil {
			result = failure(t.Name, s.clientError(ctx, t.Name, err))
		}
		stamp(result, t.Name, start)
		return s.withTokens(ctx, result), nil
	}
}

// callWithClient runs a call with the client's capabilities: elicitation and sampling.
func (s *Server) callWithClient(ctx context.Context, t Tool, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := argumentsOf(ctx, req)
	rounds, err := s.rounds(ctx, t.Name, args, req)
	if err != nil {
		return nil, err
	}
	ctx = withRelease(ctx, rounds)
	ctx = usecase.WithAsker(ctx, s.asker(rounds))
	if capabilities(ctx).Sampling != nil {
		ctx = model.WithCaller(ctx, sampler{rounds})
	}
	return s.run(ctx, t, args)
}

// withTokens replaces a large result by tokens if its answer passes through an exchange. mcp-go then does not copy the
// result.
func (s *Server) withTokens(ctx context.Context, result *mcp.CallToolResult) *mcp.CallToolResult {
	x := exchangeOf(ctx)
	if x == nil {
		return result
	}
	light, parts, err := replaceByTokens(result)
	if err != nil || parts == nil {
		return result
	}
	x.holdParts(parts)
	return light
}

// run calls the use case. A panic becomes an internal error of this call only.
func (s *Server) run(ctx context.Context, t Tool, args json.RawMessage) (result *mcp.CallToolResult, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked{value: p, stack: debug.Stack()}
		}
	}()
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
