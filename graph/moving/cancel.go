package moving

import (
	"context"

	"plotline/graph"
	"plotline/internal/fault"
)

// Cancel lets the source of a move accept writes as before. If to is not nil, it also removes the copy at the destination.
// Otherwise the copy keeps rejecting writes, and a source whose copy is complete is not opened, because another run may open
// that copy.
func Cancel(ctx context.Context, from End, to *End) error {
	state, err := from.Store.Residence(ctx, from.Workspace)
	var copied graph.Residence
	if err == nil && to != nil {
		copied, err = to.Store.Residence(ctx, to.Workspace)
	}
	if err != nil {
		return err
	}
	taken := graph.Residence{State: graph.Arriving, Move: "cancelled " + idOf(state), Place: from.Place} // no run opens it
	ours := copied == taken || isCopyOf(copied, state)
	switch {
	case state == graph.Deletion:
		return state.Admit(ctx, from.Workspace)
	case state.State == graph.Closed, state.State == graph.Gone && ours:
		if ours && copied != taken {
			if err := to.Store.SetResidence(ctx, to.Workspace, copied, taken); err != nil {
				return err
			}
			copied = taken
		}
		if err := from.Store.SetResidence(ctx, from.Workspace, state, graph.Residence{}); err != nil {
			return err
		}
	case state.State == graph.Gone && to == nil:
		return fault.Newf(fault.Conflict, "Workspace %s was moved to %s; if that move was interrupted, run it again, "+
			"or name that place to cancel it", from.Workspace, state.Place)
	case state.State == graph.Resident && copied.State == graph.Arriving && copied.Place == from.Place:
		ours = true // a run was killed before it removed the copy
	case state.State == graph.Resident && copied == graph.Deletion:
	default:
		return fault.Newf(fault.Conflict, "Workspace %s is not being moved from here", from.Workspace)
	}
	if ours {
		if err := to.Store.SetResidence(ctx, to.Workspace, copied, graph.Deletion); err != nil {
			return err
		}
		copied = graph.Deletion
	}
	if copied != graph.Deletion {
		return nil
	}
	return remove(ctx, *to)
}
