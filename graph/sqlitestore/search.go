package sqlitestore

import (
	"context"
	"math"
	"strconv"
	"strings"

	"plotline/graph"
)

// SearchEpisodes implements graph.Store.
func (s *Store) SearchEpisodes(ctx context.Context, ws string, sq graph.SearchQuery) ([]graph.Hit, int, error) {
	type found struct {
		total int
		graph.Hit
	}
	hits, total := []graph.Hit{}, 0
	if len(sq.Tokens) == 0 {
		return hits, 0, nil
	}
	_, err := read(ctx, s, func(q *session) (struct{}, error) {
		workspace, _, _ := q.workspace(ctx, ws)
		for _, f := range all(ctx, q, searchEpisodes, func(f *found) []any {
			return append([]any{&f.total, &f.Score}, episodeFields(&f.Episode)...)
		}, match(workspace, sq.Tokens), or(sq.MinReward, math.Inf(-1)), list(sq.Tags), sq.Limit) {
			hits, total = append(hits, f.Hit), f.total
		}
		return struct{}{}, nil
	})
	return hits, total, err
}

// match asks for every token, in FTS5's language: quoted, so that none is taken for a word of it.
func match(workspace int64, tokens []string) string {
	quoted := make([]string, len(tokens))
	for i, token := range tokens {
		quoted[i] = `"` + scope(workspace) + token + `"`
	}
	return strings.Join(quoted, " AND ")
}

// searchText is what is indexed of an episode: its tokens, each in the scope of the workspace.
func searchText(workspace int64, e graph.Episode) string {
	tokens := strings.Fields(graph.SearchText(e))
	for i, token := range tokens {
		tokens[i] = scope(workspace) + token
	}
	return strings.Join(tokens, " ")
}

func scope(workspace int64) string { return strconv.FormatInt(workspace, 10) + "." }
