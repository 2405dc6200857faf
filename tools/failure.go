package tools

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/graph/fault"
	"plotline/graph/output"
)

// failure is a result that tells of an error. It has no structured content: strict clients would
// hold that against the output schema and hide what went wrong.
func failure(tool string, err *fault.Error) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		IsError: true,
		Content: []mcp.Content{mcp.NewTextContent(failureText(tool, err))},
	}
}

// failureText is the JSON of an error: error, details, tool and code, then what helps beside them.
func failureText(tool string, err *fault.Error) string {
	var b bytes.Buffer
	member := func(name string, value any) {
		raw, err := output.Marshal(value)
		if err != nil {
			raw = json.RawMessage("null")
		}
		separator := byte(',')
		if b.Len() == 0 {
			separator = '{'
		}
		b.WriteByte(separator)
		b.WriteString(strconv.Quote(name))
		b.WriteByte(':')
		b.Write(raw)
	}
	member("error", err.Title())
	member("details", err.Details)
	member("tool", tool)
	member("code", err.Code)
	for _, name := range slices.Sorted(maps.Keys(err.Extra)) {
		member(name, err.Extra[name])
	}
	b.WriteByte('}')
	return b.String()
}
