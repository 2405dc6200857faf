package analysis_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plotline/graph/analysis"
)

func TestTerms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Orders arrived twice":     "order arriv twice",
		"caches cached caching":    "cach cach cach",
		"getUserName":              "getusernam get user name",
		"HTTPServer2Go":            "httpserver2go http server2 go",
		"snake_case_name":          "snake case name",
		"the ESP32":                "the esp32",
		"東京都 の":                    "東 京 都 東京 京都 の",
		"データ":                      "デ ー タ デー ータ",
		"café naïve":               "café naïve",
		"go":                       "go",
		"":                         "",
		"?! 🚀":                     "",
		"Ｆｕｌｌ":                     "full",
		strings.Repeat("ings", 20): strings.Repeat("ings", 20),
	} {
		if diff := cmp.Diff(want, strings.Join(analysis.English.Terms(text), " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	type clause = analysis.Clause
	for query, want := range map[string][]clause{
		"Slow queries, slow": {{Tokens: []string{"slow"}, Text: "slow", Count: 2}, {Tokens: []string{"queri"}, Text: "queries", Count: 1}},
		`"roll back" now`: {
			{Kind: analysis.Phrase, Tokens: []string{"roll", "back"}, Text: `"roll back"`, Count: 1}, {Tokens: []string{"now"}, Text: "now", Count: 1, Function: true},
		},
		`deploy* de* de*ploy`: {
			{Kind: analysis.Prefix, Tokens: []string{"deploy"}, Text: "deploy*", Count: 1},
			{Tokens: []string{"de"}, Text: "de", Count: 2},
			{Tokens: []string{"ploy"}, Text: "ploy", Count: 1},
		},
		`an "unclosed`: {{Tokens: []string{"an"}, Text: "an", Count: 1, Function: true}, {Tokens: []string{"unclos"}, Text: "unclosed", Count: 1}},
		"fooBar": {
			{Tokens: []string{"foobar"}, Text: "foobar", Count: 1},
			{Tokens: []string{"foo"}, Text: "foo", Count: 1, Extra: true},
			{Tokens: []string{"bar"}, Text: "bar", Count: 1, Extra: true},
		},
		"fooBar bar": {
			{Tokens: []string{"foobar"}, Text: "foobar", Count: 1},
			{Tokens: []string{"foo"}, Text: "foo", Count: 1, Extra: true},
			{Tokens: []string{"bar"}, Text: "bar", Count: 2},
		},
		"abc* bcd* cde* def* efg* abc*": {
			{Kind: analysis.Prefix, Tokens: []string{"abc"}, Text: "abc*", Count: 2},
			{Kind: analysis.Prefix, Tokens: []string{"bcd"}, Text: "bcd*", Count: 1},
			{Kind: analysis.Prefix, Tokens: []string{"cde"}, Text: "cde*", Count: 1},
			{Kind: analysis.Prefix, Tokens: []string{"def"}, Text: "def*", Count: 1},
			{Tokens: []string{"efg"}, Text: "efg", Count: 1},
		},
		"Wi-Fi a--b": {
			{Tokens: []string{"wi"}, Text: "wi", Count: 1},
			{Tokens: []string{"fi"}, Text: "fi", Count: 1},
			{Tokens: []string{"a"}, Text: "a", Count: 1, Function: true},
			{Tokens: []string{"b"}, Text: "b", Count: 1},
			{Tokens: []string{"wifi"}, Text: "wifi", Count: 1, Extra: true},
		},
		"Zürich λόγος": {
			{Tokens: []string{"zürich", "zurich"}, Folded: 1, Text: "zürich", Count: 1},
			{Tokens: []string{"λόγος", "λογοσ"}, Folded: 1, Text: "λόγος", Count: 1},
		},
		"2866EECF 123456 decades": {
			{Kind: analysis.Key, Tokens: []string{"2866eecf"}, Text: "2866eecf", Count: 1},
			{Tokens: []string{"123456"}, Text: "123456", Count: 1},
			{Tokens: []string{"decad"}, Text: "decades", Count: 1},
		},
		"see graph/recall.go:7": {
			{Kind: analysis.Phrase, Tokens: []string{"graph", "recall", "go"}, Text: "graph/recall.go", Count: 1, Extra: true, Path: true},
			{Tokens: []string{"see"}, Text: "see", Count: 1},
			{Tokens: []string{"graph"}, Text: "graph", Count: 1},
			{Tokens: []string{"recal"}, Text: "recall", Count: 1},
			{Tokens: []string{"go"}, Text: "go", Count: 1},
			{Tokens: []string{"7"}, Text: "7", Count: 1},
		},
		`a.md "a.md"`: {
			{Kind: analysis.Phrase, Tokens: []string{"a", "md"}, Text: `"a.md"`, Count: 2, Path: true},
			{Tokens: []string{"a"}, Text: "a", Count: 1, Function: true},
			{Tokens: []string{"md"}, Text: "md", Count: 1},
		},
		`"" "?" *`: nil,
	} {
		if diff := cmp.Diff(want, analysis.English.Parse(query)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
}

// TestPaths reads the paths of files in queries.
func TestPaths(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{
		"graph/recall.go": {"graph/recall.go"}, "./a/b.c": {"a/b.c"}, "a/b.go:12:4": {"a/b.go"}, ".github/workflows/ci.yml": {".github/workflows/ci.yml"},
		"recall.go": {"recall.go"}, "cmd/plotline": {"cmd/plotline"}, ".gitignore": nil, "src/.gitignore": {"src/.gitignore"},
		"why (a/b.go)?": {"a/b.go"}, "`a/b.go`, a/c.go; and a/d.go.": {"a/b.go", "a/c.go", "a/d.go"}, "a/b.go a/b.go": {"a/b.go"},
		"/etc/passwd.bak is old": {"/etc/passwd.bak"}, "日本/語.md": {"日本/語.md"},
		"a/1.x b/2.x c/3.x d/4.x e/5.x":  {"a/1.x", "b/2.x", "c/3.x", "d/4.x"},
		"the README.md and cmd/plotline": nil, "and/or the rest": nil, "v1.2.3": nil, "10.0.0.0/8 is private": nil, "3.14": nil,
		"https://example.org/page.html": nil, "now. Then": nil, "/": nil, "a/": nil, "./": nil, "...": nil, "": nil, "half/": nil,
		strings.Repeat("a/", 300) + "b.go": nil,
	} {
		var got []string
		for _, clause := range analysis.English.Parse(query) {
			if clause.Path {
				got = append(got, clause.Text)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
}

func TestVectorCounts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"alpha", "beta", "gamma", "delta", "epsilon", "京都"}), 0, 300).Draw(t, "words")
		doc := analysis.Analyze(nil, analysis.Field{Text: strings.Join(words, " "), Weight: 2}, analysis.Field{Text: "beta", Weight: 1})
		counts := map[string]int{}
		for _, term := range analysis.English.Terms(strings.Join(words, " ")) {
			counts[term] += 2
		}
		counts["beta"]++
		if got := slices.Compact(slices.Sorted(slices.Values(doc.Terms))); len(got) != len(counts) || len(got) != len(doc.Terms) || slices.ContainsFunc(got, func(term string) bool { return counts[term] == 0 }) {
			t.Fatalf("terms %q, want each of %v once", doc.Terms, counts)
		}
		sum := 0
		for _, n := range counts {
			sum += n
		}
		if doc.Length != sum {
			t.Fatalf("length %d, want %d", doc.Length, sum)
		}
		for _, term := range append(analysis.English.Terms("alpha beta gamma delta epsilon 京都"), "nowher") {
			if got := doc.Vector.Count(term); got != min(counts[term], 255) {
				t.Fatalf("%q occurs %d times, want %d", term, got, counts[term])
			}
		}
	})
}

// TestFolded checks that a word counts without its accents and points too, and less than as written.
func TestFolded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, term   string
		count, exact int
	}{
		{"Zürich Zurich zurich", "zurich", 3, 2},
		{"Zürich Zurich", "zürich", 1, 1},
		{"λόγος", "λογοσ", 1, 0},
		{"שָׁלוֹם", "שלום", 1, 0},
		{"مُحَمَّد", "محمد", 1, 0},
		{"हिन्दी", "हनद", 0, 0},
		{"データ が", "か", 0, 0},
		{"Wi-Fi", "wifi", 1, 1},
		{"wi-fi-4 2024-10-20 a--b", "wifi", 0, 0},
		{"(re-index)", "reindex", 1, 1},
	} {
		doc := analysis.Analyze(nil, analysis.Field{Text: c.text, Weight: 1})
		if count, exact := doc.Vector.Count(c.term), doc.Vector.Exact(c.term); count != c.count || exact != c.exact {
			t.Errorf("%q has %q %d times, as written %d times; want %d and %d", c.text, c.term, count, exact, c.count, c.exact)
		}
		if slices.Contains(doc.Terms, c.term) != (c.count > 0) {
			t.Errorf("%q has the terms %q", c.text, doc.Terms)
		}
	}
}

func TestTruncatedVector(t *testing.T) {
	t.Parallel()
	whole := analysis.Analyze(nil, analysis.Field{Text: "alpha beta gamma", Weight: 1}).Vector
	for n := range whole {
		whole[:n].Count("beta") // must not panic
	}
}

// FuzzParse checks that every input gives clauses that a store accepts.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`fooBar "a b" de* 京都`, `""" "a" *`, "ÅΣ* \xff\"x", "a* b* c*"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		for _, c := range analysis.English.Parse(query) {
			if len(c.Tokens) == 0 || c.Count < 1 || c.Text == "" && c.Kind != analysis.Phrase {
				t.Fatalf("%q has the clause %+v", query, c)
			}
			for _, token := range c.Tokens {
				if token == "" || strings.ContainsAny(token, " \"*.:+-") || !utf8.ValidString(token) {
					t.Fatalf("%q has the token %q", query, token)
				}
			}
			if c.Kind == analysis.Prefix && (len(c.Tokens) != 1 || utf8.RuneCountInString(c.Tokens[0]) < 3) {
				t.Fatalf("%q has the prefix %+v", query, c)
			}
		}
	})
}
