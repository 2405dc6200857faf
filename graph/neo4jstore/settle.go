package neo4jstore

import (
	"context"
	"slices"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/pause"
	"plotline/internal/sharing"
)

// heldOrder is an order while its lock is held.
type heldOrder struct {
	state      string
	generation int64
	token      string
	claimed    bool // by a process that computes the order, or nobody looks for a cycle yet
	levelled   bool // all episodes have levels
	episodes   int
}

// hold takes the lock of an order, after that of the workspace's counter. It returns nil if the workspace was never used, or
// if its counter is lost.
func hold(ctx context.Context, tx neo4j.ManagedTransaction, o orderOf) (*heldOrder, error) {
	return within(ctx, tx, holdOrder.of(graph.Outgoing, o.kind).with(params{
		"workspace": o.ws, "length": orderClaim.Microseconds(),
	}), func(r *row) (*heldOrder, error) {
		if r.empty || r.yes("lost") {
			return nil, nil //nolint:nilnil // nothing to hold
		}
		return &heldOrder{
			r.str("order"), r.integer("generation"), r.str("token"), r.yes("claimed"), r.yes("levelled"), int(r.integer("episodes")),
		}, nil
	})
}

// orderStep is the result of a step.
type orderStep struct {
	again bool // there is more to do
	kept  bool
}

// settleOrder does one step for an order, and rests: it settles the episodes that have notes, or computes all levels. With
// atOnce it does not rest, and computes an order anew that had a cycle a moment ago.
func (s *Store) settleOrder(ctx context.Context, o orderOf, atOnce bool) (step orderStep, err error) {
	began, pace := time.Now(), s.settler.pace
	if atOnce {
		pace = sharing.NewPace(0)
	}
	token, compute, claimed, lost := newMark(), false, false, false
	_, err = transact(ctx, s, "settle_order", func(ctx context.Context, tx neo4j.ManagedTransaction) (struct{}, error) {
		step, compute, claimed = orderStep{}, false, false
		held, err := hold(ctx, tx, o)
		switch lost = err == nil && held == nil; {
		case err != nil || lost:
			return struct{}{}, err
		case held.state == orderKept && held.levelled:
			step.kept = true
			return struct{}{}, nil
		case held.claimed && (!atOnce || held.state != orderCyclic):
			step.again, claimed = held.state != orderCyclic, true
			return struct{}{}, nil
		case held.state == orderNoted && held.levelled:
			if step.again, compute, err = s.settleNotes(ctx, tx, o, held); err != nil || !compute {
				step.kept = !step.again
				return struct{}{}, err
			}
		}
		compute = true
		_, err = within(ctx, tx, claimOrder.of(graph.Outgoing, o.kind).with(params{
			"workspace": o.ws, "token": token, "length": orderClaim.Microseconds(),
		}), nothing)
		return struct{}{}, err
	})
	pace.Worked(time.Since(began))
	if err == nil && lost {
		step.again, err = s.countLost(ctx, o)
		step.kept = !step.again
		return step, err
	}
	if err == nil && compute {
		step.again, err = s.computeOrder(ctx, o, token, pace)
		return step, err // what writers left meanwhile is settled before the next rest: it is little
	}
	if step.again && claimed { // by another process
		pause.For(ctx, betweenLooks)
	}
	pace.Rest(ctx)
	return step, err
}

// countLost makes the counter of a workspace again, and reports whether it was lost. There is none if the workspace was never
// used.
func (s *Store) countLost(ctx context.Context, o orderOf) (bool, error) {
	state, err := s.OrderState(ctx, o.ws, o.kind)
	if err != nil || state.State != graph.OrderUnknown {
		return false, err
	}
	_, err = run(ctx, s, makingCounter(o.ws, "", false, false), nothing)
	return true, err
}

// settleNotes settles the episodes that have notes. If they are too many, or if there is a cycle, all levels are to be
// computed.
func (s *Store) settleNotes(
	ctx context.Context, tx neo4j.ManagedTransaction, o orderOf, held *heldOrder,
) (again, compute bool, err error) {
	numbers, err := within(ctx, tx, pageNotes.of(graph.Outgoing, o.kind).with(params{
		"workspace": o.ws, "generation": held.generation, "limit": s.settled + 1,
	}), func(r *row) ([]int64, error) { return column[int64](r.fields, "numbers"), nil })
	if err != nil || len(numbers) > s.settled {
		return false, true, err
	}
	work, near := s.work(ctx, tx, o, numbers, held.episodes)
	if near.err != nil || work.Cyclic() {
		return false, true, near.err
	}
	return !work.Done(), false, finish(ctx, near, work, numbers)
}

// computeOrder computes the levels of all episodes from a snapshot, and writes them in small transactions. Writers leave
// notes in the meantime, which are settled after that. It ends early if another process has claimed the order. It rests
// at pace after each transaction.
func (s *Store) computeOrder(ctx context.Context, o orderOf, token string, pace *sharing.Pace) (again bool, err error) {
	began := time.Now()
	wrong, hasCycle, err := s.wrongLevels(ctx, o)
	if err != nil {
		return false, err
	}
	snapshot := time.Since(began)
	defer func() { pace.Worked(snapshot) }() // a rest before the levels are written would leave more notes
	for some := range slices.Chunk(wrong, levelsAtOnce) {
		began := time.Now()
		held, err := s.withClaim(ctx, o, token, func(ctx context.Context, tx neo4j.ManagedTransaction) error {
			if err := putLevels(ctx, tx, o, some, nil, nil); err != nil {
				return err
			}
			return putOrder(ctx, tx, o, orderUnknown, token, orderClaim)
		})
		if err != nil || !held {
			return true, err
		}
		pace.Worked(time.Since(began))
		pace.Rest(ctx)
	}
	_, err = s.withClaim(ctx, o, token, func(ctx context.Context, tx neo4j.ManagedTransaction) error {
		if hasCycle {
			return putOrder(ctx, tx, o, orderCyclic, "", betweenCyclic)
		}
		return putOrder(ctx, tx, o, orderNoted, "", 0)
	})
	return !hasCycle, err
}

// withClaim runs work in a transaction, under the lock, if the claim is still held.
func (s *Store) withClaim(
	ctx context.Context, o orderOf, token string, work func(context.Context, neo4j.ManagedTransaction) error,
) (bool, error) {
	return transact(ctx, s, "compute_order", func(ctx context.Context, tx neo4j.ManagedTransaction) (bool, error) {
		held, err := hold(ctx, tx, o)
		if err != nil || held == nil || held.token != token {
			return false, err
		}
		return true, work(ctx, tx)
	})
}

// wrongLevels returns the episodes whose level is to be written, each with the right one. If there is a cycle it returns
// none.
func (s *Store) wrongLevels(ctx context.Context, o orderOf) (wrong [][]int64, hasCycle bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, snapshotLimit)
	defer cancel()
	wrong, err = run(ctx, s, projectLevels.of(graph.Outgoing, o.kind).with(params{"workspace": o.ws}), func(r *row) ([][]int64, error) {
		numbers, levels := column[int64](r.fields, "numbers"), column[int64](r.fields, "levels")
		froms, tos := column[int64](r.fields, "froms"), column[int64](r.fields, "tos")
		r.holds(len(numbers) == len(levels) && len(froms) == len(tos))
		wrong, hasCycle = compareLevels(numbers, levels, froms, tos)
		return wrong, nil
	})
	return wrong, hasCycle, err
}

// compareLevels returns the episodes that have not the level that they should have.
func compareLevels(numbers, levels, froms, tos []int64) (wrong [][]int64, hasCycle bool) {
	place := make(map[int64]int32, len(numbers))
	for i, number := range numbers {
		place[number] = int32(i) // 2³¹ episodes would not fit into memory
	}
	right, acyclic := graph.Levels(len(numbers), edgesBetween(place, froms, tos))
	if !acyclic {
		return nil, true
	}
	for i := range min(len(numbers), len(levels)) {
		if int64(right[i]) != levels[i] {
			wrong = append(wrong, []int64{numbers[i], int64(right[i])})
		}
	}
	return wrong, false
}
