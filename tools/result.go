package tools

import (
	"context"
	"encoding/json"
	"time"

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

// failure is the result of a failed call. It has no structured content: strict clients would check that against the
// output schema and hide the error.
func failure(tool string, err *fault.Error) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		IsError: true,
		Content: []mcp.Content{mcp.NewTextContent(failureText(tool, err))},
	}
}

// failureText is the JSON of an error: error, details, tool and code, then the extra fields.
func failureText(tool string, err *fault.Error) string {
	var o output.Object
	o.Add("error", err.Title())
	o.Add("details", err.Details)
	o.Add("tool", tool)
	o.Add("code", err.Code)
	o.AddSorted(err.Extra)
	return string(o.JSON())
}

// stamp adds to a result's metadata the tool, the duration of the call in milliseconds, and its end (RFC 3339, UTC).
func stamp(result *mcp.CallToolResult, tool string, start time.Time) {
	result.Meta = &mcp.Meta{AdditionalFields: map[string]any{
		"tool":         tool,
		"milliseconds": float64(time.Since(start).Microseconds()) / 1000,
		"time":         time.Now().UTC().Format("2006-01-02T15:04:05.000Z07:00"),
	}}
}
