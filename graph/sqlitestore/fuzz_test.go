package sqlitestore

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"plotline/graph"
)

// FuzzSearch: the index finds an episode by a query exactly when the tokens of the one hold all those of
// the other, and no text is taken for a word of the index's own language.
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
		tokens := graph.QueryTokens(query)
		if len(text) > 1000 || len(tokens) > 64 {
			t.Skip("longer than what is worth the time")
		}
		own := fmt.Sprintf("w%d", made.Add(1))
		e := graph.Episode{EpisodeID: graph.NewID(), Name: "n", Query: strings.ToValidUTF8(text, ""), CreatedAt: 1, UpdatedAt: 1}
		_, err := store.CreateEpisodes(t.Context(), own, graph.Batch{Episodes: []graph.NewEpisode{{Episode: e}}})
		ok(t, err)
		hits, total, err := store.SearchEpisodes(t.Context(), own, graph.SearchQuery{Tokens: tokens, Limit: 10})
		ok(t, err)
		held := strings.Fields(graph.SearchText(e))
		want := len(tokens) > 0 && !slices.ContainsFunc(tokens, func(token string) bool { return !slices.Contains(held, token) })
		if (len(hits) == 1) != want || total != len(hits) {
			t.Errorf("%q in %q: %d hits, total %d", tokens, held, len(hits), total)
		}
	})
}
