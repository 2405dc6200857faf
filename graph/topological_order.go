package graph

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math"
	"sort"

	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// TopologicalOrderInput asks for episodes in an order that respects an ordering type.
type TopologicalOrderInput struct {
	EpisodeIDs       []EpisodeRef `json:"episode_ids,omitempty" maxItems:"10000" doc:"Default: all"`
	RelationshipType Type         `json:"relationship_type,omitempty" enum:"follows,causes" default:"follows"`
	Limit            int          `json:"limit,omitempty" minimum:"1" doc:"Page size; default: all"`
	Offset           int          `json:"offset,omitempty" minimum:"0" default:"0"`
	Cursor           string       `json:"cursor,omitempty" maxBytes:"200"`
}

// TopologicalOrderOutput lists episodes so that each comes after its dependencies. TotalCount is the number
// of ordered episodes before limit and offset. Members of a cycle are only in Cycles.
type TopologicalOrderOutput struct {
	OrderedEpisodes []OrderedOutput `json:"ordered_episodes"`
	HasCycles       bool            `json:"has_cycles"`
	Cycles          [][]ID          `json:"cycles" doc:"One closed path for each cycle that another program wrote"`
	TotalCount      int             `json:"total_count" doc:"Number of ordered episodes, regardless of limit and offset"`
	NextCursor      string          `json:"next_cursor,omitempty"`
}

// OrderedOutput is an episode of the order.
type OrderedOutput struct {
	EpisodeID    ID     `json:"episode_id" format:"uuid"`
	EpisodeName  string `json:"episode_name"`
	Level        int    `json:"level" doc:"0: depends on nothing in the set"`
	Dependencies []ID   `json:"dependencies" doc:"Direct predecessors in the set"`
	ID           int64  `json:"id" doc:"Serial number"`
}

// TopologicalOrder orders episodes by Kahn's algorithm, with levels. If levels change between two pages, an episode may
// be on both or on neither.
func (s *Service) TopologicalOrder(
	ctx context.Context, by audit.Caller, in TopologicalOrderInput,
) (TopologicalOrderOutput, error) {
	return withEpisodes(ctx, s, by, opTopologicalOrder, in, in.EpisodeIDs, func(ctx context.Context, named resolved) (TopologicalOrderOutput, error) {
		if in.Cursor != "" && in.Offset > 0 {
			return TopologicalOrderOutput{}, errCursorAndOffset
		}
		ids := named.ids(in.EpisodeIDs)
		q := OrderQuery{Type: in.RelationshipType, Limit: in.Limit, Offset: in.Offset}
		list := q.digest(ids)
		after, err := parseCursor[OrderCursor](in.Cursor, list)
		if err != nil {
			return TopologicalOrderOutput{}, err
		}
		q.After = after
		if q.Limit > 0 && q.Limit < math.MaxInt {
			q.Limit++ // one more shows whether there is a next page
		}
		if len(ids) == 0 && in.Limit > 0 {
			page, err := s.store.OrderPage(ctx, by.Workspace, q)
			if err != nil {
				return TopologicalOrderOutput{}, err
			}
			if page != nil {
				return page.answer(in.Limit, list), nil
			}
		}
		return s.computedOrder(ctx, by.Workspace, q, ids, named, in.Limit, list)
	})
}

// computedOrder orders episodes that no store keeps in order.
func (s *Service) computedOrder(
	ctx context.Context, ws string, q OrderQuery, ids []ID, named resolved, limit int, list string,
) (TopologicalOrderOutput, error) {
	if len(ids) == 0 {
		leave, err := s.orders.EnterFor(ctx, ws, wholeWorkspaces, "ask again when they are done, or for episode_ids")
		if err != nil {
			return TopologicalOrderOutput{}, err
		}
		defer leave()
	}
	usecase.Report(ctx, 0, 2, "reading the graph")
	part, err := s.store.Projection(ctx, ws, q.Type, ids)
	if err != nil {
		return TopologicalOrderOutput{}, named.verdict(err)
	}
	usecase.Report(ctx, 1, 2, "ordering")
	order := Order(part)
	out := order.page(part, q).answer(limit, list)
	out.HasCycles = len(order.Cycles) > 0
	for _, cycle := range order.Cycles {
		out.Cycles = append(out.Cycles, part.ids(cycle))
	}
	return out, nil
}

// digest identifies the order of these episodes. It covers what selects and sorts them, but not the page size.
func (q OrderQuery) digest(ids []ID) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s", q.Type, ids))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// answer is the output for a page that has one episode more if there is a next page.
func (p *OrderPage) answer(limit int, list string) TopologicalOrderOutput {
	out := TopologicalOrderOutput{OrderedEpisodes: []OrderedOutput{}, Cycles: [][]ID{}, TotalCount: p.Total}
	if limit > 0 && len(p.Episodes) > limit {
		p.Episodes = p.Episodes[:limit]
		out.NextCursor = encodeCursor(p.Episodes[limit-1].cursor(), list)
	}
	for _, e := range p.Episodes {
		out.OrderedEpisodes = append(out.OrderedEpisodes, OrderedOutput{e.EpisodeID, e.Name, e.Level, e.Dependencies, e.ID})
	}
	return out
}

// cursor is the position of an episode in its order.
func (e OrderedEpisode) cursor() *OrderCursor { return &OrderCursor{e.Level, e.CreatedAt, e.ID} }

// page returns a page of the order.
func (o Ordering) page(p Projection, q OrderQuery) *OrderPage {
	page := &OrderPage{Episodes: []OrderedEpisode{}, Total: len(o.Ordered)}
	from, to := 0, len(o.Ordered)
	if q.After != nil {
		from = sort.Search(to, func(i int) bool {
			node := p.Nodes[o.Ordered[i]]
			at := OrderCursor{o.Level[o.Ordered[i]], node.CreatedAt, node.ID}
			return at.compare(*q.After) > 0
		})
	}
	from += min(q.Offset, to-from)
	if q.Limit > 0 {
		to = from + min(q.Limit, to-from)
	}
	for _, n := range o.Ordered[from:to] {
		page.Episodes = append(page.Episodes, OrderedEpisode{p.Nodes[n], o.Level[n], p.ids(o.Dependencies(n))})
	}
	return page
}

func (p Projection) ids(nodes []int32) []ID {
	ids := make([]ID, len(nodes))
	for i, n := range nodes {
		ids[i] = p.Nodes[n].EpisodeID
	}
	return ids
}
