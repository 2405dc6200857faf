package neo4jstore

import (
	"context"
	"math"

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
	after := graph.OrderCursor{Level: -1}
	if oq.After != nil {
		after = *oq.After
	}
	page, err := run(ctx, s, orderPage.of(graph.Outgoing, o.kind).with(params{
		"workspace": o.ws, "level": after.Level, "created_at": int64(after.CreatedAt), "id": after.ID,
		"offset": offsetOf(oq.Offset), "limit": min(oq.Limit, math.MaxInt32),
	}), func(r *row) (*graph.OrderPage, error) {
		if !r.yes("kept") {
			return nil, nil //nolint:nilnil // not kept now, which is no failure
		}
		names := []string{"episode_id", "id", "name", "created_at", "level", "before"}
		return &graph.OrderPage{
			Episodes: tuplesReadable(r.fields, "episodes", names, decodeOrdered), Total: int(r.integer("total")),
		}, nil
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

func decodeOrdered(f fields) graph.OrderedEpisode {
	return graph.OrderedEpisode{
		Node:  decodeNode(f).Node,
		Level: int(f.integer("level")), Dependencies: idsIn(f, "before"),
	}
}
