package analysis_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"plotline/graph/analysis"
)

func set(tb testing.TB, names ...string) analysis.Languages {
	tb.Helper()
	l, err := analysis.LanguagesOf(names...)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

func TestLanguagesOf(t *testing.T) {
	t.Parallel()
	if a, b := set(t, "German", " english", "GERMAN"), set(t, "english", "german"); a != b || a.String() != "english, german" {
		t.Errorf("%q and %q", a, b)
	}
	if none := set(t); !none.None() || none.Or(analysis.English) != analysis.English {
		t.Errorf("no names make %q", none)
	}
	_, err := analysis.LanguagesOf("german", "klingon")
	if err == nil || !strings.Contains(err.Error(), `"klingon"`) || !strings.Contains(err.Error(), "russian, spanish") {
		t.Errorf("an unknown name: %v", err)
	}
	for _, variant := range []string{"porter", "", "german english"} {
		if _, err := analysis.LanguagesOf(variant); err == nil {
			t.Errorf("%q is taken", variant)
		}
	}
}

func TestTermsInLanguages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in         analysis.Languages
		text, want string
	}{
		{set(t, "german"), "Bestellungen Bestellung", "bestell bestell"},
		{set(t, "english"), "Bestellungen Zürich", "bestellungen zürich"},
		{set(t, "english", "german"), "Bestellungen orders", "bestellungen bestell order ord"},
		{set(t, "russian"), "заказы заказ orders", "заказ заказ orders"},
		{set(t, "russian"), "ёлка ёлки елка", "елк елк елк"},
		{set(t, "romanian"), "informație informaţie", "inform inform"},
		{set(t, "russian", "english"), "заказы orders 京都", "заказ order 京 都 京都"},
		{set(t, "french", "spanish"), "v2 3.14", "v2 3 14"},
		{"", "orders", "order"},
	} {
		if d := cmp.Diff(c.want, strings.Join(c.in.Terms(c.text), " ")); d != "" {
			t.Errorf("%q in %s (-want +got):\n%s", c.text, c.in, d)
		}
	}
}

// TestSeveralSets checks that queries in either of two sets find a text indexed for both, and that its length
// stays the same.
func TestSeveralSets(t *testing.T) {
	t.Parallel()
	field := analysis.Field{Text: "Bestellungen заказы orders 京都", Weight: 2}
	one := analysis.Analyze([]analysis.Languages{analysis.English}, field)
	if d := cmp.Diff(analysis.Analyze(nil, field), one); d != "" {
		t.Errorf("English is not what holds by itself:\n%s", d)
	}
	other := set(t, "german", "russian")
	both := analysis.Analyze([]analysis.Languages{analysis.English, other}, field)
	if both.Length != one.Length {
		t.Errorf("length %d, want %d", both.Length, one.Length)
	}
	for _, in := range []analysis.Languages{analysis.English, other} {
		for _, clause := range in.Parse(field.Text) {
			for _, stem := range clause.Tokens {
				if both.Vector.Count(stem) == 0 {
					t.Errorf("%s is not found by %q", in, stem)
				}
			}
		}
	}
}

func TestFunctionWordsAreEnglish(t *testing.T) {
	t.Parallel()
	if !analysis.English.Parse("with")[0].Function || set(t, "german").Parse("with")[0].Function {
		t.Error("a function word is one in English alone")
	}
}

// FuzzStems checks that in every language an index reads a stem as one token.
func FuzzStems(f *testing.F) {
	for _, seed := range []string{"Bestellungen", "l'été naïve", "заказы ёлка", "İstanbul ığdır", "المكتبات", "தமிழ்ச்சொற்கள்", "a\u0338bc yyy ıyı"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range analysis.KnownLanguages() {
			for _, term := range set(t, name).Terms(text) {
				if term == "" || strings.ContainsAny(term, " \"*.:+-\n") || !utf8.ValidString(term) || strings.Join(analysis.Tokens(term), "") != term {
					t.Fatalf("%q has the stem %q in %s", text, term, name)
				}
			}
		}
	})
}
