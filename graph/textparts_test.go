package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"plotline/graph"
)

// words returns numbered words. Each takes 10 quarters of a token with the space behind it.
func words(number int, end string) string {
	var text strings.Builder
	for i := range number {
		fmt.Fprintf(&text, "w%04d%s", i, end)
	}
	return strings.TrimSpace(text.String())
}

func embeddedParts(query string) []string { return graph.EmbeddedParts(graph.Episode{Query: query}) }

func TestEmbeddedPartsOfShortTexts(t *testing.T) {
	t.Parallel()
	for _, e := range []graph.Episode{
		{},
		{Name: " a name "},
		{Name: "name", Query: "query\n\n", Reflection: "reflection"},
		{Query: strings.Repeat("word ", 400)},
		{Query: strings.Repeat("世", 500)},
	} {
		if got := graph.EmbeddedParts(e); !slices.Equal(got, []string{graph.EmbeddedText(e)}) {
			t.Errorf("%q became %q", graph.EmbeddedText(e), got)
		}
	}
}

// TestEmbeddedPartsKeepAll checks texts that fit into the parts: nothing is left out, repeated or cut within a word.
func TestEmbeddedPartsKeepAll(t *testing.T) {
	t.Parallel()
	for number, want := range map[int]int{201: 2, 360: 2, 361: 3, 900: 5, 1100: 7} {
		for _, end := range []string{" ", "\n", " \n\n "} {
			text := words(number, end)
			got := embeddedParts(text)
			if all := strings.Join(got, " "); !slices.Equal(strings.Fields(all), strings.Fields(text)) {
				t.Errorf("%d words: parts differ from the text", number)
			}
			if end == " " && len(got) != want {
				t.Errorf("%d words: %d parts, want %d", number, len(got), want)
			}
			for i, part := range got {
				if length := utf8.RuneCountInString(part); length > 2000 || len(got) > graph.MaxParts || length == 0 {
					t.Errorf("%d words: part %d of %d has %d characters", number, i, len(got), length)
				}
			}
		}
	}
}

func TestEmbeddedPartsEndAtLines(t *testing.T) {
	t.Parallel()
	line := "This line is cut nowhere."
	for i, part := range embeddedParts(strings.TrimSpace(strings.Repeat(line+"\n", 200))) {
		if !strings.HasPrefix(part, line) || !strings.HasSuffix(part, line) {
			t.Errorf("part %d: %q", i, part)
		}
	}
}

// TestEmbeddedPartsWithoutSpaces covers scripts that are written without spaces. One character is about a token.
func TestEmbeddedPartsWithoutSpaces(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("世界", 600)
	got := embeddedParts(text)
	if strings.Join(got, "") != text || len(got) != 3 {
		t.Errorf("%d parts", len(got))
	}
	for i, part := range got {
		if length := utf8.RuneCountInString(part); length > 500 || !utf8.ValidString(part) {
			t.Errorf("part %d has %d characters", i, length)
		}
	}
}

// TestEmbeddedPartsOfVeryLongTexts checks that the parts lie at equal distances over the text.
func TestEmbeddedPartsOfVeryLongTexts(t *testing.T) {
	t.Parallel()
	const number = 5000
	text := words(number, " ")
	got := embeddedParts(text)
	if len(got) != graph.MaxParts || !strings.HasPrefix(text, got[0]) || !strings.HasSuffix(text, got[len(got)-1]) {
		t.Fatalf("%d parts, the first %.20q…", len(got), got[0])
	}
	last := -1
	for i, part := range got {
		from := strings.Index(text, part)
		if distance := from - last; last >= 0 && (distance < 4000 || distance > 4400) {
			t.Errorf("part %d begins %d characters after the one before", i, distance)
		}
		if last = from; len(part) < 800 {
			t.Errorf("part %d has %d characters", i, len(part))
		}
	}
}
