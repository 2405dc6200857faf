package tools

import (
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/fault"
	"plotline/internal/output"
)

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
