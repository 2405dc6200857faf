package sqlitestore

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/ranking"
)

// CountText implements graph.Store.
func (s *Store) CountText(ctx context.Context, ws string, cq graph.CountQuery) (ranking.Statistics, error) {
	return read(ctx, s, func(q *session) (ranking.Statistics, error) {
		counted := ranking.Statistics{Having: make([]int, len(cq.Clauses))}
		w, there := q.workspace(ctx, ws)
		if !there {
			return counted, nil
		}
		if err := w.indexing.CheckReader(ws, cq.Languages); err != nil {
			return counted, err
		}
		counted.Episodes = int(q.number(ctx, countEpisodes, ws))
		sample := 0
		if cq.Sample > 0 {
			sample = ranking.SampleFor(counted.Episodes, cq.Sample)
		}
		for i, clause := range cq.Clauses {
			expression := match(w.key, clause)
			counted.Having[i] = int(q.number(ctx, countText, expression, cq.Most))
			if sample > 0 && counted.Having[i] >= cq.Most {
				expression += " AND " + inStems(w.key, analysis.SampleToken(sample))
				counted.Having[i] = ranking.Estimate(int(q.number(ctx, countText, expression, -1)), sample, cq.Most, counted.Episodes)
			}
		}
		return counted, nil
	})
}

// FindText implements graph.Store.
func (s *Store) FindText(ctx context.Context, ws string, tq graph.TextQuery) (graph.TextFound, error) {
	return read(ctx, s, func(q *session) (graph.TextFound, error) {
		w, there := q.workspace(ctx, ws)
		if !there {
			return graph.TextFound{Matches: []graph.TextMatch{}}, nil
		}
		if err := w.indexing.CheckReader(ws, tq.Languages); err != nil {
			return graph.TextFound{}, err
		}
		if tq.All {
			keys, number := q.findAll(ctx, w.key, tq)
			return graph.TextFound{Matches: q.matches(ctx, keys, nil, tq.Clauses), Count: number}, nil
		}
		var out graph.TextFound
		looked := q.lookUp(ctx, w.key, tq)
		if tq.Unfiltered {
			out.UnfilteredCount = len(looked.keys)
			out.Unfiltered = q.matches(ctx, looked.best(tq.Limit), looked.held, tq.Clauses)
		}
		q.filter(ctx, &looked, tq.Filter)
		out.Count = len(looked.keys)
		out.Matches = q.matches(ctx, looked.best(tq.Limit), looked.held, tq.Clauses)
		return out, nil
	})
}

// findAll returns the keys of the newest episodes that hold every clause, and the number of all such episodes. Extra
// clauses do not count.
func (q *session) findAll(ctx context.Context, workspace int64, tq graph.TextQuery) (keys []int64, total int) {
	var parts []string
	for _, clause := range tq.Clauses {
		if !clause.Extra {
			parts = append(parts, match(workspace, clause))
		}
	}
	if len(parts) == 0 {
		return nil, 0
	}
	args := append([]any{strings.Join(parts, " AND ")}, filterArgs(tq.Filter)...)
	fields := func(row *[2]int64) []any { return []any{&row[0], &row[1]} }
	for _, row := range all(ctx, q, findAll, fields, append(args, tq.Limit)...) {
		keys, total = append(keys, row[1]), int(row[0])
	}
	return keys, total
}

func filterArgs(f graph.EpisodeFilter) []any {
	return append(bounds(f), list(f.Tags))
}

// looked is the result of look-ups: the keys of episodes, and for each key its clauses and the sum of their weights.
type looked struct {
	keys    []int64
	held    map[int64][]int
	weights map[int64]float64
}

func (q *session) lookUp(ctx context.Context, workspace int64, tq graph.TextQuery) looked {
	found := looked{held: map[int64][]int{}, weights: map[int64]float64{}}
	for _, l := range tq.Lookups {
		for _, key := range q.keys(ctx, lookUp, match(workspace, tq.Clauses[l.Clause]), l.Most) {
			if found.held[key] == nil {
				found.keys = append(found.keys, key)
			}
			found.held[key] = append(found.held[key], l.Clause)
			found.weights[key] += l.Weight
		}
	}
	return found
}

// filter keeps what passes a filter.
func (q *session) filter(ctx context.Context, found *looked, f graph.EpisodeFilter) {
	if !f.IsEmpty() && len(found.keys) > 0 {
		found.keys = q.keys(ctx, filterKeys, append([]any{list(found.keys)}, filterArgs(f)...)...)
	}
}

// keys runs a query that returns all its keys in one JSON list.
func (q *session) keys(ctx context.Context, st *statement, args ...any) []int64 {
	text, _ := first(ctx, q, st, func(text *string) []any { return []any{text} }, args...)
	var keys []int64
	if text != "" {
		if err := json.Unmarshal([]byte(text), &keys); err != nil {
			q.fail(err)
		}
	}
	return keys
}

// best returns the keys with the highest weights. Of equal weights, the higher key comes first.
func (l looked) best(limit int) []int64 {
	slices.SortFunc(l.keys, func(a, b int64) int {
		return cmp.Or(cmp.Compare(l.weights[b], l.weights[a]), cmp.Compare(b, a))
	})
	return l.keys[:min(limit, len(l.keys))]
}

type keyedMatch struct {
	key int64
	graph.TextMatch
}

// askedColumn scans the counts of a text and keeps those that are asked for.
type askedColumn struct {
	asked  analysis.Asked
	counts *analysis.Vector
}

// Scan implements sql.Scanner.
func (a askedColumn) Scan(src any) error {
	raw, _ := src.([]byte)
	*a.counts = a.asked.Of(raw)
	return nil
}

func matchFields(asked analysis.Asked) func(m *keyedMatch) []any {
	return func(m *keyedMatch) []any {
		return []any{
			&m.key, (*string)(&m.EpisodeID), &m.ID, (*int64)(&m.CreatedAt), (*tagsColumn)(&m.Tags), &m.Length, askedColumn{asked, &m.Vector},
		}
	}
}

func (q *session) matches(ctx context.Context, keys []int64, held map[int64][]int, clauses []analysis.Clause) []graph.TextMatch {
	rows := all(ctx, q, getMatches, matchFields(analysis.AskedBy(clauses)), list(keys))
	found := make([]graph.TextMatch, len(rows))
	for i, row := range rows {
		found[i] = row.TextMatch
		found[i].Held = held[row.key]
	}
	return found
}

// match writes a clause as an FTS5 query. Tokens are quoted, so that none is read as an operator.
func match(workspace int64, clause analysis.Clause) string {
	switch clause.Kind {
	case analysis.Phrase:
		return `words : "` + analysis.Scoped(scope(workspace), clause.Tokens) + `"`
	case analysis.Prefix:
		return `words : "` + analysis.Scoped(scope(workspace), clause.Tokens) + `" *`
	case analysis.Key:
		return `words : ("` + scope(workspace) + clause.Tokens[0] + `" OR "` + scope(workspace) + analysis.KeyToken(clause.Tokens[0]) + `" *)`
	default:
		return inStems(workspace, clause.Tokens...)
	}
}

// inStems writes a query for any of some terms.
func inStems(workspace int64, terms ...string) string {
	var text strings.Builder
	for i, term := range terms {
		if i > 0 {
			text.WriteString(`" OR "`)
		}
		text.WriteString(scope(workspace) + term)
	}
	if len(terms) == 1 {
		return `stems : "` + text.String() + `"`
	}
	return `stems : ("` + text.String() + `")`
}

func scope(workspace int64) string { return strconv.FormatInt(workspace, 10) + "." }

// indexed is what the index stores of an episode's texts.
type indexed struct {
	words, stems string // columns of episode_index
	length       int    // the weighted number of its words
	different    int    // the number of different words
	terms        []byte
	pattern      int64
}

func indexOf(w workspace, e graph.Episode) indexed {
	doc := graph.DocumentOf(e, w.indexing.Sets()...)
	terms := slices.Concat(doc.Terms, analysis.SampleTokens(string(e.EpisodeID)))
	return indexed{
		words: analysis.Scoped(scope(w.key), doc.Tokens), stems: analysis.Scoped(scope(w.key), terms),
		length: doc.Length, different: len(terms), terms: doc.Vector, pattern: graph.PatternOf(e),
	}
}

// index adds an episode to the index. It must not be there yet.
func (q *session) index(ctx context.Context, key int64, w workspace, e graph.Episode) {
	text := indexOf(w, e)
	q.exec(ctx, insertText, key, text.words, text.stems)
	q.exec(ctx, insertTerms, key, text.length, text.terms)
}
