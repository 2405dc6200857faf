package graphtest

import (
	"context"
	"errors"
	"time"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/fault"
)

var cancelTopic = topic{"cancelled contexts", []testCase{
	{"cancelled before: an error, nothing changed", cancelledBefore},
	{"a limit that ran out before", expiredBefore},
	{"cancelled on the way", cancelledDuringCall},
}}

// call is a call of one store method with valid arguments.
type call struct {
	name string
	do   func(ctx context.Context, w *world) error
}

// calls lists every method that takes a workspace, with arguments for a workspace made by stage.
func calls(s *staged) []call {
	first, rel := s.Episodes[0], s.Relationships[0]
	id := first.EpisodeID
	return []call{
		{"CreateEpisodes", func(ctx context.Context, w *world) error {
			_, err := w.CreateEpisodes(ctx, w.ws, graph.Batch{
				Episodes:      []graph.NewEpisode{keyed("x", "key", 9)},
				Relationships: []graph.NewRelationship{link(nth(0), existing(id), graph.Follows)},
			})
			return err
		}},
		{"Episode", func(ctx context.Context, w *world) error { _, _, err := w.Episode(ctx, w.ws, id); return err }},
		{"EpisodesByID", func(ctx context.Context, w *world) error {
			_, err := w.EpisodesByID(ctx, w.ws, []graph.ID{id}, 0)
			return err
		}},
		{"EpisodeIDs", func(ctx context.Context, w *world) error {
			_, err := w.EpisodeIDs(ctx, w.ws, []int64{first.ID})
			return err
		}},
		{"ReplaceEpisode", func(ctx context.Context, w *world) error {
			ep := first
			ep.Name, ep.UpdatedAt = "changed", ep.UpdatedAt+1
			return w.ReplaceEpisode(ctx, w.ws, ep, first.UpdatedAt)
		}},
		{"ListEpisodes", func(ctx context.Context, w *world) error {
			_, _, err := w.ListEpisodes(ctx, w.ws, graph.ListQuery{Limit: 5})
			return err
		}},
		{"CountText", func(ctx context.Context, w *world) error {
			_, err := w.CountText(ctx, w.ws, graph.CountQuery{Clauses: analysis.English.Parse("go"), Most: 5})
			return err
		}},
		{"FindText", func(ctx context.Context, w *world) error {
			_, err := w.FindText(ctx, w.ws, all("go"))
			return err
		}},
		{"Adjacent", func(ctx context.Context, w *world) error {
			_, err := w.Adjacent(ctx, w.ws, []graph.ID{id}, nil, 5, 0)
			return err
		}},
		{"Neighbourhood", func(ctx context.Context, w *world) error {
			_, err := w.Neighbourhood(ctx, w.ws, graph.NeighbourhoodQuery{IDs: []graph.ID{id}, MaxDegree: 5, MaxNeighbours: 5})
			return err
		}},
		{"Candidates", func(ctx context.Context, w *world) error {
			_, err := w.Candidates(ctx, w.ws, graph.CandidateQuery{IDs: []graph.ID{id}, Types: []graph.Type{graph.Causes}, MaxDegree: 5, Most: 1, MostLater: 1})
			return err
		}},
		{"AddRelationship", func(ctx context.Context, w *world) error {
			return second(w.AddRelationship(ctx, w.ws, relationship(rel.From, rel.To, graph.Causes, 1)))
		}},
		{"AddRelationships", func(ctx context.Context, w *world) error {
			return second(w.AddRelationships(ctx, w.ws, []graph.Relationship{relationship(rel.From, rel.To, graph.Refines, 1)}))
		}},
		{"UpdateRelationship", func(ctx context.Context, w *world) error {
			_, err := w.UpdateRelationship(ctx, w.ws, rel.ID, graph.RelationshipChange{Strength: new(0.125)})
			return err
		}},
		{"RelationshipsByID", func(ctx context.Context, w *world) error {
			_, err := w.RelationshipsByID(ctx, w.ws, []graph.ID{rel.ID})
			return err
		}},
		{"Relationships", func(ctx context.Context, w *world) error {
			_, _, err := w.Relationships(ctx, w.ws, graph.RelationshipQuery{Episode: id, Direction: graph.Both})
			return err
		}},
		{"RelationshipsBetween", func(ctx context.Context, w *world) error {
			_, err := w.RelationshipsBetween(ctx, w.ws, rel.From, rel.To, "")
			return err
		}},
		{"Related", func(ctx context.Context, w *world) error {
			_, _, err := w.Related(ctx, w.ws, graph.RelatedQuery{Start: id, MaxDepth: 5, Direction: graph.Both})
			return err
		}},
		{"FindCycle", func(ctx context.Context, w *world) error {
			_, err := w.FindCycle(ctx, w.ws, rel.To, rel.From, graph.Follows)
			return err
		}},
		{"Subgraph", func(ctx context.Context, w *world) error {
			_, err := w.Subgraph(ctx, w.ws, graph.SubgraphQuery{IDs: []graph.ID{id}, Depth: 2, MaxNodes: 5})
			return err
		}},
		{"Projection", func(ctx context.Context, w *world) error {
			_, err := w.Projection(ctx, w.ws, graph.Follows, nil)
			return err
		}},
		{"OrderState", func(ctx context.Context, w *world) error {
			_, err := w.OrderState(ctx, w.ws, graph.Follows)
			return err
		}},
		{"SettleOrder", func(ctx context.Context, w *world) error {
			_, err := w.SettleOrder(ctx, w.ws, graph.Follows)
			return err
		}},
		{"OrderPage", func(ctx context.Context, w *world) error {
			_, err := w.OrderPage(ctx, w.ws, graph.OrderQuery{Type: graph.Follows, Limit: 5})
			return err
		}},
		{"Outline", func(ctx context.Context, w *world) error {
			_, err := w.Outline(ctx, w.ws, graph.OutlineQuery{})
			return err
		}},
		{"Tags", func(ctx context.Context, w *world) error { _, err := w.Tags(ctx, w.ws); return err }},
		{"Changes", func(ctx context.Context, w *world) error { _, err := w.Changes(ctx, w.ws); return err }},
		{"Extent", func(ctx context.Context, w *world) error { _, err := w.Extent(ctx, w.ws); return err }},
		{"EpisodePage", func(ctx context.Context, w *world) error {
			_, err := w.EpisodePage(ctx, w.ws, allEpisodes)
			return err
		}},
		{"RelationshipPage", func(ctx context.Context, w *world) error {
			_, err := w.RelationshipPage(ctx, w.ws, allRelationships)
			return err
		}},
		{"RemoveRelationship", func(ctx context.Context, w *world) error { return w.RemoveRelationship(ctx, w.ws, rel.ID) }},
		{"DeleteEpisode", func(ctx context.Context, w *world) error { _, err := w.DeleteEpisode(ctx, w.ws, rel.To); return err }},
		{"Status", func(ctx context.Context, w *world) error { _, err := w.Status(ctx); return err }},
	}
}

// staged is a workspace that contains data for every method.
type staged struct{ state }

func stage(t tester, w *world) *staged {
	t.Helper()
	w.link(t, graph.Follows, w.episodes(t, 3)...)
	return &staged{w.state(t)}
}

func cancelledBefore(t tester, w *world) {
	s := stage(t, w)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range calls(s) {
		failsWith(t, c.name, c.do(ctx, w), context.Canceled)
	}
	same(t, "state", w.state(t), s.state)
	for _, c := range calls(s) { // without cancellation each call succeeds
		if err := c.do(t.Context(), w); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// failsWith expects the context's own error, or a *fault.Error for a cancelled call or an expired limit.
func failsWith(t tester, name string, err, reason error) {
	t.Helper()
	var own *fault.Error
	switch {
	case errors.Is(err, reason):
	case errors.As(err, &own) && (own.Code == fault.Unavailable || own.Code == fault.Cancelled || own.Code == fault.Timeout):
	default:
		t.Errorf("%s: error %v, want %v", name, err, reason)
	}
}

func expiredBefore(t tester, w *world) {
	s := stage(t, w)
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(1, 0))
	defer cancel()
	for _, c := range calls(s) {
		failsWith(t, c.name, c.do(ctx, w), context.DeadlineExceeded)
	}
	same(t, "state", w.state(t), s.state)
}

// cancelledDuringCall cancels running writes. Each write must be stored completely or not at all, and the
// store must serve later calls.
func cancelledDuringCall(t tester, w *world) {
	e := w.episodes(t, 2)
	for i := range 30 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i*i)*10*time.Microsecond)
		made, err := w.CreateEpisodes(ctx, w.ws, graph.Batch{
			Episodes:      []graph.NewEpisode{episode("x", i), episode("y", i)},
			Relationships: []graph.NewRelationship{link(nth(0), nth(1), graph.Follows), link(nth(1), existing(e[0]), graph.PartOf)},
		})
		cancel()
		if err != nil {
			failsWith(t, "CreateEpisodes", err, context.DeadlineExceeded)
		} else if _, err := w.DeleteEpisode(t.Context(), w.ws, made.Episodes[0].EpisodeID); err != nil {
			t.Errorf("an episode that was acknowledged: %v", err)
		}
	}
	left := w.state(t)
	follows, parts := 0, 0
	for _, r := range left.Relationships {
		if r.Type == graph.Follows {
			follows++
		} else {
			parts++
		}
	}
	// Each write left all or nothing. The test deleted the first episode of each acknowledged write.
	if extra := len(left.Episodes) - 2; parts+follows != extra || parts < follows {
		t.Errorf("%d episodes, %d follows, %d part_of: something was half done", extra, follows, parts)
	}
}
