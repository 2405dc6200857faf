package expect

import (
	"testing"

	"plotline/testing/kit/jsonat"
)

// TextAt returns the text at a place in a JSON value, such as episodes.0.episode_id.
func TextAt(tb testing.TB, raw []byte, place string) string {
	tb.Helper()
	text, err := jsonat.Text(raw, place)
	NoError(tb, err)
	return text
}
