// Package output encodes the results of use cases as JSON, in the same way for every transport.
package output

import (
	"bytes"
	"encoding/json"
)

// Result encodes a result as JSON without null lists.
func Result(out any) (json.RawMessage, error) {
	raw, err := Marshal(out)
	if err != nil || !bytes.Contains(raw, []byte("null")) {
		return raw, err
	}
	return Marshal(withoutNilLists(out))
}

// Marshal is json.Marshal without escaping <, > and &, which models and people read better unescaped.
func Marshal(value any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// texter is a result that may have a text, such as a drawing, in place of its JSON.
type texter interface {
	Text() (text string, own bool)
}

// Text returns the text of a result for transports that can show plain text. It is false if the result has
// only JSON.
func Text(out any) (string, bool) {
	if t, ok := out.(texter); ok {
		return t.Text()
	}
	return "", false
}
