package tools

import (
	"bytes"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"

	"plotline/graph/fault"
)

// MaxReply is the most that a reply may hold, counted once on the structured result.
const MaxReply = 4 << 20

// texter is a result that has a text of its own where others show their JSON.
type texter interface {
	Text() (text string, own bool)
}

// success puts a result into both forms that clients read.
func success(t Tool, out any) (*mcp.CallToolResult, error) {
	raw, err := encodeResult(out)
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
	if t, ok := out.(texter); ok {
		if text, own := t.Text(); own {
			return text
		}
	}
	return string(raw)
}

func tooLarge(size int) error {
	return fault.Newf(fault.TooLarge,
		"The reply would be %d bytes, more than %d; narrow it by limit, ids or filters", size, MaxReply)
}

// encodeResult writes a result as JSON in which no list is null.
func encodeResult(out any) (json.RawMessage, error) {
	raw, err := encode(out)
	if err != nil || !bytes.Contains(raw, []byte("null")) {
		return raw, err
	}
	return encode(withoutNilLists(out))
}

// encode is json.Marshal that leaves <, > and & as they are: models read them better.
func encode(value any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
