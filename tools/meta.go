package tools

import (
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// stamp adds to a result's metadata the tool, the duration of the call in milliseconds, and its end (RFC 3339, UTC).
func stamp(result *mcp.CallToolResult, tool string, start time.Time) {
	result.Meta = &mcp.Meta{AdditionalFields: map[string]any{
		"tool":         tool,
		"milliseconds": float64(time.Since(start).Microseconds()) / 1000,
		"time":         time.Now().UTC().Format("2006-01-02T15:04:05.000Z07:00"),
	}}
}
