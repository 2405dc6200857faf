package tools

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/graph/fault"
	"plotline/graph/output"
)

// MaxReply is the most that a reply may hold, counted once on the structured result.
const MaxReply = 4 << 20

// success puts a result into both forms that clients read.
func success(t Tool, out any) (*mcp.CallToolResult, error) {
	raw, err := output.Result(out)
	if err != nil {
		return nil, err
	}
	if len(raw) > MaxReply && !t.Unlimited {
		return nil, tooLarge(len(raw))
	}
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
