package expect

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

// TextAt returns the text at a place in a JSON value, such as episodes.0.episode_id.
func TextAt(tb testing.TB, raw []byte, place string) string {
	tb.Helper()
	var value any
	NoError(tb, json.Unmarshal(raw, &value))
	for part := range strings.SplitSeq(place, ".") {
		switch here := value.(type) {
		case map[string]any:
			value = here[part]
		case []any:
			if i, err := strconv.Atoi(part); err == nil && i < len(here) {
				value = here[i]
			}
		}
	}
	text, is := value.(string)
	if !is {
		tb.Fatalf("%s is no text in %s", place, raw)
	}
	return text
}
