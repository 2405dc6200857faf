package moving_test

import (
	"context"
	"errors"
	"testing"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/moving"
	"plotline/internal/fault"
	"plotline/testing/kit/tier"
)

var errKilled = errors.New("killed")

// life is the life of a process: how many more writes it makes before it is killed. Nothing that it does after that has an
// effect.
type life struct {
	left   int
	before func() // is called before each write
}

// mortal is a store of a process that is killed.
type mortal struct {
	graph.Store
	*life
}

// write counts a write, and returns an error if the process is dead.
func (l *life) write() error {
	if l.before != nil && l.left > 0 {
		l.before()
	}
	if l.left--; l.left < 0 {
		return errKilled
	}
	return nil
}

func (m mortal) SetResidence(ctx context.Context, ws string, was, now graph.Residence) error {
	if err := m.write(); err != nil {
		return err
	}
	return m.Store.SetResidence(ctx, ws, was, now)
}

func (m mortal) UseLanguages(ctx context.Context, ws string, languages analysis.Languages) (graph.Indexing, error) {
	if err := m.write(); err != nil {
		return graph.Indexing{}, err
	}
	return m.Store.UseLanguages(ctx, ws, languages)
}

func (m mortal) CreateEpisodes(ctx context.Context, ws string, b graph.Batch) (graph.Created, error) {
	if err := m.write(); err != nil {
		return graph.Created{}, err
	}
	return m.Store.CreateEpisodes(ctx, ws, b)
}

func (m mortal) AddRelationships(ctx context.Context, ws string, list []graph.Relationship) ([]graph.Ends, error) {
	if err := m.write(); err != nil {
		return nil, err
	}
	return m.Store.AddRelationships(ctx, ws, list)
}

func (m mortal) DeleteEpisode(ctx context.Context, ws string, id graph.ID) (int, error) {
	if err := m.write(); err != nil {
		return 0, err
	}
	return m.Store.DeleteEpisode(ctx, ws, id)
}

func (m mortal) DeleteWorkspace(ctx context.Context, ws string, q graph.DeletionQuery) (graph.Deleted, error) {
	if err := m.write(); err != nil {
		return graph.Deleted{}, err
	}
	q.Limit = 20 // several calls
	return m.Store.DeleteWorkspace(ctx, ws, q)
}

// living returns the move of a process that lives as long.
func (m mover) living(l *life) mover {
	m.from.Store, m.to.Store = mortal{m.from.Store, l}, mortal{m.to.Store, l}
	return m
}

// oneAtMost checks that no two places accept writes, and that what the source had is there, or at an open destination.
func (m mover) oneAtMost(t *testing.T) {
	t.Helper()
	here, err := m.from.Store.Residence(t.Context(), m.from.Workspace)
	ok(t, err)
	there, err := m.to.Store.Residence(t.Context(), m.to.Workspace)
	ok(t, err)
	unused := exportOf(t, m.to) == "" // and has no state
	if here.State == graph.Resident && there.State == graph.Resident && !unused {
		t.Errorf("both places accept writes: %+v, %+v", here, there)
	}
	if here.State == graph.Gone && there.State == graph.Resident {
		same(t, "the new place", m.before, exportOf(t, m.to))
		return
	}
	read, err := clientExport(t, m.from)
	ok(t, err)
	same(t, "the old place", m.before, read)
}

// TestKilled kills a move before each of its writes in turn. Then it is run again, or cancelled: with the new place, or
// without it.
func TestKilled(t *testing.T) {
	t.Parallel()
	directions(t, func(t *testing.T, from, to place) {
		t.Helper()
		stride := 1
		if !from.embedded || !to.embedded { // which takes seconds for each
			stride = tier.Pick(3, 1)
		}
		for after := 0; ; after += stride {
			m := newMover(t, from, to)
			err := m.living(&life{left: after}).move(t)
			if err == nil {
				t.Logf("%d writes", after)
				return
			}
			if !errors.Is(err, errKilled) {
				t.Fatalf("after %d writes: %v", after, err)
			}
			m.oneAtMost(t)
			if after%2 == 0 {
				ok(t, m.move(t))
				m.arrived(t)
				continue
			}
			m.cancelled(t)
		}
	})
}

// cancelled cancels a move that was killed, dies at each step of that, and moves the workspace once more.
func (m mover) cancelled(t *testing.T) {
	t.Helper()
	here, err := m.from.Store.Residence(t.Context(), m.from.Workspace)
	ok(t, err)
	there, err := m.to.Store.Residence(t.Context(), m.to.Workspace)
	ok(t, err)
	if here.State == graph.Gone && there.State == graph.Resident || here.State == graph.Resident && there.State == graph.Resident {
		refuses(t, "nothing to cancel", moving.Cancel(t.Context(), m.from, &m.to), fault.Conflict, "is not being moved from here")
		ok(t, m.move(t))
		m.arrived(t)
		return
	}
	for after := 0; ; after++ {
		killed := m.living(&life{left: after})
		if err := moving.Cancel(t.Context(), killed.from, &killed.to); err == nil {
			break
		} else if !errors.Is(err, errKilled) {
			t.Fatalf("a cancellation after %d writes: %v", after, err)
		}
		m.oneAtMost(t)
	}
	same(t, "the old place", m.before, exportOf(t, m.from))
	numbers, err := m.to.Store.Numbers(t.Context(), m.to.Workspace)
	ok(t, err)
	if numbers != (graph.Numbers{}) {
		t.Errorf("the copy has %+v", numbers)
	}
	ok(t, create(t, m.from, 1))
	ok(t, create(t, m.to, 1))
}
