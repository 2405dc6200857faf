package neo4jstore

import (
	"context"
	"strings"

	"plotline/graph"
)

// termsOfQuery is how many tokens the full-text index is asked for: Lucene takes 1,024 clauses. The
// text of what it finds is searched for the others.
const termsOfQuery = 500

// SearchEpisodes returns the best episodes whose search text holds every token.
func (s *Store) SearchEpisodes(ctx context.Context, ws string, q graph.SearchQuery) ([]graph.Hit, int, error) {
	if len(q.Tokens) == 0 {
		return []graph.Hit{}, 0, nil
	}
	first, words := min(len(q.Tokens), termsOfQuery), graph.ScoredTokens(q.Tokens)
	queries := make([]string, len(words))
	for i := range words {
		queries[i] = lucene(ws, words[i:i+1])
	}
	found, err := run(ctx, s, searchEpisodes.with(params{
		"workspace": ws, "query": lucene(ws, q.Tokens[:first]), "rest": q.Tokens[first:],
		"tags": q.Tags, "min_reward": q.MinReward, "most": graph.RankedMatches,
		"words": words, "queries": queries, "common": graph.CommonWord,
	}), func(r *row) (page[graph.Ranked], error) {
		return page[graph.Ranked]{rank(r, q.Limit), int(r.integer("total"))}, nil
	})
	if err != nil || found.total == 0 {
		return []graph.Hit{}, 0, err
	}
	episodes, err := s.EpisodesByID(ctx, ws, graph.RankedIDs(found.items))
	return graph.Hits(found.items, episodes), found.total, err
}

// rank scores what a search found.
func rank(r *row, limit int) []graph.Ranked {
	words := graph.WordStatistics{Episodes: int(r.integer("episodes")), Having: integers(r.fields, "having")}
	return graph.Rank(words, tuples(r.fields, "candidates", []string{"id", "length", "counts"}, func(f fields) graph.Candidate {
		return graph.Candidate{EpisodeID: graph.ID(f.str("id")), Length: int(f.integer("length")), Counts: integers(f, "counts")}
	}), limit)
}

func integers(f fields, name string) []int {
	list := column[int64](f, name)
	numbers := make([]int, len(list))
	for i, n := range list {
		numbers[i] = int(n)
	}
	return numbers
}

// lucene asks for all tokens in the workspace. Both are without a character that is special inside
// quotes.
func lucene(ws string, tokens []string) string {
	var query strings.Builder
	query.WriteString(`+workspace:"` + ws + `"`)
	for _, token := range tokens {
		query.WriteString(` +search_text:"` + token + `"`)
	}
	return query.String()
}
