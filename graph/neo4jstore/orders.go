package neo4jstore

import (
	"context"
	"errors"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/worklist"
)

// The levels of the kept orders are properties of the episodes. Every write that changes relationships of an ordering type
// holds the lock of that type, and leaves the levels right at its end, or a note on each episode whose level may be
// wrong. The node of the lock has what is known about the order:
//
//	order          its state, see below
//	relationships  how many there are, by the writes of this program
//	gap            numbers of episodes that had no level when the order was computed: last less levelled of the counter
//	generation     the notes that count have this number
//	token, until   the claim of a process that computes the order, by the database's clock. It does not hold if it is further
//	               ahead than a claim lasts: that clock has been set back, or another program wrote it
const (
	orderKept    = "kept"    // the levels are right
	orderNoted   = "noted"   // those of the episodes with a note, and of those after them, may be wrong
	orderUnknown = "unknown" // all are to be computed, as where the lock has lost its state
	orderCyclic  = "cyclic"  // another program wrote a cycle
	// A statement that leaves levels to be settled in its own transaction makes the state 'open'.
)

// maxSettled is how many episodes a transaction looks at to settle levels, because other writers wait for it. What is
// left after that gets notes, and is settled later.
const maxSettled = 10_000

// maxRemoved is how many relationships a transaction deletes at most.
const maxRemoved = 5_000

// maxDue is how many episodes a write settles at most. A longer list, as of an import, gives all of them notes at once:
// the order is settled when the list's caller is done (see settler).
const maxDue = 200

// dueOrder is what a statement says about an order whose relationships it has changed.
type dueOrder struct {
	kind      graph.Type
	due       []int64 // the numbers of the episodes whose level is to be settled
	unsettled bool    // the order is not kept
}

// errDue ends the transaction of a single statement that leaves levels to be settled.
var errDue = errors.New("neo4jstore: levels are to be settled")

func decodeDue(f fields) dueOrder {
	return dueOrder{typeOf(f.str("type")), column[int64](f, "due"), f.yes("unsettled")}
}

// dueOf reads the columns of a statement for one type. Those for other types have none.
func dueOf(r *row, t graph.Type) []dueOrder {
	if !t.Ordering() {
		return nil
	}
	return []dueOrder{{t, column[int64](r.fields, "due"), r.yes("unsettled")}}
}

// settling runs a statement that changes relationships. Mostly it keeps the levels right by itself. If it does not, it is
// rolled back, and run again in a transaction that settles them.
func settling[T any](
	ctx context.Context, s *Store, ws string, q query, decode func(*row) (T, []dueOrder, error),
) (T, error) {
	var orders []dueOrder
	result, err := run(ctx, s, q, func(r *row) (result T, err error) {
		result, orders, err = decode(r)
		for _, o := range orders {
			if err == nil && len(o.due) > 0 {
				err = errDue
			}
		}
		return result, err
	})
	if errors.Is(err, errDue) {
		result, err = transactIn(ctx, s, ws, q.name, q.effect, func(ctx context.Context, tx neo4j.ManagedTransaction) (result T, err error) {
			result, orders, err = settlingWithin(ctx, s, tx, ws, q, decode)
			return result, err
		})
	}
	if err == nil {
		s.settleLater(ctx, ws, orders)
	}
	return result, err
}

// settlingWithin is settling in a transaction. It returns the orders with what is left.
func settlingWithin[T any](
	ctx context.Context, s *Store, tx neo4j.ManagedTransaction, ws string, q query,
	decode func(*row) (T, []dueOrder, error),
) (T, []dueOrder, error) {
	var orders []dueOrder
	result, err := within(ctx, tx, q, func(r *row) (result T, err error) {
		result, orders, err = decode(r)
		return result, err
	})
	for i := range orders {
		if o := &orders[i]; err == nil && len(o.due) > 0 {
			o.unsettled, err = s.settle(ctx, tx, orderOf{ws, o.kind}, o.due)
		}
	}
	return result, orders, err
}

// settleLater has the orders settled that a write could not leave right.
func (s *Store) settleLater(ctx context.Context, ws string, orders []dueOrder) {
	for _, o := range orders {
		if o.unsettled {
			s.settler.askAfter(ctx, s, orderOf{ws, o.kind}, betweenWrites)
		}
	}
}

// orderOf names an order.
type orderOf struct {
	ws   string
	kind graph.Type
}

// settle settles the levels of episodes, and of all that depend on them, in a transaction that holds the lock. It reports
// whether something is left, which then has notes.
func (s *Store) settle(ctx context.Context, tx neo4j.ManagedTransaction, o orderOf, due []int64) (unsettled bool, err error) {
	if len(due) > maxDue {
		return true, leave(ctx, tx, o, due)
	}
	work, near := s.work(ctx, tx, o, due, 0)
	if near.err != nil {
		return false, near.err
	}
	return !work.Done(), finish(ctx, near, work, nil)
}

// leave writes notes for episodes, and settles nothing.
func leave(ctx context.Context, tx neo4j.ManagedTransaction, o orderOf, due []int64) error {
	if err := putLevels(ctx, tx, o, [][]int64{}, []int64{}, due); err != nil {
		return err
	}
	return putOrder(ctx, tx, o, orderNoted, "", 0)
}

// work settles levels as far as a transaction may. No level can be higher than most without a cycle; 0 if there can be
// none.
func (s *Store) work(
	ctx context.Context, tx neo4j.ManagedTransaction, o orderOf, due []int64, most int,
) (*worklist.List, *vicinity) {
	near := newVicinity(tx, o)
	near.look(ctx, due)
	work := worklist.New(near, most)
	for _, number := range due {
		work.Compute(number)
	}
	work.Settle(ctx, s.settled)
	return work, near
}

// finish writes what was settled, and notes for what is left. noted are the episodes that had notes.
func finish(ctx context.Context, near *vicinity, work *worklist.List, noted []int64) error {
	state := orderKept
	if !work.Done() {
		state = orderNoted
	}
	if err := putLevels(ctx, near.tx, near.of, near.changes(), noted, work.Keys()); err != nil {
		return err
	}
	return putOrder(ctx, near.tx, near.of, state, "", 0)
}

// putLevels writes levels, each with its episode's number. It deletes the notes of some episodes, and then writes those
// of others.
func putLevels(ctx context.Context, tx neo4j.ManagedTransaction, o orderOf, levels [][]int64, settled, left []int64) error {
	_, err := within(ctx, tx, setLevels.of(graph.Outgoing, o.kind).with(params{
		"workspace": o.ws, "levels": levels, "settled": settled, "left": left,
	}), nothing)
	return err
}

// putOrder writes the state of an order, and the claim on it.
func putOrder(ctx context.Context, tx neo4j.ManagedTransaction, o orderOf, state, token string, length time.Duration) error {
	_, err := within(ctx, tx, writeOrder.of(graph.Outgoing, o.kind).with(params{
		"workspace": o.ws, "order": state, "token": orNull(token), "length": length.Microseconds(),
	}), nothing)
	return err
}
