package sqlitestore

import (
	"context"
	"database/sql"

	"plotline/graph"
)

// FindCycle implements graph.Store.
func (s *Store) FindCycle(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error) {
	return read(ctx, s, func(q *session) (*graph.CyclePath, error) {
		nodes := q.nodes(ctx, ws, []graph.ID{from, to})
		if missing := absent(nodes, from, to); missing != nil {
			return nil, missing
		}
		return newWeb(q, t).closing(ctx, nodes[from], nodes[to]), nil
	})
}

// web is what a transaction knows of the relationships of one type: for each episode that it has
// looked at, where they lead, onwards and back.
type web struct {
	q             *session
	kind          graph.Type
	onwards, back map[int64][]int64
}

func newWeb(q *session, t graph.Type) *web {
	return &web{q: q, kind: t, onwards: map[int64][]int64{}, back: map[int64][]int64{}}
}

// expect looks at the ends of a list of relationships at once, where it would be one by one.
func (w *web) expect(ctx context.Context, rels []graph.Relationship, nodes map[graph.ID]node) {
	var froms, tos []int64
	for _, rel := range rels {
		if rel.Type == w.kind {
			froms, tos = append(froms, nodes[rel.From].key), append(tos, nodes[rel.To].key)
		}
	}
	if len(froms) > 1 {
		w.load(ctx, w.back, reachBack, froms)
		w.load(ctx, w.onwards, reachOnwards, tos)
	}
}

// add takes in a relationship that was just stored.
func (w *web) add(from, to int64) {
	if list, looked := w.onwards[from]; looked {
		w.onwards[from] = append(list, to)
	}
	if list, looked := w.back[to]; looked {
		w.back[to] = append(list, from)
	}
}

// closing gives the closed path that a relationship completes, or nil.
func (w *web) closing(ctx context.Context, from, to node) *graph.CyclePath {
	path, _ := graph.ShortestPath(to.key, from.key, func(frontier []int64, back bool) ([][]int64, error) {
		return w.neighbours(ctx, frontier, back), w.q.err // which is the session's failure, too
	})
	if path == nil {
		return nil
	}
	keys := append([]int64{from.key}, path...)
	names := w.q.names(ctx, keys)
	ids := make([]graph.ID, len(keys))
	for i, key := range keys {
		ids[i] = names[key].id
	}
	shown := graph.NewCyclePath(ids)
	return &shown
}

func (w *web) neighbours(ctx context.Context, frontier []int64, back bool) [][]int64 {
	looked, st := w.onwards, reachOnwards
	if back {
		looked, st = w.back, reachBack
	}
	var news []int64
	for _, key := range frontier {
		if _, known := looked[key]; !known {
			news = append(news, key)
		}
	}
	if len(news) > 0 {
		w.load(ctx, looked, st, news)
	}
	lists := make([][]int64, len(frontier))
	for i, key := range frontier {
		lists[i] = looked[key]
	}
	return lists
}

// mostAhead bounds how many episodes a query looks at beyond those that it was asked for.
const mostAhead = 10_000

// load looks at some episodes, and beyond them at as many as it has looked at before: a search that
// ends soon reads little, and one that goes deep needs few queries, however thin the graph.
func (w *web) load(ctx context.Context, looked map[int64][]int64, st *statement, keys []int64) {
	type edge struct {
		from int64
		to   sql.NullInt64
	}
	most := len(keys) + min(len(looked), mostAhead)
	edges := all(ctx, w.q, st, func(e *edge) []any { return []any{&e.from, &e.to} },
		list(keys), typeNumber(w.kind), most)
	fresh := map[int64][]int64{}
	for _, e := range edges {
		if _, known := looked[e.from]; known {
			continue
		}
		to := fresh[e.from]
		if e.to.Valid {
			to = append(to, e.to.Int64)
		}
		fresh[e.from] = to
	}
	for key, to := range fresh {
		looked[key] = to
	}
}
