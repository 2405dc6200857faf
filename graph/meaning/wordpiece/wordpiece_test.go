package wordpiece_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph/meaning/wordpiece"
	"plotline/testing/kit/reference"
)

// specials begin every vocabulary of the tests.
func specials() []string { return []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"} }

func newTokenizer(tb testing.TB, vocabulary []string) *wordpiece.Tokenizer {
	tb.Helper()
	tokenizer, err := wordpiece.New(vocabulary)
	if err != nil {
		tb.Fatal(err)
	}
	return tokenizer
}

// cut returns the names of a text's tokens.
func cut(tokenizer *wordpiece.Tokenizer, vocabulary []string, text string, limit int) []string {
	ids := tokenizer.Encode(text, limit)
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = vocabulary[id]
	}
	return names
}

// TestReferenceTokens uses a vocabulary of the tokens in the reference. Greedy matching finds the same
// pieces with it as with the whole vocabulary, since a longer piece that fits would be in the reference too.
// Package builtin tests the whole vocabulary.
func TestReferenceTokens(t *testing.T) {
	t.Parallel()
	cases, err := reference.Cases()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range cases {
		for _, token := range c.Tokens {
			seen[token] = true
		}
	}
	vocabulary := specials()
	for token := range seen {
		if !slices.Contains(vocabulary, token) {
			vocabulary = append(vocabulary, token)
		}
	}
	tokenizer := newTokenizer(t, vocabulary)
	compared := 0
	for _, c := range cases {
		if c.Tokens == nil {
			continue
		}
		compared++
		if diff := cmp.Diff(c.Tokens, cut(tokenizer, vocabulary, c.Text, 512)); diff != "" {
			t.Errorf("%q: %s", c.Text, diff)
		}
	}
	if compared < 55 {
		t.Errorf("only %d texts were compared", compared)
	}
}

func TestEncode(t *testing.T) {
	t.Parallel()
	vocabulary := append(specials(), "order", "##s", "##er", "ord", "twice", "!", "中", "a", "##a")
	tokenizer := newTokenizer(t, vocabulary)
	for name, c := range map[string]struct {
		text  string
		limit int
		want  string
	}{
		"nothing":                {"", 8, "[CLS] [SEP]"},
		"the longest piece":      {"orders", 8, "[CLS] order ##s [SEP]"},
		"a part is unknown":      {"ordersq twice", 8, "[CLS] [UNK] twice [SEP]"},
		"case, accents, marks":   {"ÓRDERS!Twice", 8, "[CLS] order ##s ! twice [SEP]"},
		"Chinese characters":     {"a中中a", 8, "[CLS] a 中 中 a [SEP]"},
		"control characters":     {"or\x00der\u200bs", 8, "[CLS] order ##s [SEP]"},
		"bytes that are no text": {"or\xffder\xc3", 8, "[CLS] order [SEP]"},
		"cut in a word":          {"twice orders", 4, "[CLS] twice order [SEP]"},
		"cut to nothing":         {"twice", 2, "[CLS] [SEP]"},
		"the longest word":       {strings.Repeat("a", 100), 3, "[CLS] a [SEP]"},
		"too long a word":        {strings.Repeat("a", 101), 8, "[CLS] [UNK] [SEP]"},
		"written control tokens": {"[SEP]", 8, "[CLS] [UNK] [UNK] [UNK] [SEP]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(cut(tokenizer, vocabulary, c.text, c.limit), " "); got != c.want {
				t.Errorf("%q gives %s, not %s", c.text, got, c.want)
			}
		})
	}
}

func TestIncompleteVocabularies(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"[UNK]", "[CLS]", "[SEP]"} {
		vocabulary := slices.DeleteFunc(specials(), func(s string) bool { return s == name })
		if _, err := wordpiece.New(vocabulary); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

// FuzzEncode checks that the tokens of every text are framed, known and within the limit. They must not
// depend on the case or on bytes that are not UTF-8. The limit must only affect where they end.
func FuzzEncode(f *testing.F) {
	cases, err := reference.Cases()
	if err != nil {
		f.Fatal(err)
	}
	vocabulary := append(specials(), "order", "##s", "a", "##a", "!", "中", "1", "##1")
	tokenizer := newTokenizer(f, vocabulary)
	for _, c := range cases {
		f.Add(c.Text, 16)
	}
	f.Add("\xff\xc3(", 2)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = 2 + max(limit, -limit, 0)%600
		ids := tokenizer.Encode(text, limit)
		if len(ids) < 2 || len(ids) > limit || ids[0] != 2 || ids[len(ids)-1] != 3 {
			t.Fatalf("%q within %d: %v", text, limit, ids)
		}
		inner := ids[1 : len(ids)-1]
		for _, id := range inner {
			if id < 0 || int(id) >= len(vocabulary) || id == 0 || id == 2 || id == 3 || id == 4 {
				t.Fatalf("%q gives the token %d", text, id)
			}
		}
		longer := tokenizer.Encode(text, limit+7)
		if !slices.Equal(inner, longer[1 : len(longer)-1][:len(inner)]) {
			t.Fatalf("%q: %v and, with a higher limit, %v", text, ids, longer)
		}
		if clean := tokenizer.Encode(strings.ToValidUTF8(text, ""), limit); !slices.Equal(clean, ids) {
			t.Fatalf("%q: %v, and without bytes that are no text %v", text, ids, clean)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	vocabulary := append(specials(), "order", "##s", "arrive", "twice")
	tokenizer := newTokenizer(b, vocabulary)
	text := strings.Repeat("Orders arrive twice ", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if ids := tokenizer.Encode(text, 512); len(ids) != 402 {
			b.Fatal(len(ids))
		}
	}
}

func TestUnknown(t *testing.T) {
	t.Parallel()
	tokenizer := newTokenizer(t, append(specials(), "order", "##s", "a", "и", "##и", "订", "7", "。"))
	for text, want := range map[string]float64{
		"":           0,
		"orders a 7": 0,
		"orders 订":   1.0 / 3,
		"ии":         1,
		"orders ???": 3.0 / 5, // [UNK] for each mark
		"orders 。":   0.0,
	} {
		if got := tokenizer.Unknown(tokenizer.Encode(text, 99)); got != want {
			t.Errorf("%q: %.3f, want %.3f", text, got, want)
		}
	}
}
