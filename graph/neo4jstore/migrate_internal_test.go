package neo4jstore

import (
	"testing"

	"plotline/graph"
	"plotline/graph/analysis"
)

// TestFormerEpisodes checks that a search finds the episodes of an older version by the words of every field, once
// they are indexed.
func TestFormerEpisodes(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s, former := t.s[0], 2*atOnce+7
		ok(t, s.ready(t.Context()))
		statement := &statement{name: "former", effect: adds, meta: meta("former"), text: `
			UNWIND range(1, $n) AS i
			CREATE (:Episode {workspace: $workspace, id: i, episode_id: randomUUID(), created_at: i, updated_at: i, reward: 0.0,
				name: 'name' + i, query: 'orders arrived', reflection: 'learned', tags: ['old tag'], search_text: 'orders'})`}
		_, err := exec(t.Context(), s, statement.with(params{"workspace": t.ws, "n": former}), nothing)
		ok(t, err)
		finds := func(text string, want int) {
			t.Helper()
			_, count, err := s.FindText(t.Context(), t.ws, graph.TextQuery{Clauses: analysis.English.Parse(text), All: true, Limit: 1})
			ok(t, err)
			if count != want {
				t.Errorf("%d episodes with %q, want %d", count, text, want)
			}
		}
		finds("order", 0)
		for range 2 { // it may be repeated
			ok(t, s.indexWorkspace(t.Context(), t.ws))
			for text, want := range map[string]int{"order arrives": former, `"orders arrived"`: former, "tag learn": former, "name7": 1, "nothing": 0} {
				finds(text, want)
			}
		}
	})
}
