package jsoncut

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// AtMost reports whether a JSON text has no more tokens than most. Call it before the text is decoded into values that
// take many times its size. The text need not be valid: what encoding/json refuses is not counted to its end.
func AtMost(text []byte, most int) bool {
	tokens := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for n := 0; ; n++ {
		if _, err := tokens.ReadToken(); err != nil {
			return true
		}
		if n >= most {
			return false
		}
	}
}
