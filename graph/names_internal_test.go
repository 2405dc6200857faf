package graph

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plotline/internal/fault"
)

func TestDefaultName(t *testing.T) {
	t.Parallel()
	tests := []struct{ query, want string }{
		{"Fix the build", "Fix the build"},
		{"  Fix the build \nand tell everybody", "Fix the build"},
		{"\r\n\n\tFix the build\r\nand more", "Fix the build"},
		{"", "Untitled"},
		{" \n\t\n ", "Untitled"},
		{strings.Repeat("é", 80), strings.Repeat("é", 80)},
		{strings.Repeat("é", 81), strings.Repeat("é", 80)},
		{strings.Repeat("漢", 500) + "\nx", strings.Repeat("漢", 80)},
	}
	for _, test := range tests {
		if got := DefaultName(test.query); got != test.want {
			t.Errorf("DefaultName(%.20q) = %q, want %q", test.query, got, test.want)
		}
	}
}

// TestDefaultNameIsValid checks that every query gives a name that create_episode would accept.
func TestDefaultNameIsValid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := DefaultName(rapid.String().Draw(t, "query"))
		if n := utf8.RuneCountInString(name); n < 1 || n > 80 || strings.Contains(name, "\n") {
			t.Fatalf("name %q", name)
		}
	})
}

func TestParseEnd(t *testing.T) {
	t.Parallel()
	const upper, lower = "0192F3C4-8F6E-7CC0-B1D2-3E4F5A6B7C8D", "0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8d"
	for text, want := range map[string]End{"#0": {Item: 0}, "#11": {Item: 11}, upper: {Item: -1, Episode: lower}} {
		if got, err := parseEnd("from", text, 12); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"#12", "#-1", "#", "#x", "#00", "#+1", "# 1", "#1 ", "#9999999999999999999999", "0", "x", "", "##0"} {
		_, err := parseEnd("to", text, 12)
		want := "to must be '#0' to '#11' or a UUID: " + text
		if fault.CodeOf(err) != fault.InvalidArgument || fault.From(err).Details != want {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	_, err := parseEnd("to", "#"+strings.Repeat("9", 1<<20), 12)
	if got := fault.From(err).Details; len(got) > 200 {
		t.Errorf("a long text is refused with %d bytes", len(got))
	}
}

func TestUnique(t *testing.T) {
	t.Parallel()
	list := []string{"b", "a", "b", "c", "a"}
	if diff := cmp.Diff([]string{"b", "a", "c"}, unique(list)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"b", "a", "b", "c", "a"}, list); diff != "" {
		t.Errorf("the list itself changed:\n%s", diff)
	}
	if got := unique([]ID(nil)); got != nil {
		t.Errorf("unique(nil) = %v", got)
	}
}
