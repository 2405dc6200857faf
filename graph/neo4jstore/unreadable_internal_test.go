package neo4jstore

import (
	"bytes"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/transfer"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/testing/kit/neo4jtest"
)

// serviceOn returns the use cases on a store.
func serviceOn(s *Store) *graph.Service {
	logger := slog.New(slog.DiscardHandler)
	return graph.NewService(s, &usecase.Runner{Logger: logger, Audit: audit.NewLog(audit.NewWriter(io.Discard), audit.All, logger)})
}

// TestOneBadValue edits one element as a person in Browser does, and checks that reads leave out at most that element, that
// an export fails and has the others, and that an update mends an episode.
func TestOneBadValue(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		edit     string // e is one of three episodes, r the relationship between the two others
		unlisted bool   // lists leave it out
		updated  bool   // an update can mend it
	}{
		"name":         {"SET e.name = 42", true, true},
		"reward":       {"SET e.reward = 'good'", true, true},
		"tags":         {"SET e.tags = 'x'", false, true},
		"metadata":     {"SET e.metadata = '{x'", false, true},
		"strength":     {"SET r.strength = 'strong'", false, false},
		"without id":   {"REMOVE e.episode_id", true, false},
		"relationship": {"REMOVE r.id", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, ws, ctx := open(t, neo4jtest.LTS), workspace(t, neo4jtest.LTS), t.Context()
			ids := makeSome(t, s, ws, 3)
			ok(t, second(s.AddRelationship(ctx, ws, link(ids[0], ids[1], graph.Follows))))
			edit := query{&statement{name: "edit", effect: changes, text: "MATCH (e:Episode {workspace: $ws, episode_id: $id}) " +
				"MATCH (:Episode {workspace: $ws})-[r:FOLLOWS]->() " + c.edit}, params{"ws": ws, "id": string(ids[2])}}
			ok(t, second(run(ctx, s, edit, nothing)))

			list, total, err := s.ListEpisodes(ctx, ws, graph.ListQuery{Limit: 10})
			ok(t, err)
			want := 3
			if c.unlisted {
				want = 2
			}
			if len(list) != want || total != 3 {
				t.Errorf("the list has %d of %d episodes, want %d of 3", len(list), total, want)
			}
			_, _, err = s.Related(ctx, ws, graph.RelatedQuery{Start: ids[0], MaxDepth: 2, Direction: graph.Both})
			ok(t, err)
			ok(t, second(s.Subgraph(ctx, ws, graph.SubgraphQuery{MaxNodes: 10, MaxEdges: 10})))
			ok(t, second(s.OrderPage(ctx, ws, graph.OrderQuery{Type: graph.Follows, Limit: 10})))

			service := serviceOn(s)
			by := audit.Caller{Workspace: ws, Role: access.Admin}
			var lines bytes.Buffer
			_, err = transfer.Export(ctx, service, by, &lines)
			if fault.CodeOf(err) != fault.Conflict || bytes.Count(lines.Bytes(), []byte("\n")) != 3 {
				t.Errorf("the export has %s, %v", lines.String(), err)
			}
			if !c.updated {
				return
			}
			_, err = service.UpdateEpisode(ctx, by, graph.UpdateEpisodeInput{EpisodeID: graph.EpisodeRef(ids[2]), Query: new("mended")})
			ok(t, err)
			_, _, err = s.Episode(ctx, ws, ids[2])
			ok(t, err)
			ok(t, second(transfer.Export(ctx, service, by, io.Discard)))
			ok(t, second(s.DeleteEpisode(ctx, ws, ids[2])))
		})
	}
}

// TestScan edits elements as a person in Browser does. It checks that doctor counts them, shows one and has the Cypher that
// finds them, and that an export without them fails.
func TestScan(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s, ctx := t.s[0], t.Context()
		found, err := s.Survey(ctx, t.ws)
		ok(t, err)
		if len(found.Problems) > 0 {
			t.Fatalf("before the edits doctor finds %+v", found.Problems)
		}
		for _, c := range []struct{ edit, want string }{
			{"SET e.name = 42", "episodes whose name cannot be read: 1, "},
			{"SET e.id = 10.5", "episodes whose id cannot be read: 1, "},
			{"SET e.id = 'x'", "episode without a number: 1, "},
			{"REMOVE e.id", "episode without a number: 1, "},
			{"REMOVE e.episode_id", "episodes whose episode_id cannot be read: 1, "},
			{"SET e.reward = 'good'", "episodes whose reward cannot be read: 1, "},
			{"SET e.tags = 'x'", "episodes whose tags cannot be read: 1, "},
			{"SET e.tags = [1]", "episodes whose tags cannot be read: 1, "},
			{"SET e.created_at = datetime()", "episodes whose created_at cannot be read: 1, "},
			{"SET e.metadata = '{x'", "episodes whose metadata cannot be read: 1, "},
			{"SET r.strength = 'strong'", "relationships whose strength cannot be read: 1, "},
			{"SET r.metadata = 7", "relationships whose metadata cannot be read: 1, "},
			{"REMOVE r.id", "relationship without an id or a workspace: 1, "},
			{"SET r.workspace = 'other'", "relationship without an id or a workspace: 1, "},
			{"CREATE (e)-[:RELATED_TO]->(other)", "relationship without an id or a workspace: 1, "},
		} {
			ids := makeSome(t.T, s, t.ws, 3)
			ok(t, second(s.AddRelationship(ctx, t.ws, link(ids[0], ids[1], graph.Follows))))
			t.byHand(`MATCH (e:Episode {workspace: $ws, episode_id: $id})-[r:FOLLOWS]->(other) `+c.edit+` WITH 1 AS done`,
				params{"id": string(ids[0])})
			found, err := s.Survey(ctx, t.ws)
			ok(t, err)
			if len(found.Problems) != 1 || !strings.HasPrefix(found.Problems[0].Found, c.want) || !found.Problems[0].Bad {
				t.Errorf("after %s doctor finds %+v", c.edit, found.Problems)
			} else {
				_, show, _ := strings.Cut(found.Problems[0].Advice, "run in Neo4j: ")
				shown, err := neo4j.ExecuteQuery(ctx, s.driver, show, nil, neo4j.EagerResultTransformer)
				ok(t, err)
				if len(shown.Records) != 1 {
					t.Errorf("after %s the Cypher %q shows %d", c.edit, show, len(shown.Records))
				}
			}
			_, err = transfer.Export(ctx, serviceOn(s), audit.Caller{Workspace: t.ws, Role: access.Admin}, io.Discard)
			if fault.CodeOf(err) != fault.Conflict {
				t.Errorf("after %s the export ends with %v", c.edit, err)
			}
			t.byHand(`MATCH (e:Episode {workspace: $ws}) DETACH DELETE e WITH count(e) AS gone`, params{})
		}
	})
}
