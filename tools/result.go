package tools

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/fault"
	"plotline/internal/output"
	"plotline/internal/sharing"
)

// MaxReply limits a reply, in bytes of the structured result.
const MaxReply = 4 << 20

// forms is how many copies of a result exist while its answer is written: as text, as structured content, and both in
// the message.
const forms = 4

// success returns a result as text and as structured content, because clients differ in which they read.
func (s *Server) success(ctx context.Context, t Tool, out any) (*mcp.CallToolResult, error) {
	raw, err := output.Result(out)
	if err != nil {
		return nil, err
	}
	if len(raw) > MaxReply && !t.Unlimited {
		return nil, tooLarge(len(raw))
	}
	sharing.Settle(ctx, s.caller(ctx).Workspace, int64(forms*len(raw)))
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
