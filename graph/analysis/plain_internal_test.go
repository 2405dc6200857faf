package analysis

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// checkPlain checks that the ASCII code finds the same tokens and terms as the code for any text.
func checkPlain(t interface{ Errorf(string, ...any) }, text string) {
	if diff := cmp.Diff(strings.Join(appendTokens(nil, text), " "), strings.Join(Tokens(text), " ")); diff != "" {
		t.Errorf("tokens of %+q (-want +got):\n%s", text, diff)
	}
	var terms []string
	for _, w := range words(text) {
		w.eachToken(func(token string) { terms = stemmersOf(English).terms(terms, token) })
	}
	for whole := range hyphenated(text) {
		terms = stemmersOf(English).terms(terms, whole)
	}
	if diff := cmp.Diff(strings.Join(terms, " "), strings.Join(English.Terms(text), " ")); diff != "" {
		t.Errorf("terms of %+q (-want +got):\n%s", text, diff)
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	pieces := rapid.SampledFrom([]string{
		"a", "Z", "9", "HTTPServer", "fooBar", "caching", " ", " ", "  ", "\n", "_", "-", "=", "\x7f", "\x00", "é", "e\u0301", "\u0301", "\u0338",
		"K", "ß", "İ", "京都", "ｶ", "ﾞ", "\xff", "\u00a0", "´", "ﬁ", strings.Repeat("x", 99), strings.Repeat("Y", 101), strings.Repeat("\u0301", 40),
	})
	rapid.Check(t, func(t *rapid.T) {
		checkPlain(t, strings.Join(rapid.SliceOf(rapid.OneOf(pieces, rapid.String())).Draw(t, "pieces"), ""))
	})
}

func FuzzPlain(f *testing.F) {
	f.Add("HTTPServer fooBar e\u0301 = \u0338 京都\xff " + strings.Repeat("\u0301", 40))
	f.Fuzz(func(t *testing.T, text string) { checkPlain(t, text) })
}
