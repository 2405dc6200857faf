package neo4jstore

import (
	"context"
	"math"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

// OrderPage implements graph.Store. It holds the lock of the order: without it, it could see a part of a transaction.
//
// The relationships of the workspace alone decide. The state on the lock says what this program has written, and every
// write of it holds the lock. What another program wrote shows in the page itself: each level must be one more than the
// highest level of the predecessors. Where that holds for a page, its episodes come after all of their predecessors.
// Where it holds for all pages, all levels are right and there is no cycle. A relationship that a person has removed
// elsewhere leaves a valid order with levels that may be too high. The settler compares the counter soon and finds it.
func (s *Store) OrderPage(ctx context.Context, ws string, oq graph.OrderQuery) (*graph.OrderPage, error) {
	o := orderOf{ws, oq.Type}
	page, err := transact(ctx, s, "order_page", func(ctx context.Context, tx neo4j.ManagedTransaction) (*graph.OrderPage, error) {
		return pageOf(ctx, tx, o, oq)
	})
	switch c := code(err); {
	case c == codeForbidden, c == codeReadOnly, c == codeReadOnlyCopy:
		return nil, nil //nolint:nilnil // nobody writes here, so the lock cannot be taken
	case err != nil:
		return nil, err
	case page == nil:
		s.settler.ask(ctx, s, o)
		return nil, nil //nolint:nilnil // not kept now, which is no failure
	}
	s.settler.sawKept(o)
	s.settler.compare(ctx, s, o)
	return page, nil
}

// pageOf returns a page, or nil if the order is not kept. If the page shows that another program wrote, the order is to be
// computed.
func pageOf(ctx context.Context, tx neo4j.ManagedTransaction, o orderOf, oq graph.OrderQuery) (*graph.OrderPage, error) {
	total, kept := 0, false
	_, err := within(ctx, tx, readOrder.of(graph.Outgoing, o.kind).with(params{"workspace": o.ws}), func(r *row) (struct{}, error) {
		total, kept = int(r.integer("total")), r.yes("kept")
		return struct{}{}, nil
	})
	if err != nil || !kept {
		return nil, err
	}
	after := graph.OrderCursor{Level: -1}
	if oq.After != nil {
		after = *oq.After
	}
	right := false
	page, err := within(ctx, tx, orderPage.of(graph.Outgoing, o.kind).with(params{
		"workspace": o.ws, "level": after.Level, "created_at": int64(after.CreatedAt), "id": after.ID,
		"offset": offsetOf(oq.Offset), "limit": min(oq.Limit, math.MaxInt32),
	}), func(r *row) (*graph.OrderPage, error) {
		right = r.yes("right")
		names := []string{"episode_id", "id", "name", "created_at", "level", "before"}
		return &graph.OrderPage{Episodes: tuplesReadable(r.fields, "episodes", names, decodeOrdered), Total: total}, nil
	})
	if err == nil && !right {
		return nil, putOrder(ctx, tx, o, orderUnknown, "", 0)
	}
	return page, err
}

func decodeOrdered(f fields) graph.OrderedEpisode {
	return graph.OrderedEpisode{
		Node:  decodeNode(f).Node,
		Level: int(f.integer("level")), Dependencies: idsIn(f, "before"),
	}
}
