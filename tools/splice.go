package tools

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/graph/output"
)

// spliceFrom is the size of a structured result from which it is worth a detour.
const spliceFrom = 2 << 10

// marshal is json.Marshal for messages. encoding/json reads through what a MarshalJSON gave once for
// each level above it, and a tool's result stands three levels deep, twice: of a large one that is
// most of the work of an answer. So a large result stays out until the rest is written, with tokens
// in its place that no client can guess.
func marshal(message any) ([]byte, error) {
	response, ok := message.(mcp.JSONRPCResponse)
	if !ok {
		return json.Marshal(message)
	}
	result, ok := response.Result.(*mcp.CallToolResult)
	if !ok {
		return json.Marshal(message)
	}
	light, parts, err := lighten(result)
	if err != nil {
		return nil, err
	}
	response.Result = light
	rest, err := json.Marshal(response)
	if err != nil {
		return nil, err
	}
	return splice(rest, parts), nil
}

// lighten gives a large result with tokens in place of its parts. One that is not worth it comes back
// as it was, without parts.
func lighten(result *mcp.CallToolResult) (light *mcp.CallToolResult, parts map[string][]byte, err error) {
	raw, structured := result.StructuredContent.(json.RawMessage)
	if !structured || len(raw) < spliceFrom || len(result.Content) != 1 {
		return result, nil, nil
	}
	text, plain := result.Content[0].(mcp.TextContent)
	if !plain {
		return result, nil, nil
	}
	quoted, err := output.Marshal(text.Text)
	if err != nil {
		return nil, nil, err
	}
	first, second := uuid.NewString(), uuid.NewString()
	text.Text = first
	copied := *result
	copied.Content, copied.StructuredContent = []mcp.Content{text}, second
	return &copied, map[string][]byte{strconv.Quote(first): quoted, strconv.Quote(second): raw}, nil
}

// splice puts the parts in place of their tokens, each of which stands once.
func splice(rest []byte, parts map[string][]byte) []byte {
	for token, part := range parts {
		before, after, _ := bytes.Cut(rest, []byte(token))
		whole := make([]byte, 0, len(rest)+len(part))
		whole = append(append(append(whole, before...), part...), after...)
		rest = whole
	}
	return rest
}
