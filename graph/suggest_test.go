package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

// suggestions is the part of the reply that tests compare: what found each episode, and its name.
func suggestions(t *testing.T, s *graph.Service, in graph.SuggestInput) (list []string, out graph.SuggestOutput) {
	t.Helper()
	if in.Limit == 0 {
		in.Limit = 8
	}
	out, err := s.Suggest(t.Context(), by, in)
	if err != nil {
		t.Fatal(err)
	}
	list = make([]string, 0, len(out.Episodes))
	for _, e := range out.Episodes {
		list = append(list, e.By+" "+e.Name)
	}
	return list, out
}

func newTypist(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	for _, episode := range []string{
		`"name": "Orders arrive twice", "query": "Customers are charged twice", "reward": -0.8, "tags": ["payment-retry", "orders"], ` +
			`"reflection": "The gateway repeats a request after ten seconds. Give **every order** a key, so that a repeat is recognised. Nobody had looked."`,
		`"name": "Invoice totals", "query": "The refund was counted as an order", "reward": 0.5, "tags": ["refund"]`,
		`"name": "Paint the shed", "query": "Paint the shed", "reward": 0`,
	} {
		w.ok(t, "create_episode", `{%s}`, episode)
	}
	return w
}

// TestSuggestTyped types a word letter by letter: none of its beginnings finds nothing.
func TestSuggestTyped(t *testing.T) {
	t.Parallel()
	w := newTypist(t)
	for _, related := range []bool{false, true} {
		for n := range len("orders") {
			got, out := suggestions(t, w.Service, graph.SuggestInput{Query: "orders"[:n+1], Related: related})
			same(t, fmt.Sprintf("%q", "orders"[:n+1]), []string{"words Orders arrive twice", "words Invoice totals"}, got)
			same(t, "hint", "", out.Hint)
		}
		got, _ := suggestions(t, w.Service, graph.SuggestInput{Query: "ord ", Related: related})
		same(t, "a finished word is a word", []string{}, got)
	}
	got, _ := suggestions(t, w.Service, graph.SuggestInput{Query: "orders", Limit: 1})
	same(t, "limit", []string{"words Orders arrive twice"}, got)
}

func TestSuggestExcerpts(t *testing.T) {
	t.Parallel()
	w := newTypist(t)
	for query, want := range map[string]string{
		"gatew":        "The gateway repeats a request after ten seconds.",
		"every key":    "Give every order a key, so that a repeat is recognised.",
		"charg":        "Customers are charged twice",
		`"had looked"`: "Nobody had looked.",
		"arrive":       "The gateway repeats a request after ten seconds.", // only the name has it
		"#1":           "The gateway repeats a request after ten seconds.",
		"shed":         "", // the name says all
	} {
		_, out := suggestions(t, w.Service, graph.SuggestInput{Query: query})
		if len(out.Episodes) == 0 || out.Episodes[0].Excerpt != want {
			t.Errorf("%s: %+v, want the excerpt %q", query, out.Episodes, want)
		}
	}
	w.ok(t, "create_episode", `{"name": "long", "query": "%s needle %s", "reward": 0}`, strings.Repeat("hay ", 500), strings.Repeat("stack ", 400))
	w.ok(t, "create_episode", `{"name": "longer", "query": "%s", "reward": 0}`, strings.Repeat("é", 9000))
	_, out := suggestions(t, w.Service, graph.SuggestInput{Query: "needl"})
	got := out.Episodes[0].Excerpt
	if !strings.Contains(got, "needle") || !strings.HasPrefix(got, "…hay") || !strings.HasSuffix(got, "…") || len([]rune(got)) > 160 {
		t.Errorf("a long sentence: %q", got)
	}
}

func TestSuggestNumbers(t *testing.T) {
	t.Parallel()
	w := newTypist(t)
	w.ok(t, "create_episode", `{"query": "Retry 2 times", "reward": 0}`)
	got, _ := suggestions(t, w.Service, graph.SuggestInput{Query: " #2 "})
	same(t, "#2 is taken at its word", []string{"number Invoice totals"}, got)
	got, _ = suggestions(t, w.Service, graph.SuggestInput{Query: "2"})
	same(t, "2 may be a word", []string{"number Invoice totals", "words Retry 2 times"}, got)
	got, out := suggestions(t, w.Service, graph.SuggestInput{Query: "#999", Related: true})
	same(t, "no such number", []string{}, got)
	same(t, "no such number", "There is no episode #999.", out.Hint)
	for _, query := range []string{"#0", "#-1", "#+1", "#99999999999999999999", "#"} {
		got, out := suggestions(t, w.Service, graph.SuggestInput{Query: query})
		if out.Hint != "" || query == "#0" && len(got) > 0 {
			t.Errorf("%s: %v, %q", query, got, out.Hint)
		}
	}
}

func TestSuggestHints(t *testing.T) {
	t.Parallel()
	w := newTypist(t)
	for query, want := range map[string]string{
		`"every refund"`:  `No episode has the phrase "every refund"; its words were searched.`,
		"order -refund":   "A minus sign leaves nothing out: -refund was searched like the other words.",
		"customer-facing": "",
		"10 -2":           "",
		"ordesr":          "Similar words that occur: order, orders.",
		`"`:               "",
	} {
		for _, related := range []bool{false, true} {
			if _, out := suggestions(t, w.Service, graph.SuggestInput{Query: query, Related: related}); out.Hint != want {
				t.Errorf("%s: %q, want %q", query, out.Hint, want)
			}
		}
	}
}

// TestSuggestSigns checks that signs alone find nothing, also by meaning.
func TestSuggestSigns(t *testing.T) {
	t.Parallel()
	m := newShop(t)
	for _, query := range []string{`"`, `\`, "   ", "?!", "**"} {
		got, out := suggestions(t, m.Service, graph.SuggestInput{Query: query, Related: true})
		same(t, query, []string{}, append(got, out.Tags...))
	}
}

func TestSuggestTags(t *testing.T) {
	t.Parallel()
	w := newTypist(t)
	for query, want := range map[string][]string{
		"re":        {"refund", "payment-retry"},
		"Payment r": {"payment-retry"},
		"tax":       {},
	} {
		_, out := suggestions(t, w.Service, graph.SuggestInput{Query: query})
		same(t, query, want, out.Tags)
	}
	w.ok(t, "create_episode", `{"query": "q", "reward": 0, "tags": ["tax"]}`)
	_, out := suggestions(t, w.Service, graph.SuggestInput{Query: "tax"})
	same(t, "a new tag", []string{"tax"}, out.Tags)
	w.fails(t, fault.InvalidArgument, "query is required", "suggest_episodes", `{"query": ""}`)
}
