package scenes

import (
	"strings"
	"testing"
)

func TestShownName(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"Intro", "Two\nlines", "שלום", "👩‍👩‍👧"} {
		if err := shownName("sceneName", good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for bad, want := range map[string]string{
		"a\x00b": "U+0000", "a\x1b[31m": "U+001B", "\u202egnp": "U+202E", "\u2066x": "U+2066", " ": "must not be empty",
	} {
		if err := shownName("sceneName", bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", bad, err, want)
		}
	}
}
