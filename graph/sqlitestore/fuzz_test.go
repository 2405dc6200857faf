package sqlitestore

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/graphtest"
)

// FuzzSearch checks that a query finds an episode exactly if the episode has all tokens of the query. No text may be
// read as an operator of the index's query language.
func FuzzSearch(f *testing.F) {
	for _, seed := range []string{
		"", "salt AND pepper", `"salt" OR NOT`, "NEAR(a b, 2)", "name:query", "col1 ^x -y +z", "sal*", "東京都 ｶﾞｯｺｳ", "e\u0301tude İ ß ﬁ",
		strings.Repeat("x", 250), "\x00\xff", "'; DROP TABLE episodes; --", "a\u200db \U000e0001", "𐐷𐐲 हिन्दी",
	} {
		f.Add(seed, seed)
		f.Add("some "+seed+" more", seed)
	}
	store := newStore(f)
	var made atomic.Int64
	f.Fuzz(func(t *testing.T, text, query string) {
		clauses := analysis.English.Parse(query)
		if len(text) > 1000 || len(clauses) > 64 {
			t.Skip("longer than what is worth the time")
		}
		own := fmt.Sprintf("w%d", made.Add(1))
		e := graph.Episode{EpisodeID: graph.NewID(), Name: "n", Query: strings.ToValidUTF8(text, ""), CreatedAt: 1, UpdatedAt: 1}
		_, err := store.CreateEpisodes(t.Context(), own, graph.Batch{Episodes: []graph.NewEpisode{{Episode: e}}})
		ok(t, err)
		looked, err := store.FindText(t.Context(), own, graph.TextQuery{Clauses: clauses, All: true, Limit: 10})
		ok(t, err)
		found, total := looked.Matches, looked.Count
		want := graphtest.HoldsAll(e, clauses)
		if (len(found) == 1) != want || total != len(found) {
			t.Errorf("%+v in %q: %d found, total %d", clauses, text, len(found), total)
		}
	})
}
