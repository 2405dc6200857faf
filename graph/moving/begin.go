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
	if m.leaving == graph.Deletion || m.arriving == graph.Deletion {
		return graph.Deletion.Admit(ctx, m.from.Workspace)
	}
	id := idOf(m.leaving)
	switch m.leaving.State {
	case graph.Resident:
		if id = string(graph.NewID()); m.arriving.State == graph.Arriving && m.arriving.Place == m.from.Place {
			id = idOf(m.arriving) // a run was killed between the first two steps, or cancelled
		}
	case graph.Arriving:
		return m.leaving.Admit(ctx, m.from.Workspace)
	case graph.Leaving, graph.Closed, graph.Gone:
		if m.leaving.Place != m.to.Place && m.leaving.State == graph.Gone {
			return m.leaving.Admit(ctx, m.from.Workspace)
		}
		if m.leaving.Place != m.to.Place {
			return fault.Newf(fault.Conflict, "Workspace %s is moving to %s: name that place again, or cancel the move", m.from.Workspace, m.leaving.Place)
		}
		if m.leaving.State == graph.Gone && m.arriving.State == graph.Resident {
			return m.checkUsed(ctx) // all is done
		}
	}
	switch err := m.receive(ctx, id); {
	case err != nil:
		return err
	case m.leaving.State == graph.Leaving:
		return m.set(ctx, m.leaving) // waits again for the writes that the former state admitted
	case m.leaving.State != graph.Resident:
		return nil
	}
	m.step("leave")
	return m.set(ctx, graph.Residence{State: graph.Leaving, Move: id, Place: m.to.Place})
}

// receive makes the destination reject all writes but those of this run.
func (m *move) receive(ctx context.Context, id string) error {
	was, now := m.arriving, graph.Residence{State: graph.Arriving, Move: own(id), Place: m.from.Place}
	if was.State != graph.Resident && (was.State != graph.Arriving || idOf(was) != id) {
		return graph.ResidenceChanged(m.to.Workspace)
	}
	m.step("receive")
	if err := m.to.Store.SetResidence(ctx, m.to.Workspace, was, now); err != nil {
		return err
	}
	m.arriving = now
	if was.State == graph.Arriving {
		return nil
	}
	itself, err := m.from.Store.Residence(ctx, m.from.Workspace)
	if err == nil && itself == now {
		err = fault.New(fault.Conflict, "The two places are the same; name another store or another workspace")
	}
	numbers := graph.Numbers{}
	if err == nil {
		numbers, err = m.to.Store.Numbers(ctx, m.to.Workspace)
	}
	if err == nil && numbers.Last > 0 {
		err = fault.Newf(fault.Conflict, "Workspace %s at %s has been used already; move to another workspace", m.to.Workspace, m.to.Place)
	}
	if err != nil {
		return errors.Join(err, m.to.Store.SetResidence(ctx, m.to.Workspace, now, was))
	}
	return nil
}

// checkUsed rejects a destination that only has the name of the one to which the source moved.
func (m *move) checkUsed(ctx context.Context) error {
	there, here, err := m.numbers(ctx)
	if err == nil && here.Last < there.Last {
		err = graph.ResidenceChanged(m.to.Workspace)
	}
	return err
}

// set changes the source's state.
func (m *move) set(ctx context.Context, now graph.Residence) error {
	if err := m.from.Store.SetResidence(ctx, m.from.Workspace, m.leaving, now); err != nil {
		return err
	}
	m.leaving = now
	return nil
}
