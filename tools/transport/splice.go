package transport

import (
	"encoding/json"
	"strconv"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/output"
)

// spliceFrom is the size in bytes from which splicing a structured result is worth it.
const spliceFrom = 2 << 10

// Marshal is json.Marshal for messages. encoding/json scans the output of a MarshalJSON again for each level above
// it, and a tool's result is three levels deep, twice. For a large result this would be most of the cost. So Marshal
// encodes the message with random tokens in place of a large result, and inserts the result afterwards.
func Marshal(message any) ([]byte, error) {
	response, ok := message.(mcp.JSONRPCResponse)
	if !ok {
		return json.Marshal(message)
	}
	result, ok := response.Result.(*mcp.CallToolResult)
	if !ok {
		return json.Marshal(message)
	}
	light, parts, err := ReplaceByTokens(result)
	if err != nil {
		return nil, err
	}
	response.Result = light
	rest, err := json.Marshal(response)
	if err != nil {
		return nil, err
	}
	return Splice(rest, parts), nil
}

// ReplaceByTokens returns a large result with tokens in place of its parts. It returns a small result unchanged, without
// parts.
func ReplaceByTokens(result *mcp.CallToolResult) (light *mcp.CallToolResult, parts map[string][]byte, err error) {
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

// Splice replaces each token, which occurs once, by its part.
func Splice(rest []byte, parts map[string][]byte) []byte {
	for token, part := range parts {
		rest = output.Splice(rest, token, len(part), func(b []byte) []byte { return append(b, part...) })
	}
	return rest
}
