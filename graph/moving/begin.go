package moving

import (
	"context"
	"errors"

	"plotline/graph"
	"plotline/internal/fault"
)

// begin reads the states of both places, and begins a move or continues one.
func (m *move) begin(ctx context.Context) (err error) {
	if m.leaving, err = m.from.Store.Residence(ctx, m.from.Workspace); err == nil {
		m.arriving, err = m.to.Store.Residence(ctx, m.to.Workspace)
	}
	if err != nil {
		return err
	}
	away := m.leaving.Place != m.to.Place
	switch state := m.leaving; {
	case state == graph.Deletion, state.State == graph.Arriving, state.State == graph.Gone && away:
		return state.Admit(ctx, m.from.Workspace)
	case state.State == graph.Closed && away:
		return fault.Newf(fault.Conflict, "Workspace %s is moving to %s: name that place again, or cancel the move", m.from.Workspace, state.Place)
	case state.State == graph.Gone && state.Move == "": // what is left is to be removed
		return nil
	case state.State == graph.Gone && m.arriving.State == graph.Resident:
		return m.checkOpened(ctx)
	case state.State == graph.Gone && !isCopyOf(m.arriving, state):
		return graph.ResidenceChanged(m.to.Workspace)
	case state.State == graph.Gone:
		return nil
	}
	id := idOf(m.leaving)
	if m.leaving.State == graph.Resident {
		id = string(graph.NewID())
	}
	if err := m.receive(ctx, id); err != nil {
		return err
	}
	return m.set(ctx, graph.Residence{State: graph.Closed, Move: own(id), Place: m.to.Place})
}

// isCopyOf reports whether both states are of the same move.
func isCopyOf(arriving, leaving graph.Residence) bool {
	return arriving.State == graph.Arriving && idOf(arriving) == idOf(leaving)
}

// unchecked is the id of a move whose destination may have been used before. Nothing may be removed there.
const unchecked = "unchecked"

// receive makes the destination reject all writes but those of this run.
func (m *move) receive(ctx context.Context, id string) error {
	if m.arriving == graph.Deletion { // of the copy of a cancelled move, or of a workspace that nobody needs
		if err := remove(ctx, m.to); err != nil {
			return err
		}
		m.arriving = graph.Residence{}
	}
	was := m.arriving
	free := was.State == graph.Resident || was.State == graph.Gone // a workspace may move back
	if !free && (was.State != graph.Arriving || was.Place != m.from.Place && idOf(was) != id) {
		return graph.ResidenceChanged(m.to.Workspace)
	}
	if m.resumed = !free && idOf(was) != unchecked; !m.resumed {
		if err := m.checkUnused(ctx); err != nil {
			return err
		}
	}
	return m.arrive(ctx, id)
}

// arrive changes the destination's state.
func (m *move) arrive(ctx context.Context, id string) error {
	now := graph.Residence{State: graph.Arriving, Move: own(id), Place: m.from.Place}
	if err := m.to.Store.SetResidence(ctx, m.to.Workspace, m.arriving, now); err != nil {
		return err
	}
	m.arriving = now
	return nil
}

// checkUnused closes the destination to others, and opens it again if it was used meanwhile or is the source itself.
func (m *move) checkUnused(ctx context.Context) error {
	was := m.arriving
	if was.State != graph.Arriving {
		if err := m.checkNumbers(ctx); err != nil {
			return err
		}
	}
	if err := m.arrive(ctx, unchecked); err != nil {
		return err
	}
	itself, err := m.from.Store.Residence(ctx, m.from.Workspace)
	if err == nil && itself == m.arriving {
		err = fault.New(fault.Conflict, "The two places are the same; name another store or another workspace")
	}
	if err == nil {
		err = m.checkNumbers(ctx)
	}
	if err == nil {
		return nil
	}
	if was.State == graph.Arriving { // a run was killed here
		was = graph.Residence{}
	}
	return errors.Join(err, m.to.Store.SetResidence(ctx, m.to.Workspace, m.arriving, was))
}

// checkNumbers returns an error if the destination has given numbers.
func (m *move) checkNumbers(ctx context.Context) error {
	numbers, err := m.to.Store.Numbers(ctx, m.to.Workspace)
	if err == nil && numbers.Last > 0 {
		err = fault.Newf(fault.Conflict, "Workspace %s at %s has been used already; move to another workspace", m.to.Workspace, m.to.Place)
	}
	return err
}

// checkOpened rejects a destination that only has the name of the one to which the source moved. The source still has
// all episodes, and some must be there.
func (m *move) checkOpened(ctx context.Context) error {
	left, err := m.from.Store.EpisodePage(ctx, m.from.Workspace, graph.Page[int64]{UpTo: maxNumber, Limit: removedAtOnce})
	if err != nil || len(left) == 0 {
		return err
	}
	ids := make([]graph.ID, len(left))
	for i, e := range left {
		ids[i] = e.EpisodeID
	}
	found, err := m.to.Store.EpisodesByID(ctx, m.to.Workspace, ids, 1)
	if err == nil && len(found) == 0 {
		err = graph.ResidenceChanged(m.to.Workspace)
	}
	return err
}

const maxNumber = 1<<63 - 1
