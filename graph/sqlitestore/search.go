package sqlitestore

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"plotline/graph"
)

// SearchEpisodes implements graph.Store.
func (s *Store) SearchEpisodes(ctx context.Context, ws string, sq graph.SearchQuery) ([]graph.Hit, int, error) {
	hits, total := []graph.Hit{}, 0
	if len(sq.Tokens) == 0 {
		return hits, 0, nil
	}
	_, err := read(ctx, s, func(q *session) (struct{}, error) {
		hits, total = q.search(ctx, ws, sq)
		return struct{}{}, nil
	})
	return hits, total, err
}

// search ranks with the contract's numbers. Those of FTS5's bm25 cover the whole file.
func (q *session) search(ctx context.Context, ws string, sq graph.SearchQuery) ([]graph.Hit, int) {
	workspace, _, _ := q.workspace(ctx, ws)
	keys, total := q.matches(ctx, workspace, sq)
	if total == 0 {
		return []graph.Hit{}, 0
	}
	words := graph.ScoredTokens(sq.Tokens)
	statistics := graph.WordStatistics{Episodes: int(q.number(ctx, countEpisodes, ws)), Having: make([]int, len(words))}
	for i := range words {
		statistics.Having[i] = int(q.number(ctx, countWord, match(workspace, words[i:i+1]), graph.CommonWord))
	}
	ranked := graph.Rank(statistics, q.candidates(ctx, keys, words), sq.Limit)
	return graph.Hits(ranked, all(ctx, q, getEpisodes, episodeFields, ws, list(graph.RankedIDs(ranked)))), total
}

// matches gives the keys of the newest matches, and counts all of them.
func (q *session) matches(ctx context.Context, workspace int64, sq graph.SearchQuery) (keys []int64, total int) {
	for _, row := range all(ctx, q, searchEpisodes, func(row *[2]int64) []any { return []any{&row[0], &row[1]} },
		match(workspace, sq.Tokens), or(sq.MinReward, math.Inf(-1)), list(sq.Tags), graph.RankedMatches) {
		keys, total = append(keys, row[1]), int(row[0])
	}
	return keys, total
}

// textsAtOnce is how many texts are held to count their words: they may be 96 KiB each.
const textsAtOnce = 50

func (q *session) candidates(ctx context.Context, keys []int64, words []string) []graph.Candidate {
	found := make([]graph.Candidate, 0, len(keys))
	for some := range slices.Chunk(keys, textsAtOnce) {
		for _, e := range all(ctx, q, getTexts, textFields, list(some)) {
			found = append(found, graph.NewCandidate(e, words))
		}
	}
	return found
}

func textFields(e *graph.Episode) []any {
	return []any{(*string)(&e.EpisodeID), &e.Name, &e.Query, &e.Reflection, (*tagsColumn)(&e.Tags)}
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
