package graphtest

import (
	"cmp"
	"context"
	"slices"

	"plotline/graph"
)

// walk is a path from the start of a search. It has the relationships in order, their product taken from
// left to right, and the last episode.
type walk struct {
	end      graph.ID
	strength float64
	path     []graph.ID
}

// better is the contract's choice between two walks of equal length to one episode.
func (w walk) better(o walk) bool {
	if w.strength != o.strength {
		return w.strength > o.strength
	}
	return slices.Compare(w.path, o.path) < 0
}

// levels lists the best walk to each episode, for each number of hops from 1.
func (s *space) levels(q graph.RelatedQuery) []map[graph.ID]walk {
	last := map[graph.ID]walk{q.Start: {end: q.Start, strength: 1}}
	all := make([]map[graph.ID]walk, q.MaxDepth)
	for hops := range all {
		best := map[graph.ID]walk{}
		for _, w := range last {
			for _, longer := range s.steps(w, q) {
				if known, ok := best[longer.end]; !ok || longer.better(known) {
					best[longer.end] = longer
				}
			}
		}
		all[hops] = best
		last = best
	}
	return all
}

// steps lists the extensions of a walk by one relationship.
func (s *space) steps(w walk, q graph.RelatedQuery) []walk {
	var out []walk
	for _, r := range s.rels {
		product := w.strength * r.Strength
		if !wanted(q.Types, r.Type) || product < q.MinStrength {
			continue
		}
		path := append(slices.Clone(w.path), r.ID)
		if r.From == w.end && q.Direction != graph.Incoming {
			out = append(out, walk{r.To, product, path})
		}
		if r.To == w.end && q.Direction != graph.Outgoing {
			out = append(out, walk{r.From, product, path})
		}
	}
	return out
}

// walked describes the relationships of a path, with the directions in which it crosses them.
func (s *space) walked(at graph.ID, path []graph.ID) []graph.RelatedStep {
	steps := make([]graph.RelatedStep, 0, len(path))
	for _, id := range path {
		r := s.rels[s.findRel(id)]
		direction, next := graph.Outgoing, r.To
		if r.To == at {
			direction, next = graph.Incoming, r.From
		}
		at = next
		there := s.episodes[s.find(at)]
		steps = append(steps, graph.RelatedStep{
			Type: r.Type, Direction: direction, Strength: r.Strength, ID: there.ID, Name: there.Name,
		})
	}
	return steps
}

func (m *model) Adjacent(
	ctx context.Context, ws string, ids []graph.ID, types []graph.Type, maxDegree, most int,
) ([]graph.Relationship, error) {
	found := []graph.Relationship{}
	err := m.read(ctx, ws, func(s *space) error {
		degree := map[graph.ID]int{}
		for _, r := range s.rels {
			if wanted(types, r.Type) {
				degree[r.From]++
				degree[r.To]++
			}
		}
		lends := func(id graph.ID) bool { return slices.Contains(ids, id) && degree[id] <= maxDegree }
		for _, r := range s.rels {
			if wanted(types, r.Type) && (lends(r.From) || lends(r.To)) {
				r.Metadata = nil
				found = append(found, r)
			}
		}
		return graph.CheckMost(len(found), most)
	})
	return found, err
}

func (m *model) Neighbourhood(ctx context.Context, ws string, q graph.NeighbourhoodQuery) (graph.Neighbourhood, error) {
	out, err := graph.NeighbourhoodOf(q, func(ids []graph.ID) ([]graph.ID, []graph.Relationship, error) {
		rels, err := m.Adjacent(ctx, ws, ids, q.Types, q.MaxDegree, q.Most)
		return ids, rels, err
	})
	tagged, failed := m.EpisodesByID(ctx, ws, q.Tagged, 1)
	for _, e := range tagged {
		out.Tags[e.EpisodeID] = e.Tags
	}
	return out, cmp.Or(err, failed)
}

func (m *model) Candidates(ctx context.Context, ws string, q graph.CandidateQuery) (graph.Candidates, error) {
	out := graph.Candidates{Relationships: []graph.Relationship{}, Named: []graph.Node{}}
	var err, failed error
	out.Episodes, err = m.EpisodesByID(ctx, ws, q.IDs, q.Most)
	rels, failed := m.Adjacent(ctx, ws, q.IDs, q.Types, q.MaxDegree, 0)
	err = cmp.Or(err, failed)
	var behind []graph.ID
	for _, r := range rels {
		if earlier, later := r.ByTime(); slices.Contains(q.IDs, earlier) {
			out.Relationships = append(out.Relationships, r)
			if !slices.Contains(q.IDs, later) {
				behind = append(behind, later)
			}
		}
	}
	out.Later, failed = m.EpisodesByID(ctx, ws, behind, q.MostLater)
	err = cmp.Or(err, failed)
	named, failed := m.EpisodesByID(ctx, ws, q.Names, 0)
	for _, e := range named {
		out.Named = append(out.Named, graph.Node{EpisodeID: e.EpisodeID, ID: e.ID, Name: e.Name, CreatedAt: e.CreatedAt})
	}
	return out, cmp.Or(err, failed)
}

func (m *model) Related(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
	out := []graph.RelatedEpisode{}
	err := m.read(ctx, ws, func(s *space) error {
		if err := s.require(q.Start); err != nil {
			return err
		}
		found := map[graph.ID]graph.RelatedEpisode{}
		for hops, level := range s.levels(q) {
			for id, w := range level {
				known, ok := found[id]
				if ok && (!q.Strongest || w.strength <= known.Strength) {
					continue
				}
				found[id] = graph.RelatedEpisode{
					EpisodeID: id, Distance: hops + 1, Path: w.path, Steps: s.walked(q.Start, w.path), Strength: w.strength,
				}
			}
		}
		delete(found, q.Start)
		for id, r := range found {
			e := s.episodes[s.find(id)]
			r.ID, r.Name, r.Reward = e.ID, e.Name, e.Reward
			out = append(out, r)
		}
		return nil
	})
	slices.SortFunc(out, func(a, b graph.RelatedEpisode) int {
		return cmp.Or(cmp.Compare(b.Strength, a.Strength), cmp.Compare(a.Distance, b.Distance),
			cmp.Compare(a.EpisodeID, b.EpisodeID))
	})
	count := len(out)
	if q.Limit > 0 {
		out = out[:min(q.Limit, count)]
	}
	return out, count, err
}

func (m *model) FindCycle(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error) {
	var found *graph.CyclePath
	err := m.read(ctx, ws, func(s *space) error {
		if err := s.require(from, to); err != nil {
			return err
		}
		if ids := s.cycle(from, to, t); ids != nil {
			path := graph.NewCyclePath(ids)
			found = &path
		}
		return nil
	})
	return found, err
}

func (m *model) Subgraph(ctx context.Context, ws string, q graph.SubgraphQuery) (graph.Subgraph, error) {
	out := graph.Subgraph{Nodes: []graph.ShownNode{}, Edges: []graph.Relationship{}}
	err := m.read(ctx, ws, func(s *space) error {
		if err := s.require(q.IDs...); err != nil {
			return err
		}
		nodes := s.candidates(q)
		out.Total = len(nodes)
		nodes = nodes[:min(q.MaxNodes, len(nodes))]
		slices.SortFunc(nodes, newestFirst)
		in := map[graph.ID]bool{}
		for _, e := range nodes {
			in[e.EpisodeID] = true
			out.Nodes = append(out.Nodes, shownNodeOf(e))
		}
		for _, r := range s.rels {
			if in[r.From] && in[r.To] && wanted(q.Types, r.Type) {
				out.Edges = append(out.Edges, copyRel(r))
			}
		}
		slices.SortFunc(out.Edges, oldestFirst)
		if q.MaxEdges > 0 {
			out.Edges = out.Edges[:min(q.MaxEdges, len(out.Edges))]
		}
		return nil
	})
	return out, err
}

// candidates lists the episodes that a subgraph may show. Those to keep, if there are too many, come first.
func (s *space) candidates(q graph.SubgraphQuery) []graph.Episode {
	hops := map[graph.ID]int{}
	for _, id := range q.IDs {
		hops[id] = 0
	}
	for hop := 1; hop <= q.Depth; hop++ {
		for _, r := range s.rels {
			if !wanted(q.Types, r.Type) {
				continue
			}
			for _, pair := range [][2]graph.ID{{r.From, r.To}, {r.To, r.From}} {
				near, reached := hops[pair[0]]
				if _, known := hops[pair[1]]; reached && near == hop-1 && !known {
					hops[pair[1]] = hop
				}
			}
		}
	}
	var out []graph.Episode
	for _, e := range s.episodes {
		if _, reached := hops[e.EpisodeID]; reached || len(q.IDs) == 0 {
			out = append(out, e.Episode)
		}
	}
	slices.SortFunc(out, func(a, b graph.Episode) int {
		return cmp.Or(cmp.Compare(hops[a.EpisodeID], hops[b.EpisodeID]), newestFirst(a, b))
	})
	return out
}

func shownNodeOf(e graph.Episode) graph.ShownNode {
	return graph.ShownNode{Node: nodeOf(e), Reward: e.Reward}
}

func nodeOf(e graph.Episode) graph.Node {
	return graph.Node{EpisodeID: e.EpisodeID, ID: e.ID, Name: e.Name, CreatedAt: e.CreatedAt}
}

func (m *model) Projection(ctx context.Context, ws string, t graph.Type, ids []graph.ID) (graph.Projection, error) {
	out := graph.Projection{Nodes: []graph.Node{}, Edges: [][2]int32{}}
	err := m.read(ctx, ws, func(s *space) error {
		if err := s.require(ids...); err != nil {
			return err
		}
		place := map[graph.ID]int32{}
		for _, e := range s.episodes {
			if len(ids) == 0 || slices.Contains(ids, e.EpisodeID) {
				place[e.EpisodeID] = int32(len(out.Nodes)) //nolint:gosec // a model holds few episodes
				out.Nodes = append(out.Nodes, nodeOf(e.Episode))
			}
		}
		for _, r := range s.rels {
			from, ok := place[r.From]
			to, too := place[r.To]
			if ok && too && r.Type == t {
				out.Edges = append(out.Edges, [2]int32{from, to})
			}
		}
		return nil
	})
	return out, err
}

// OrderState reports that the model keeps every order, because it orders each page anew.
func (m *model) OrderState(ctx context.Context, ws string, _ graph.Type) (graph.OrderState, error) {
	return graph.OrderState{State: graph.OrderKept}, m.read(ctx, ws, func(*space) error { return nil })
}

// SettleOrder has nothing to do.
func (m *model) SettleOrder(ctx context.Context, ws string, t graph.Type) (graph.OrderState, error) {
	return m.OrderState(ctx, ws, t)
}

// OrderPage orders the workspace anew.
func (m *model) OrderPage(ctx context.Context, ws string, q graph.OrderQuery) (*graph.OrderPage, error) {
	part, err := m.Projection(ctx, ws, q.Type, nil)
	if err != nil {
		return nil, err
	}
	order := graph.Order(part)
	page := &graph.OrderPage{Episodes: []graph.OrderedEpisode{}, Total: len(order.Ordered)}
	before := q.Offset
	for _, n := range order.Ordered {
		node := part.Nodes[n]
		if q.After != nil && !sortsAfter(order.Level[n], node, *q.After) {
			continue
		}
		if before--; before >= 0 || len(page.Episodes) == q.Limit {
			continue
		}
		e := graph.OrderedEpisode{Node: part.Nodes[n], Level: order.Level[n], Dependencies: []graph.ID{}}
		for _, before := range order.Dependencies(n) {
			e.Dependencies = append(e.Dependencies, part.Nodes[before].EpisodeID)
		}
		page.Episodes = append(page.Episodes, e)
	}
	return page, nil
}

func sortsAfter(level int, node graph.Node, at graph.OrderCursor) bool {
	switch {
	case level != at.Level:
		return level > at.Level
	case node.CreatedAt != at.CreatedAt:
		return node.CreatedAt > at.CreatedAt
	}
	return node.ID > at.ID
}
