package neo4jstore

import (
	"context"
	"strconv"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

var _ graph.MoveStore = (*Store)(nil)

func decodeResidence(r *row) (graph.Residence, error) {
	if r.empty {
		return graph.Residence{}, nil
	}
	return graph.Residence{State: graph.ResidenceState(r.str("state")), Move: r.str("move"), Place: r.str("place")}, nil
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
		if now.State == graph.Gone || now.State == graph.Resident {
			if _, err := within(ctx, tx, clearJournal.with(params{"workspace": ws}), nothing); err != nil {
				return struct{}{}, err
			}
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
			types = append(types, labels[t])
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

// Journal returns the oldest entries of a workspace.
func (s *Store) Journal(ctx context.Context, ws string, limit int) ([]graph.JournalEntry, error) {
	return run(ctx, s, readJournal.with(params{"workspace": ws, "limit": limit}), func(r *row) ([]graph.JournalEntry, error) {
		return each(r.fields, "entries", func(f fields) graph.JournalEntry {
			return graph.JournalEntry{Key: f.str("type"), Relationship: f.yes("relationship"), ID: graph.ID(f.str("id"))}
		}), nil
	})
}

// DropJournal deletes entries.
func (s *Store) DropJournal(ctx context.Context, ws string, entries []graph.JournalEntry) error {
	types := make([]string, len(entries))
	for i, e := range entries {
		types[i] = e.Key
	}
	_, err := run(ctx, s, dropJournal.with(params{"workspace": ws, "types": types}), nothing)
	return err
}
