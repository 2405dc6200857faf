package sqlitestore

import (
	"context"

	"plotline/graph"
)

// OrderPage implements graph.Store.
func (s *Store) OrderPage(ctx context.Context, ws string, oq graph.OrderQuery) (*graph.OrderPage, error) {
	return read(ctx, s, func(q *session) (*graph.OrderPage, error) {
		w, _ := q.workspace(ctx, ws)
		if !q.ordersKept(ctx, w.key)[typeNumber(oq.Type)] {
			q.unsettled = true
			return nil, nil //nolint:nilnil // not kept now, which is no failure
		}
		page := &graph.OrderPage{Total: w.episodes, Episodes: []graph.OrderedEpisode{}}
		pages := pageFollows
		if oq.Type == graph.Causes {
			pages = pageCauses
		}
		after := graph.OrderCursor{Level: -1}
		if oq.After != nil {
			after = *oq.After
		}
		rows := all(ctx, q, pages, rankedFields, w.key, oq.Limit, oq.Offset, after.Level, int64(after.CreatedAt), after.ID)
		keys := make([]int64, len(rows))
		place := make(map[int64]int, len(rows))
		for i, row := range rows {
			keys[i], place[row.key] = row.key, i
			page.Episodes = append(page.Episodes, graph.OrderedEpisode{Node: row.Node, Level: row.level, Dependencies: []graph.ID{}})
		}
		for _, p := range all(ctx, q, getPredecessors, predecessorFields, list(keys), typeNumber(oq.Type)) {
			at := &page.Episodes[place[p.of]]
			at.Dependencies = append(at.Dependencies, p.id)
		}
		return page, nil
	})
}

// ranked is an episode with its level.
type ranked struct {
	shown
	level int
}

func rankedFields(r *ranked) []any { return append(shownFields(&r.shown), &r.level) }

// predecessor is a direct predecessor of the episode of.
type predecessor struct {
	of int64
	id graph.ID
}

func predecessorFields(p *predecessor) []any { return []any{&p.of, (*string)(&p.id)} }
