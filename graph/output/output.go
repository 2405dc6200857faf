// Package output writes results of use cases as JSON, the same on every door.
package output

import (
	"bytes"
	"encoding/json"
)

// Result writes a result as JSON in which no list is null.
func Result(out any) (json.RawMessage, error) {
	raw, err := Marshal(out)
	if err != nil || !bytes.Contains(raw, []byte("null")) {
		return raw, err
	}
	return Marshal(withoutNilLists(out))
}

// Marshal is json.Marshal that leaves <, > and & as they are: models and people read them better.
func Marshal(value any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// texter is a result that may have a text of its own in place of its JSON: a drawing.
type texter interface {
	Text() (text string, own bool)
}

// Text is the text that stands for a result where a door can show it bare; false when its JSON does.
func Text(out any) (string, bool) {
	if t, ok := out.(texter); ok {
		return t.Text()
	}
	return "", false
}
