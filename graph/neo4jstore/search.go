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
	first := min(len(q.Tokens), termsOfQuery)
	found, err := run(ctx, s, searchEpisodes.with(params{
		"workspace": ws, "query": lucene(ws, q.Tokens[:first]), "rest": q.Tokens[first:],
		"tags": q.Tags, "min_reward": q.MinReward, "limit": limitOf(q.Limit),
	}), func(r *row) (page[graph.Hit], error) {
		return page[graph.Hit]{each(r.fields, "hits", decodeHit), int(r.integer("total"))}, nil
	})
	return found.items, found.total, err
}

func decodeHit(f fields) graph.Hit {
	return graph.Hit{Episode: decodeEpisode(f), Score: f.number("score")}
}

// lucene asks for all tokens in the workspace. Both are without a character that is special inside
// quotes, and the boost of 0 keeps the workspace out of the score.
func lucene(ws string, tokens []string) string {
	var query strings.Builder
	query.WriteString(`+workspace:"` + ws + `"^0`)
	for _, token := range tokens {
		query.WriteString(` +search_text:"` + token + `"`)
	}
	return query.String()
}
