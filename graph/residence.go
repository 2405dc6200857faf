package graph

import (
	"context"

	"plotline/internal/fault"
)

// MoveStore keeps where a workspace lives, and so lets it move to another store. Package moving uses it.
//
// The rules of Store hold for its methods too.
type MoveStore interface {
	// Residence returns the state of a workspace. A workspace that never moved has the zero state.
	Residence(ctx context.Context, ws string) (Residence, error)

	// SetResidence replaces the state was by now. If the state is another one, the error is ResidenceChanged. After
	// it returned, no write that was admitted by an earlier state is still in progress.
	SetResidence(ctx context.Context, ws string, was, now Residence) error

	// Numbers returns the counters of a workspace. Unlike Extent, it takes the same time at every size.
	Numbers(ctx context.Context, ws string) (Numbers, error)
}

// Residence says where a workspace lives, and so which writes a store admits. Every process checks it in the
// transaction of the write.
type Residence struct {
	State ResidenceState
	Move  string // the id of the move; empty for Gone after the new place was opened
	Place string // where to, or from, for people
}

// ResidenceState is a step of a move.
type ResidenceState string

// The states.
const (
	Resident ResidenceState = ""         // writes are admitted
	Closed   ResidenceState = "closed"   // writes are rejected until the move ends or is cancelled
	Gone     ResidenceState = "gone"     // writes are rejected, because the workspace lives elsewhere
	Arriving ResidenceState = "arriving" // only the writes of the move are admitted
)

// Numbers are the counters of a workspace; zero for a workspace without writes.
type Numbers struct {
	Episodes int
	Last     int64 // the highest serial number that was given
}

type moveKey struct{}

// WithMove marks the writes of a move. A workspace that is arriving by it admits them.
func WithMove(ctx context.Context, move string) context.Context {
	return context.WithValue(ctx, moveKey{}, move)
}

// MoveOf returns the move that a write belongs to, or "".
func MoveOf(ctx context.Context) string {
	move, _ := ctx.Value(moveKey{}).(string)
	return move
}

// Admit returns nil if the state admits a write.
func (r Residence) Admit(ctx context.Context, ws string) error {
	switch r.State {
	case Closed:
		if r == Deletion {
			return fault.Newf(fault.Unavailable, "Workspace %s is being deleted; try again in a moment. "+
				"If this lasts, run plotline workspace delete again", ws)
		}
		return fault.Newf(fault.Unavailable, "Workspace %s is being moved to %s. Until the move ends, it accepts no changes, and reads go on; "+
			"try again later. If the move was interrupted, run plotline workspace move again, or with --cancel", ws, r.Place)
	case Gone:
		return r.moved(ws)
	case Arriving:
		return r.AdmitRead(ctx, ws)
	case Resident:
	}
	return nil
}

func (r Residence) moved(ws string) error {
	return fault.Newf(fault.Conflict, "Workspace %s was moved to %s; use it there", ws, r.Place)
}

// AdmitRead returns nil if the workspace has all that a read looks for. Stores answer any read.
func (r Residence) AdmitRead(ctx context.Context, ws string) error {
	switch {
	case r.State == Gone && r.Move == "":
		return r.moved(ws)
	case r.State == Arriving && MoveOf(ctx) != r.Move:
		return fault.Newf(fault.Unavailable, "Workspace %s is being moved here from %s, and not all of it has arrived; "+
			"try again when the move has ended", ws, r.Place)
	}
	return nil
}

// ResidenceChanged reports that another run of the command has changed the state of a move.
func ResidenceChanged(ws string) *fault.Error {
	return fault.Newf(fault.Conflict, "Workspace %s is part of another move, or another run continues this one", ws)
}
