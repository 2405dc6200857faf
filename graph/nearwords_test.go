package graph_test

import (
	"encoding/json"
	"testing"
)

const noneHasAny = "No episode has any of the words: try others, or prefix* for the beginning of one."

// TestHintNamesNearestWords checks the hint for words with mistakes, from typing or from dictation
// recognition.
func TestHintNamesNearestWords(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, text := range []string{
		"The checkout fails", "Checks of the cart", "Retry the deployment", "Die Größe der Straße", "port", "part", "pert", "purt",
	} {
		w.episode(t, text)
	}
	near := func(words string) string { return noneHasAny + " Similar words that occur: " + words + "." }
	for _, c := range []struct{ name, query, want string }{
		{"a letter that is missing", "chekout", near("checkout")},
		{"a letter too much", "checkkout", near("checkout")},
		{"a wrong letter", "checkaut", near("checkout")},
		{"the first letter is wrong", "xheckout", near("checkout")},
		{"two that changed places", "hceckout", near("checkout")},
		{"two mistakes", "chekoud", near("checkout")},
		{"a short word with changed places", "crat", near("cart")},
		{"a short word with two mistakes", "caxy", noneHasAny},
		{"letters beyond ASCII", "Strasse Größse Größn", near("straße, größe")},
		{"not the function word", "hte", noneHasAny},
		{"a word of each, and then more", "prt chekout deploymend", near("part, checkout, deployment")},
		{"at most three", "prt", near("part, pert, port")},
		{"nothing near", "zebra", noneHasAny},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, tool := range []string{"search_episodes", "recall"} {
				var out struct {
					Count int    `json:"count"`
					Hint  string `json:"hint"`
				}
				got, err := w.call(t, tool, `{"query": %q}`, c.query)
				if err == nil {
					err = json.Unmarshal([]byte(got), &out)
				}
				if err != nil {
					t.Fatal(err)
				}
				if out.Count != 0 || out.Hint != c.want {
					t.Errorf("%s %q: %d, %q\nwant %q", tool, c.query, out.Count, out.Hint, c.want)
				}
			}
		})
	}
}
