package neo4jstore

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	migrations "plotline/graph/neo4jstore/schema"
	"plotline/internal/fault"
	"plotline/internal/schema"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

// former is what the last program before the digest of schemas left in a database: the number of its last migration, the
// counter of a workspace and an episode.
const former = `
	CREATE (:PlotlineSchema {name: 'plotline', number: 24})
	CREATE (:PlotlineSerial {workspace: 'w', last: 1, episodes: 1, languages: 'english'})
	CREATE (:Episode {workspace: 'w', id: 1, episode_id: '019a0000-0000-7000-8000-000000000001', name: 'old', query: 'old', reward: 0.0,
		reflection: '', created_at: 1, updated_at: 1, series_a: 0, series_b: 0, level_follows: 0, level_causes: 0})`

// content is what the test compares of a whole database.
const content = `MATCH (n) RETURN labels(n), properties(n) ORDER BY elementId(n)`

// TestMigrations checks, on a server of its own, that a made-up second migration runs once, and that a database whose
// schema the program does not know is refused and left as it is.
func TestMigrations(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	server := neo4jtest.OpenDedicated(t, neo4jtest.LTS)
	open := func(more ...string) *Store {
		s := openAt(t, server.Server, nil)
		for _, text := range more {
			s.migrations = append(slices.Clone(s.migrations), schema.Migration{Name: "made up", Text: text})
		}
		return s
	}
	query := func(text string) (facts []string) {
		found, err := neo4j.ExecuteQuery(t.Context(), server.Driver(t), text, nil, neo4j.EagerResultTransformer)
		ok(t, err)
		for _, row := range found.Records {
			facts = append(facts, fmt.Sprint(row.Values...))
		}
		return facts
	}
	refused := func(number int, s *Store) {
		t.Helper()
		before := query(content)
		for range 2 {
			_, err := s.CreateEpisodes(t.Context(), "w", graph.Batch{Episodes: []graph.NewEpisode{{Episode: graph.Episode{EpisodeID: graph.NewID(), Query: "new"}}}})
			wantCode(t, err, fault.Unavailable, "Neo4j at "+s.address+" "+schema.Version{Number: number}.Refusal())
		}
		if _, err := s.Survey(context.WithoutCancel(t.Context()), "w"); fault.CodeOf(err) != fault.Unavailable {
			t.Errorf("a survey of schema %d: %v", number, err)
		}
		if after := query(content); !slices.Equal(before, after) {
			t.Errorf("schema %d: %q became %q", number, before, after)
		}
	}

	query(former)
	refused(24, open())
	if made := query("SHOW CONSTRAINTS YIELD name RETURN name"); len(made) > 0 {
		t.Errorf("it made %q", made)
	}
	query("MATCH (n) DETACH DELETE n")

	first := open()
	ok(t, second(first.Status(t.Context())))
	ids := makeSome(t, first, "w", 1)
	const next = "CYPHER 5\nCREATE INDEX made_up IF NOT EXISTS FOR (e:Episode) ON (e.mood);\n\nCYPHER 5\nMATCH (e:Episode) SET e.mood = coalesce(e.mood, '') + 'calm'"
	for range 2 {
		s := open(next)
		_, _, err := s.Episode(t.Context(), "w", ids[0])
		ok(t, err)
		status, err := s.Status(t.Context())
		ok(t, err)
		if status.Schema != len(migrations.Migrations())+1 {
			t.Errorf("schema %d after a second migration", status.Schema)
		}
	}
	if moods := query("MATCH (e:Episode) RETURN e.mood"); !slices.Equal(moods, []string{"calm"}) {
		t.Errorf("moods %q, want one run of the migration", moods)
	}
	refused(2, open())
	refused(2, open("CYPHER 5\nCREATE INDEX another IF NOT EXISTS FOR (e:Episode) ON (e.temper)"))
}
