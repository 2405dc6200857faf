package neo4jstore

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/ranking"
	"plotline/testing/kit/neo4jtest"
)

// TestTermsOfLongTexts checks that matches have the terms of their texts, although those of long ones are read a few at once.
func TestTermsOfLongTexts(t *testing.T) {
	t.Parallel()
	s, ws := open(t, neo4jtest.LTS), workspace(t, neo4jtest.LTS)
	var batch graph.Batch
	terms := map[graph.ID]analysis.Vector{}
	clauses := analysis.English.Parse("memory even")
	for i := range 2*termsAtOnce + 3 {
		e := newEpisode("e" + strconv.Itoa(i))
		e.Query = strings.Repeat("memory ", 1+i) + strings.Repeat("even ", 1-i%2) + strings.Repeat("word ", i%3*longText)
		terms[e.EpisodeID] = graph.DocumentOf(e.Episode, analysis.English).Vector
		batch.Episodes = append(batch.Episodes, e)
	}
	ok(t, second(s.CreateEpisodes(t.Context(), ws, batch)))
	lookups := []graph.TextLookup{{Lookup: ranking.Lookup{Clause: 0, Most: 100}, Weight: 1}}
	for name, q := range map[string]graph.TextQuery{
		"all":      {Clauses: clauses[:1], All: true, Limit: 100},
		"look-ups": {Clauses: clauses, Lookups: lookups, Limit: 100},
	} {
		looked, err := s.FindText(t.Context(), ws, q)
		found, total := looked.Matches, looked.Count
		if err != nil || total != len(terms) || len(found) != total {
			t.Errorf("%s: %d of %d, %v", name, len(found), total, err)
		}
		asked := analysis.AskedBy(q.Clauses)
		if i := slices.IndexFunc(found, func(m graph.TextMatch) bool { return string(m.Vector) != string(asked.Of(terms[m.EpisodeID])) }); i >= 0 {
			t.Errorf("%s: the terms of %d tokens are %x, want %x", name, found[i].Length, found[i].Vector, asked.Of(terms[found[i].EpisodeID]))
		}
	}
}
