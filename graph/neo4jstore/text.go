package neo4jstore

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"time"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/ranking"
)

// CountText counts the episodes that hold each clause.
func (s *Store) CountText(ctx context.Context, ws string, q graph.CountQuery) (ranking.Statistics, error) {
	queries, groups := make([]string, len(q.Clauses)), make([]any, len(q.Clauses))
	for i, clause := range q.Clauses {
		queries[i], groups[i] = lucene(ws, clause), []any{needles(ws, clause)}
	}
	shares, samples, ofSamples := []int{}, []string{}, []any{}
	for sample := 1; q.Sample > 0 && sample <= analysis.MostSamples; sample++ {
		token := analysis.SampleToken(sample)
		shares, samples = append(shares, analysis.SampleShare(sample)), append(samples, inStems(ws, token))
		ofSamples = append(ofSamples, needles(ws, analysis.Clause{Tokens: []string{token}}))
	}
	return run(ctx, s, countText.with(params{
		"workspace": ws, "queries": queries, "needles": groups, "most": q.Most, "lately": lately(q.Brief),
		"least": q.Sample, "shares": shares, "samples": samples, "of_samples": ofSamples,
	}),
		func(r *row) (ranking.Statistics, error) {
			if err := checkLanguages(r, ws, q.Languages); err != nil {
				return ranking.Statistics{}, err
			}
			counted := ranking.Statistics{Episodes: int(r.integer("episodes")), Having: integers(r.fields, "having")}
			if len(counted.Having) != len(queries) {
				return counted, errDecode
			}
			sample := int(r.integer("sample"))
			tuples(r.fields, "sampled", []string{"clause", "number"}, func(f fields) struct{} {
				if i := int(f.integer("clause")); i < len(counted.Having) {
					counted.Having[i] = ranking.Estimate(int(f.integer("number")), sample, q.Most, counted.Episodes)
				}
				return struct{}{}
			})
			return counted, nil
		})
}

// FindText finds episodes by their texts.
func (s *Store) FindText(ctx context.Context, ws string, q graph.TextQuery) (graph.TextFound, error) {
	if q.All {
		return s.findAll(ctx, ws, q)
	}
	if len(q.Lookups) == 0 {
		return s.noMatches(ctx, ws, q)
	}
	queries, limits, weights := make([]string, len(q.Lookups)), make([]int, len(q.Lookups)), make([]float64, len(q.Lookups))
	groups := make([]any, len(q.Lookups))
	for i, l := range q.Lookups {
		queries[i], limits[i], weights[i] = lucene(ws, q.Clauses[l.Clause]), l.Most, l.Weight
		groups[i] = []any{needles(ws, q.Clauses[l.Clause])}
	}
	found, err := s.matches(ctx, ws, q, lookUp.with(params{
		"workspace": ws, "queries": queries, "needles": groups, "limits": limits, "weights": weights, "most": q.Limit,
		"lately": lately(q.Brief), "long": longText, "unfiltered": q.Unfiltered,
	}).filtered(q.Filter))
	for i := range found.items { // the server numbers the look-ups
		for j, lookup := range found.items[i].Held {
			found.items[i].Held[j] = q.Lookups[lookup].Clause
		}
	}
	return found.result(q), err
}

// termsOfQuery limits the tokens of a full-text query, because Lucene takes 1,024 clauses. Further terms are searched
// for in the results.
const termsOfQuery = 500

func (s *Store) findAll(ctx context.Context, ws string, q graph.TextQuery) (graph.TextFound, error) {
	var query strings.Builder
	rest := [][]string{}
	number, groups := 0, []any{}
	for _, clause := range q.Clauses {
		switch {
		case clause.Extra:
		case number < termsOfQuery || clause.Kind != analysis.Term:
			number += len(clause.Tokens)
			query.WriteString("+" + lucene(ws, clause) + " ")
			groups = append(groups, needles(ws, clause))
		default:
			rest = append(rest, scoped(ws, clause.Tokens))
		}
	}
	if number == 0 {
		return s.noMatches(ctx, ws, q)
	}
	found, err := s.matches(ctx, ws, q, findAll.with(params{
		"workspace": ws, "query": query.String(), "needles": groups, "rest": rest, "most": q.Limit,
		"lately": lately(q.Brief), "long": longText,
	}).filtered(q.Filter))
	return found.result(q), err
}

// These bound the terms in one reply of the server, which the driver holds several times while it reads it.
const (
	longText    = 1_000 // tokens; the terms of longer texts are read after the matches
	termsAtOnce = 16    // of so many texts
)

// textsFound is what a statement has found: each episode once.
type textsFound struct {
	items       []textFound
	total, both int // how many pass the filter, and how many there are
}

type textFound struct {
	graph.TextMatch

	passes, unfiltered bool // it belongs to Matches, and to Unfiltered
}

// result returns the matches of the two lists.
func (f textsFound) result(q graph.TextQuery) graph.TextFound {
	out := graph.TextFound{Matches: []graph.TextMatch{}, Count: f.total}
	for _, one := range f.items {
		if one.passes || q.All {
			out.Matches = append(out.Matches, one.TextMatch)
		}
	}
	if q.All || !q.Unfiltered {
		return out
	}
	out.Unfiltered, out.UnfilteredCount = []graph.TextMatch{}, f.both
	for _, one := range f.items {
		if one.unfiltered {
			m := one.TextMatch
			m.Held = slices.Clone(m.Held)
			out.Unfiltered = append(out.Unfiltered, m)
		}
	}
	return out
}

// matches returns the matches of a statement. Of the terms of long texts it holds only those of a few at once.
func (s *Store) matches(ctx context.Context, ws string, q graph.TextQuery, asked query) (textsFound, error) {
	terms := analysis.AskedBy(q.Clauses)
	found, err := run(ctx, s, asked, func(r *row) (textsFound, error) {
		if err := checkLanguages(r, ws, q.Languages); err != nil {
			return textsFound{}, err
		}
		return decodeMatches(r, terms)
	})
	if err != nil {
		return found, err
	}
	var long []int64
	places := map[int64]int{}
	for i, m := range found.items {
		if m.Length > longText {
			long, places[m.ID] = append(long, m.ID), i
		}
	}
	for some := range slices.Chunk(long, termsAtOnce) {
		_, err := run(ctx, s, readTerms.with(params{"workspace": ws, "numbers": some}), func(r *row) (struct{}, error) {
			numbers, list := column[int64](r.fields, "numbers"), r.list("terms")
			for i := range min(len(numbers), len(list)) {
				found.items[places[numbers[i]]].Vector = terms.Of(as[[]byte](r.fields, "terms", list[i], nil))
			}
			return struct{}{}, nil
		})
		if err != nil {
			return found, err
		}
	}
	return found, nil
}

// noMatches answers a query that has no clauses.
func (s *Store) noMatches(ctx context.Context, ws string, q graph.TextQuery) (graph.TextFound, error) {
	none := textsFound{}.result(q)
	if q.Languages.None() {
		return none, nil
	}
	now, err := s.Languages(ctx, ws)
	if err == nil {
		err = graph.IndexingState{Languages: now.Languages}.CheckReader(ws, q.Languages)
	}
	return none, err
}

// checkLanguages checks the languages of a query.
func checkLanguages(r *row, ws string, in analysis.Languages) error {
	return graph.IndexingState{Languages: analysis.Languages(r.str("languages"))}.CheckReader(ws, in)
}

func decodeMatches(r *row, asked analysis.Asked) (textsFound, error) {
	names := []string{"episode_id", "id", "created_at", "tags", "length", "terms", "held", "passes", "unfiltered"}
	found := tuplesReadable(r.fields, "found", names, func(f fields) textFound {
		m := textFound{
			TextMatch: graph.TextMatch{EpisodeID: f.id("episode_id"), ID: f.integer("id"), CreatedAt: f.time("created_at")},
			passes:    f.yes("passes"), unfiltered: f.yes("unfiltered"),
		}
		if len(f.list("tags")) > 0 {
			m.Tags = column[string](f, "tags")
		}
		m.Length, m.Vector, m.Held = int(f.integer("length")), asked.Of(take[[]byte](f, "terms")), integers(f, "held")
		return m
	})
	return textsFound{found, int(r.integer("total")), int(r.integer("both"))}, nil
}

func integers(f fields, name string) []int {
	list := column[int64](f, name)
	numbers := make([]int, len(list))
	for i, n := range list {
		numbers[i] = int(n)
	}
	return numbers
}

// lucene writes a clause as a Lucene query in the workspace. Tokens and scope have no character that is special
// inside quotes. A prefix is not quoted. It holds only letters, digits and the point of the scope.
func lucene(ws string, clause analysis.Clause) string {
	switch clause.Kind {
	case analysis.Phrase:
		return `words:"` + analysis.Scoped(scope(ws), clause.Tokens) + `"`
	case analysis.Prefix:
		return `words:` + scope(ws) + clause.Tokens[0] + `*`
	case analysis.Key:
		return `(words:"` + scope(ws) + clause.Tokens[0] + `" OR words:` + scope(ws) + analysis.KeyToken(clause.Tokens[0]) + `*)`
	default:
		return inStems(ws, clause.Tokens...)
	}
}

// What was written latelyFor ago is matched in the store, up to latelyMost episodes with latelyTerms terms. The server
// takes a few milliseconds to index an episode; all else that it has to index comes before.
const (
	latelyFor   = time.Minute
	latelyMost  = 1_000
	latelyTerms = 200_000
)

// lately returns how many episodes are matched in the store.
func lately(brief bool) int {
	if brief {
		return 0
	}
	return latelyMost
}

// needles returns what lucene asks for, as texts of which an episode has one in words or stems. These are padded with
// spaces at both ends.
func needles(ws string, clause analysis.Clause) map[string]any {
	words, stems := []string{}, []string{}
	switch clause.Kind {
	case analysis.Phrase:
		words = append(words, " "+analysis.Scoped(scope(ws), clause.Tokens)+" ")
	case analysis.Prefix:
		words = append(words, " "+scope(ws)+clause.Tokens[0])
	case analysis.Key:
		words = append(words, " "+scope(ws)+clause.Tokens[0]+" ", " "+scope(ws)+analysis.KeyToken(clause.Tokens[0]))
	default:
		for _, term := range scoped(ws, clause.Tokens) {
			stems = append(stems, " "+term+" ")
		}
	}
	return map[string]any{"words": words, "stems": stems}
}

// inStems writes a query for any of some terms.
func inStems(ws string, terms ...string) string {
	text := `stems:"` + strings.Join(scoped(ws, terms), `" OR stems:"`) + `"`
	if len(terms) == 1 {
		return text
	}
	return "(" + text + ")"
}

func scoped(ws string, terms []string) []string {
	list := make([]string, len(terms))
	for i, term := range terms {
		list[i] = scope(ws) + term
	}
	return list
}

// index adds the properties that the text index uses to those of an episode.
func index(item map[string]any, ws string, e graph.Episode, sets []analysis.Languages) {
	doc := graph.DocumentOf(e, sets...)
	terms := slices.Concat(doc.Terms, analysis.SampleTokens(string(e.EpisodeID)))
	item["words"], item["stems"] = analysis.Scoped(scope(ws), doc.Tokens), analysis.Scoped(scope(ws), terms)
	item["terms"], item["length"] = []byte(doc.Vector), doc.Length
}

// scope returns the prefix of every token of a workspace. If two workspaces ever share a prefix, their tokens are
// counted together, but neither finds the other's episodes.
func scope(ws string) string {
	const bits = 36 // seven digits of base 36
	sum := sha256.Sum256([]byte(ws))
	return strconv.FormatUint(binary.BigEndian.Uint64(sum[:])>>(64-bits), 36) + "."
}
