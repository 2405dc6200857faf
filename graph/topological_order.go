package graph

import (
	"context"

	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// TopologicalOrderInput asks for episodes in an order that respects an ordering type.
type TopologicalOrderInput struct {
	EpisodeIDs       []EpisodeRef `json:"episode_ids,omitempty" maxItems:"10000" doc:"Default: all"`
	RelationshipType Type         `json:"relationship_type,omitempty" enum:"follows,causes" default:"follows"`
	Limit            int          `json:"limit,omitempty" minimum:"1" doc:"Page size; default: all"`
	Offset           int          `json:"offset,omitempty" minimum:"0" default:"0"`
}

// TopologicalOrderOutput lists episodes so that each comes after its dependencies. TotalCount is the number
// of ordered episodes before limit and offset. Members of a cycle are only in Cycles.
type TopologicalOrderOutput struct {
	OrderedEpisodes []OrderedOutput `json:"ordered_episodes"`
	HasCycles       bool            `json:"has_cycles"`
	Cycles          [][]ID          `json:"cycles" doc:"One closed path for each cycle that another program wrote"`
	TotalCount      int             `json:"total_count" doc:"Number of ordered episodes, regardless of limit and offset"`
}

// OrderedOutput is an episode of the order.
type OrderedOutput struct {
	EpisodeID    ID     `json:"episode_id" format:"uuid"`
	EpisodeName  string `json:"episode_name"`
	Level        int    `json:"level" doc:"0: depends on nothing in the set"`
	Dependencies []ID   `json:"dependencies" doc:"Direct predecessors in the set"`
	ID           int64  `json:"id" doc:"Serial number"`
}

// TopologicalOrder orders episodes by Kahn's algorithm, with levels.
func (s *Service) TopologicalOrder(
	ctx context.Context, by audit.Caller, in TopologicalOrderInput,
) (TopologicalOrderOutput, error) {
	return usecase.Do(ctx, s.runner, by, opTopologicalOrder, in, func(ctx context.Context, note *usecase.Note) (TopologicalOrderOutput, error) {
		named, err := s.resolveAndAudit(ctx, by.Workspace, note, in.EpisodeIDs...)
		if err != nil {
			return TopologicalOrderOutput{}, err
		}
		if len(in.EpisodeIDs) == 0 && in.Limit > 0 {
			page, err := s.store.OrderPage(ctx, by.Workspace, OrderQuery{in.RelationshipType, in.Limit, in.Offset})
			if err != nil || page != nil {
				return page.output(), err
			}
		}
		if len(in.EpisodeIDs) == 0 {
			leave, err := s.orders.TakeFor(ctx, by.Workspace, wholeWorkspaces, "ask again when they are done, or for episode_ids")
			if err != nil {
				return TopologicalOrderOutput{}, err
			}
			defer leave()
		}
		usecase.Report(ctx, 0, 2, "reading the graph")
		part, err := s.store.Projection(ctx, by.Workspace, in.RelationshipType, named.ids(in.EpisodeIDs))
		if err != nil {
			return TopologicalOrderOutput{}, named.verdict(err)
		}
		usecase.Report(ctx, 1, 2, "ordering")
		return orderPage(part, Order(part), in.Limit, in.Offset), nil
	})
}

// output is the answer if the store keeps the order.
func (p *OrderPage) output() TopologicalOrderOutput {
	if p == nil {
		return TopologicalOrderOutput{}
	}
	out := TopologicalOrderOutput{OrderedEpisodes: make([]OrderedOutput, len(p.Episodes)), Cycles: [][]ID{}, TotalCount: p.Total}
	for i, e := range p.Episodes {
		out.OrderedEpisodes[i] = OrderedOutput{e.EpisodeID, e.Name, e.Level, e.Dependencies, e.ID}
	}
	return out
}

func orderPage(part Projection, order Ordering, limit, offset int) TopologicalOrderOutput {
	out := TopologicalOrderOutput{
		OrderedEpisodes: []OrderedOutput{}, Cycles: make([][]ID, len(order.Cycles)),
		HasCycles: len(order.Cycles) > 0, TotalCount: len(order.Ordered),
	}
	for i, cycle := range order.Cycles {
		out.Cycles[i] = part.ids(cycle)
	}
	from := min(offset, len(order.Ordered))
	to := len(order.Ordered)
	if limit > 0 {
		to = from + min(limit, to-from)
	}
	for _, n := range order.Ordered[from:to] {
		node := part.Nodes[n]
		out.OrderedEpisodes = append(out.OrderedEpisodes, OrderedOutput{
			node.EpisodeID, node.Name, order.Level[n], part.ids(order.Dependencies(n)), node.ID,
		})
	}
	return out
}

func (p Projection) ids(nodes []int32) []ID {
	ids := make([]ID, len(nodes))
	for i, n := range nodes {
		ids[i] = p.Nodes[n].EpisodeID
	}
	return ids
}
