package input

import (
	"encoding/json"
	"slices"

	"plotline/internal/jsoncut"
)

// Source says what arguments may contain beside the forms that every transport accepts. The zero value accepts
// nothing more.
type Source struct {
	// JSONTexts accepts a text that contains a list or an object, where an argument is one. Models often encode such
	// arguments twice. A text inside such a text is not decoded again.
	JSONTexts bool
	// ClientNames ignores the names that known clients add to the arguments of every tool, unless the tool has an
	// argument of that name.
	ClientNames bool
	// NullIsAbsent makes null the same as an absent argument, so that it clears nothing. It is for clients that must
	// give every argument.
	NullIsAbsent bool
}

// clientNames are names that the MCP client of n8n adds (n8n-io/n8n#21500, #21716, #22787).
var clientNames = []string{"toolCallId", "sessionId", "action", "chatInput"}

func (s Source) ignores(name string) bool { return s.ClientNames && slices.Contains(clientNames, name) }

// readText returns the list or object that a text contains, and other values unchanged. It switches JSONTexts off
// for the values inside a text.
func (d *decoder) readText(raw []byte) []byte {
	if !d.from.JSONTexts || raw[0] != '"' {
		return raw
	}
	text := trimmed([]byte(jsoncut.Text(raw)))
	if len(text) == 0 || text[0] != '[' && text[0] != '{' || !json.Valid(text) {
		return raw
	}
	d.from.JSONTexts = false
	return text
}
