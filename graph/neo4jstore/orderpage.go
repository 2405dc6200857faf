package neo4jstore

import (
	"context"
	"math"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/pause"
)

// orderState is what shows whether an order is kept.
type orderState struct {
	kept  bool // by its state, and all episodes have levels
	agree bool // the counters of all workspaces agree with the count store
	total int
}

// sure reports whether the order is certainly kept.
func (o orderState) sure() bool { return o.kept && o.agree }

// If the counters do not agree, they are read again: a transaction may have been committed meanwhile. What another
// program wrote makes a difference that stays.
const (
	triesOfPage = 5
	pauseOfPage = 2 * time.Millisecond
)

// OrderPage implements graph.Store. It holds the lock of the order: without it, it could see a part of a transaction.
func (s *Store) OrderPage(ctx context.Context, ws string, oq graph.OrderQuery) (*graph.OrderPage, error) {
	o, agreed := orderOf{ws, oq.Type}, false
	for try := range triesOfPage {
		if try > 0 && !pause.For(ctx, pauseOfPage<<try) {
			break
		}
		var state orderState
		page, err := transact(ctx, s, "order_page", func(ctx context.Context, tx neo4j.ManagedTransaction) (page *graph.OrderPage, err error) {
			page, state, err = pageOf(ctx, tx, o, oq)
			return page, err
		})
		switch c := code(err); {
		case c == codeForbidden, c == codeReadOnly, c == codeReadOnlyCopy:
			return nil, nil //nolint:nilnil // nobody writes here, so the lock cannot be taken
		case err != nil:
			return nil, err
		case page != nil:
			s.settler.sawKept(o)
			return page, nil
		}
		if !state.kept {
			s.settler.ask(ctx, s, o)
			return nil, nil //nolint:nilnil // not kept now, which is no failure
		}
		agreed = agreed || state.agree
	}
	if !agreed {
		s.settler.compare(ctx, s, oq.Type)
	}
	return nil, nil //nolint:nilnil // as above
}

// pageOf returns a page, or nil and the state that was not as it must be.
func pageOf(ctx context.Context, tx neo4j.ManagedTransaction, o orderOf, oq graph.OrderQuery) (*graph.OrderPage, orderState, error) {
	before, err := stateOf(ctx, tx, o)
	if err != nil || !before.sure() {
		return nil, before, err
	}
	after := graph.OrderCursor{Level: -1}
	if oq.After != nil {
		after = *oq.After
	}
	page, err := within(ctx, tx, orderPage.of(graph.Outgoing, o.kind).with(params{
		"workspace": o.ws, "level": after.Level, "created_at": int64(after.CreatedAt), "id": after.ID,
		"offset": offsetOf(oq.Offset), "limit": min(oq.Limit, math.MaxInt32),
	}), func(r *row) (*graph.OrderPage, error) {
		names := []string{"episode_id", "id", "name", "created_at", "level", "before"}
		return &graph.OrderPage{Episodes: tuplesReadable(r.fields, "episodes", names, decodeOrdered), Total: before.total}, nil
	})
	if err != nil {
		return nil, before, err
	}
	now, err := stateOf(ctx, tx, o)
	if err != nil || !now.sure() {
		return nil, now, err
	}
	return page, now, nil
}

func decodeOrdered(f fields) graph.OrderedEpisode {
	return graph.OrderedEpisode{
		Node:  decodeNode(f).Node,
		Level: int(f.integer("level")), Dependencies: idsIn(f, "before"),
	}
}

func stateOf(ctx context.Context, tx neo4j.ManagedTransaction, o orderOf) (orderState, error) {
	return within(ctx, tx, readOrder.of(graph.Outgoing, o.kind).with(params{"workspace": o.ws}), func(r *row) (orderState, error) {
		return orderState{r.yes("kept"), r.yes("agree"), int(r.integer("total"))}, nil
	})
}
