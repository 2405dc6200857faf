package neo4jstore

import (
	"bytes"
	"io"
	"log/slog"
	"testing"

	"plotline/graph"
	"plotline/graph/transfer"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/testing/kit/neo4jtest"
)

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
		"tags":         {"SET e.tags = 'x'", true, true},
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

			service := graph.NewService(s, &usecase.Runner{Logger: slog.New(slog.DiscardHandler), Audit: audit.NewLog(audit.NewWriter(io.Discard), audit.All, slog.New(slog.DiscardHandler))})
			by := audit.Caller{Workspace: ws, Role: access.Admin}
			var lines bytes.Buffer
			_, err = transfer.Export(ctx, service, by, &lines)
			if lost := name == "relationship"; !lost && (fault.CodeOf(err) != fault.Conflict || bytes.Count(lines.Bytes(), []byte("\n")) != 3) {
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
