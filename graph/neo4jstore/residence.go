package neo4jstore

import (
	"context"
	"strconv"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

var _ graph.MoveStore = (*Store)(nil)

// formerLeaving is the state in which versions before 0.1.0 admitted writes during a move, and kept a journal of them. A
// workspace that one has left so is closed.
const formerLeaving = "leaving"

func decodeResidence(r *row) (graph.Residence, error) {
	if r.empty {
		return graph.Residence{}, nil
	}
	state := graph.ResidenceState(r.str("state"))
	if state == formerLeaving {
		state = graph.Closed
	}
	return graph.Residence{State: state, Move: r.str("move"), Place: r.str("place")}, nil
}

// Residence returns where a workspace lives.
func (s *Store) Residence(ctx context.Context, ws string) (graph.Residence, error) {
	return run(ctx, s, getResidence.with(params{"workspace": ws}), decodeResidence)
}

// SetResidence changes the state, and then waits for all writes in progress. A write that begins later sees the new state.
func (s *Store) SetResidence(ctx context.Context, ws string, was, now graph.Residence) error {
	_, err := transact(ctx, s, "set_residence", func(ctx context.Context, tx neo4j.ManagedTransaction) (struct{}, error) {
		found, err := within(ctx, tx, holdResidence.with(params{"workspace": ws, "attempt": newMark()}), decodeResidence)
		switch {
		case err != nil:
			return struct{}{}, err
		case found != was && found != now: // now: an earlier attempt whose answer was lost
			return struct{}{}, graph.ResidenceChanged(ws)
		}
		return struct{}{}, s.writeState(ctx, tx, ws, now)
	})
	if err != nil {
		return err
	}
	_, err = run(ctx, s, takeLocks.with(params{"workspace": ws, "attempt": newMark(), "types": lockTypes()}), nothing)
	return err
}

// writeState writes a state whose lock the transaction holds.
func (s *Store) writeState(ctx context.Context, tx neo4j.ManagedTransaction, ws string, now graph.Residence) error {
	_, err := within(ctx, tx, writeResidence.with(params{
		"workspace": ws, "state": orNull(string(now.State)), "move": now.Move, "place": now.Place,
	}), nothing)
	return err
}

// lockTypes lists the locks of a workspace in the order in which writes take them.
func lockTypes() []string {
	var types []string
	for _, t := range graph.Types() {
		if t.Ordering() {
			types = append(types, label(t))
		}
	}
	for i := range changeNodes {
		types = append(types, "CHANGE "+strconv.Itoa(i))
	}
	return types
}

// Numbers returns the counters of a workspace.
func (s *Store) Numbers(ctx context.Context, ws string) (graph.Numbers, error) {
	return run(ctx, s, readNumbers.with(params{"workspace": ws}), func(r *row) (graph.Numbers, error) {
		return graph.Numbers{Episodes: int(r.integer("episodes")), Last: r.integer("last")}, nil
	})
}
