package moving_test

import (
	"context"
	"testing"

	"plotline/graph"
	"plotline/graph/moving"
	"plotline/internal/fault"
)

// TestMoveIsRejected checks moves that cannot begin, and that they change nothing.
func TestMoveIsRejected(t *testing.T) {
	t.Parallel()
	one, other := embedded(t).open(t), embedded(t).open(t)
	at := func(s graph.Store, ws string) moving.End { return moving.End{Store: s, Workspace: ws, Place: ws} }
	for _, end := range []moving.End{at(one, "a"), at(one, "b"), at(other, "used")} {
		ok(t, create(t, end, 2))
	}
	rejects := func(from, to moving.End, want string) {
		t.Helper()
		_, err := moving.Move(t.Context(), runner, from, to)
		refuses(t, from.Place+" to "+to.Place, err, fault.Conflict, want)
	}
	rejects(at(one, "a"), at(one, "a"), "has been used already")
	rejects(at(one, "empty"), at(one, "empty"), "The two places are the same")
	rejects(at(one, "a"), at(other, "used"), "has been used already")
	ok(t, create(t, at(one, "a"), 1))
	ok(t, create(t, at(other, "used"), 1))

	// A run that was killed before it saw that the place is used leaves it closed. Nothing is removed there.
	m := mover{from: at(one, "a"), to: at(other, "used"), before: exportOf(t, at(one, "a"))}
	used := exportOf(t, m.to)
	ok(t, other.SetResidence(t.Context(), "used", graph.Residence{}, graph.Residence{State: graph.Arriving, Move: "unchecked 1", Place: "a"}))
	rejects(m.from, m.to, "has been used already")
	ok(t, create(t, m.from, 1))
	same(t, "the used place", used, exportOf(t, m.to))
	ok(t, create(t, m.to, 1))

	m = mover{from: at(one, "a"), to: at(other, "new")}
	if err := m.living(&life{left: 4}).move(t); err == nil {
		t.Fatal("it was not killed")
	}
	rejects(m.from, at(other, "newer"), "is moving to new")
	refuses(t, "a closed workspace", create(t, m.from, 1), fault.Unavailable, "is being moved to new")
	ok(t, moving.Cancel(t.Context(), m.from, nil))
	refuses(t, "nothing to cancel", moving.Cancel(t.Context(), m.from, nil), fault.Conflict, "is not being moved from here")
	ok(t, create(t, m.from, 1))
	refuses(t, "the place of a cancelled move", create(t, m.to, 1), fault.Unavailable, "is being moved here")

	list, _, err := one.ListEpisodes(t.Context(), "a", graph.ListQuery{Limit: 10})
	ok(t, err)
	_, err = one.DeleteEpisode(t.Context(), "a", list[1].EpisodeID) // the cancelled move has copied it
	ok(t, err)
	want := exportOf(t, m.from)
	ok(t, m.move(t))
	same(t, "after a cancelled move", want, exportOf(t, m.to))
	rejects(m.from, at(other, "newer"), "was moved to new")
	refuses(t, "a move that has ended", moving.Cancel(t.Context(), m.from, nil), fault.Conflict, "was moved to new")
}

// TestDifferingCopy checks that a copy that another program has changed is removed, and made again.
func TestDifferingCopy(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(ctx context.Context, at moving.End, first graph.Episode) error{
		"more": func(ctx context.Context, at moving.End, _ graph.Episode) error {
			_, err := at.Store.CreateEpisodes(ctx, at.Workspace, graph.Batch{Episodes: []graph.NewEpisode{newEpisode()}})
			return err
		},
		"other relationships": func(ctx context.Context, at moving.End, first graph.Episode) error {
			more := newEpisode()
			if _, err := at.Store.CreateEpisodes(ctx, at.Workspace, graph.Batch{Episodes: []graph.NewEpisode{more}}); err != nil {
				return err
			}
			list, err := at.Store.EpisodePage(ctx, at.Workspace, graph.Page[int64]{UpTo: 2, Limit: 2})
			if err != nil {
				return err
			}
			_, err = at.Store.AddRelationships(ctx, at.Workspace, []graph.Relationship{
				{ID: graph.NewID(), From: list[1].EpisodeID, To: list[0].EpisodeID, Type: graph.Follows, Strength: 1, CreatedAt: 1},
				{ID: graph.NewID(), From: first.EpisodeID, To: list[1].EpisodeID, Type: graph.Refines, Strength: 1, CreatedAt: 1},
			})
			return err
		},
		"other content": func(ctx context.Context, at moving.End, first graph.Episode) error {
			next := first
			next.Reflection, next.UpdatedAt = "changed", first.UpdatedAt+1
			return at.Store.ReplaceEpisode(ctx, at.Workspace, next, first.UpdatedAt)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMover(t, embedded(t), embedded(t))
			if err := m.living(&life{left: 5}).move(t); err == nil { // before the relationships
				t.Fatal("it was not killed")
			}
			home, err := m.to.Store.Residence(t.Context(), m.to.Workspace)
			ok(t, err)
			mine := graph.WithMove(t.Context(), home.Move)
			list, err := m.to.Store.EpisodePage(mine, m.to.Workspace, graph.Page[int64]{UpTo: 100, Limit: 1})
			ok(t, err)
			if len(list) == 0 {
				t.Fatal("nothing was copied")
			}
			ok(t, spoil(mine, m.to, list[0].Episode))
			ok(t, m.move(t))
			m.arrived(t)
		})
	}
}

// wrong counts one relationship too many.
type wrong struct{ graph.Store }

func (w wrong) Extent(ctx context.Context, ws string) (graph.Extent, error) {
	extent, err := w.Store.Extent(ctx, ws)
	extent.Relationships++
	return extent, err
}

// TestMoveCompares checks that a copy that lacks a relationship is not opened.
func TestMoveCompares(t *testing.T) {
	t.Parallel()
	m := newMover(t, embedded(t), embedded(t))
	m.from.Store = wrong{m.from.Store}
	for range 2 {
		refuses(t, "a copy that differs", m.move(t), fault.Internal, "the copy has")
		refuses(t, "a write to it", create(t, m.to, 1), fault.Unavailable, "is being moved here")
		refuses(t, "a write to the old place", create(t, m.from, 1), fault.Unavailable, "reads go on")
	}
}
