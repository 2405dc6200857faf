package neo4jstore

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/internal/fault"
)

// TestDeletedHub hides an episode with many relationships as a process does that ends before it removes them, and
// compares all answers with those about a workspace that never had it. A store that opens later removes the rest.
func TestDeletedHub(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s, ctx := t.s[0], t.Context()
		s.removed = 7
		all := make([]graph.NewEpisode, 30)
		for i := range all {
			all[i] = newEpisode("e")
			all[i].ID = int64(i + 1)
		}
		hub := all[29].EpisodeID
		kept, gone := make([]graph.Relationship, 0, 12), make([]graph.Relationship, 0, 20)
		for i := range 12 {
			kept = append(kept, link(all[i].EpisodeID, all[i+1].EpisodeID, graph.Types()[i%6]))
		}
		for i := range 20 {
			kind := graph.Types()[i%3]
			gone = append(gone, link(all[i].EpisodeID, hub, kind))
			if i >= 14 {
				gone[i].From, gone[i].To = gone[i].To, gone[i].From
			}
		}
		never := t.ws + "-never"
		defer t.byHand(`MATCH (n:Episode|PlotlineSerial|PlotlineSpentSerial|PlotlineLock|PlotlineModel {workspace: $never})
			DETACH DELETE n WITH count(n) AS gone`, params{"never": never})
		ok(t, second(s.CreateEpisodes(ctx, t.ws, graph.Batch{Episodes: all})))
		ok(t, second(s.CreateEpisodes(ctx, never, graph.Batch{Episodes: all[:29]})))
		for _, ws := range []string{t.ws, never} {
			ok(t, second(s.AddRelationships(ctx, ws, kept)))
		}
		ok(t, second(s.AddRelationships(ctx, t.ws, gone)))
		cut, err := run(ctx, s, hideEpisode.with(params{"workspace": t.ws, "attempt": newMark(), "episode_id": string(hub)}),
			func(r *row) (int64, error) { return r.integer("relationships"), nil })
		if err != nil || cut != 20 {
			t.Fatalf("%d relationships, %v", cut, err)
		}
		for _, kind := range []graph.Type{graph.Follows, graph.Causes} {
			keptSoon(t.T, s, t.ws, kind)
			keptSoon(t.T, s, never, kind)
			t.counted(s, t.ws, kind)
		}
		ids := make([]graph.ID, 29)
		for i := range ids {
			ids[i] = all[i].EpisodeID
		}
		for name, read := range answers(ctx, s, ids) {
			got, err := read(t.ws)
			ok(t, err)
			want, err := read(never)
			ok(t, err)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-never there +deleted):\n%s", name, diff)
			}
		}
		for _, r := range gone {
			err := s.RemoveRelationship(ctx, t.ws, r.ID)
			if fault.CodeOf(err) != fault.NotFound {
				t.Errorf("a deleted relationship is removed again: %v", err)
			}
		}
		back := link(all[19].EpisodeID, all[0].EpisodeID, graph.Follows) // through the hub this would close a cycle
		ok(t, second(s.AddRelationship(ctx, t.ws, back)))
		if _, err := s.DeleteEpisode(ctx, t.ws, hub); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("it is deleted again: %v", err)
		}

		ok(t, second(openLike(t.T, s).Status(ctx)))
		left := "MATCH (:PlotlineDeleted)-[r {workspace: $ws}]-() RETURN count(r) AS value"
		for deadline := time.Now().Add(time.Minute); one[int64](t.T, s, left, params{"ws": t.ws}) > 0; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("the relationships are not removed after a minute")
			}
		}
	})
}

// TestDeletedHubIsRemovedLater checks that a process that loses its server while it removes the relationships of a deleted
// episode goes on with them afterwards.
func TestDeletedHubIsRemovedLater(t *testing.T) {
	t.Parallel()
	s, p, ws := behind(t)
	ctx := t.Context()
	s.removed = 2
	ids := makeSome(t, s, ws, 6)
	for _, id := range ids[1:] {
		ok(t, second(s.AddRelationship(ctx, ws, link(ids[0], id, graph.RelatedTo))))
	}
	p.CutOnly("remove_hidden")
	p.Before.Store(true)
	p.Cuts.Store(1000)
	if cut, err := s.DeleteEpisode(ctx, ws, ids[0]); err != nil || cut != 5 {
		t.Fatalf("%d relationships, %v", cut, err)
	}
	deleted := p.Cuts.Load()
	waitFor(t, "the settler to fail and to try again", func() bool { return p.Cuts.Load() < deleted-triesOfConnection })
	p.Cuts.Store(0)
	left := "MATCH (:PlotlineDeleted)-[r {workspace: $ws}]-() RETURN count(r) AS value"
	waitFor(t, "the relationships to be removed", func() bool { return one[int64](t, s, left, params{"ws": ws}) == 0 })
}

// answers returns what can be read of a graph. What differs because a number was used is left out.
func answers(ctx context.Context, s *Store, ids []graph.ID) map[string]func(ws string) (any, error) {
	pair := func(a, b any, err error) (any, error) { return []any{a, b}, err }
	list := map[string]func(ws string) (any, error){
		"list": func(ws string) (any, error) {
			list, total, err := s.ListEpisodes(ctx, ws, graph.ListQuery{Limit: 100})
			return pair(list, total, err)
		},
		"adjacent": func(ws string) (any, error) { return s.Adjacent(ctx, ws, ids, graph.Types(), 100, 0) },
		"subgraph": func(ws string) (any, error) {
			return s.Subgraph(ctx, ws, graph.SubgraphQuery{IDs: ids[:1], Depth: 5, MaxNodes: 100, MaxEdges: 100})
		},
		"newest": func(ws string) (any, error) {
			return s.Subgraph(ctx, ws, graph.SubgraphQuery{MaxNodes: 100, MaxEdges: 100})
		},
	}
	for _, id := range ids[:6] {
		list["relationships of "+string(id)] = func(ws string) (any, error) {
			list, total, err := s.Relationships(ctx, ws, graph.RelationshipQuery{Episode: id, Direction: graph.Both, Limit: 100})
			return pair(list, total, err)
		}
		list["related to "+string(id)] = func(ws string) (any, error) {
			list, total, err := s.Related(ctx, ws, graph.RelatedQuery{Start: id, Direction: graph.Both, MaxDepth: 5, Limit: 100})
			return pair(list, total, err)
		}
	}
	for _, kind := range []graph.Type{graph.Follows, graph.Causes, graph.PartOf} {
		list["projection of "+string(kind)] = func(ws string) (any, error) { return s.Projection(ctx, ws, kind, nil) }
		if kind.Ordering() {
			list["cycle of "+string(kind)] = func(ws string) (any, error) { return s.FindCycle(ctx, ws, ids[19], ids[0], kind) }
			list["order of "+string(kind)] = func(ws string) (any, error) {
				return s.OrderPage(ctx, ws, graph.OrderQuery{Type: kind, Limit: 100})
			}
		}
	}
	return list
}
