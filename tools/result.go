package tools

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/graph/answers"
	"plotline/graph/fault"
	"plotline/graph/output"
)

// MaxReply is the most that a reply may hold, counted once on the structured result.
const MaxReply = 4 << 20

// forms is how often the bytes of a result stand in an answer while it is written: as text, structured, and in
// the message with both.
const forms = 4

// success puts a result into both forms that clients read.
func (s *Server) success(ctx context.Context, t Tool, out any) (*mcp.CallToolResult, error) {
	raw, err := output.Result(out)
	if err != nil {
		return nil, err
	}
	if len(raw) > MaxReply && !t.Unlimited {
		return nil, tooLarge(len(raw))
	}
	answers.Settle(ctx, s.caller(ctx).Workspace, int64(forms*len(raw)))
	return &mcp.CallToolResult{
		Content:           []mcp.Content{mcp.NewTextContent(textOf(out, raw))},
		StructuredContent: raw,
	}, nil
}

func textOf(out any, raw json.RawMessage) string {
	if text, own := output.Text(out); own {
		return text
	}
	return string(raw)
}

func tooLarge(size int) error {
	return fault.Newf(fault.TooLarge,
		"The reply would be %d bytes, more than %d; narrow it by limit, ids or filters", size, MaxReply)
}
