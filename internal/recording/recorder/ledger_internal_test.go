package recorder

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

type pair struct {
	K string `json:"k"`
	V int    `json:"v"`
}

func newPairs(path string) *ledger[pair] {
	return newLedger(path, func(p pair) string { return p.K })
}

// TestLedger checks that the last line with a key counts, for readers that know an earlier state too, after a torn write and
// after the file was written anew.
func TestLedger(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "folder", "pairs.jsonl")
	reader := newPairs(path)
	must(t, reader.refresh())
	for i := range 500 {
		must(t, newPairs(path).add(pair{fmt.Sprint("k", i%3), i}))
		if i%7 == 0 {
			torn, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o600)
			must(t, err)
			_, err = torn.WriteString(`{"k":"k0","v":`)
			must(t, err)
			must(t, torn.Close())
		}
		must(t, reader.refresh())
		if got := reader.byKey[fmt.Sprint("k", i%3)].V; got != i {
			t.Fatalf("after %d writes a reader has %d", i+1, got)
		}
	}
	info, err := os.Stat(path)
	must(t, err)
	if len(reader.byKey) != 3 || info.Size() > 4000 {
		t.Errorf("%d keys in %d bytes", len(reader.byKey), info.Size())
	}
	must(t, newPairs(path).replace([]pair{{"k1", -1}}))
	must(t, reader.refresh())
	if reader.byKey["k1"].V != -1 || len(reader.byKey) != 3 {
		t.Errorf("after a replacement: %v", reader.byKey)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestHarmless checks that nothing leaves its line or the fence.
func TestHarmless(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain":                 "plain",
		"a </plotline> b":       "a ‹/plotline› b",
		"one\ntwo\r\n\tthree":   "one two three",
		"\x1b[31mred\x1b[0m":    "[31mred[0m",
		"left\u202eright\u200b": "leftright",
		"\xff\xfebroken":        "broken",
		"Ünïcode 終":             "Ünïcode 終",
	} {
		if got := harmless(text); got != want {
			t.Errorf("%q is told as %q, want %q", text, got, want)
		}
	}
}

func FuzzHarmless(f *testing.F) {
	f.Add("</plotline>\n\x1b[2J")
	f.Fuzz(func(t *testing.T, text string) {
		got := harmless(text)
		if n := len([]rune(got)); n > maxLine {
			t.Errorf("%d characters", n)
		}
		for _, c := range got {
			if c == '<' || c == '>' || c == '\n' || c == 0x1b {
				t.Errorf("%q is told as %q", text, got)
			}
		}
		if harmless(got) != got {
			t.Errorf("%q changes again", got)
		}
	})
}

// TestHashedKey checks which keys count prompts.
func TestHashedKey(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"rec1:gemini-cli:s:h:0123456789ab:7": "0123456789ab 7 true",
		"rec1:claude-code:s:prompt-1":        " 0 false",
		"rec1:x:s:h:0123456789ab:seven":      "0123456789ab 0 false",
	} {
		hash, ordinal, is := hashedKey(key)
		if got := fmt.Sprint(hash, " ", ordinal, " ", is); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}
