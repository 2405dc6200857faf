package graphtest

import (
	"context"
	"slices"

	"plotline/graph"
	"plotline/internal/fault"
)

// add checks a relationship in the contract's order and stores it.
func (s *space) add(r graph.Relationship) error {
	if err := s.require(r.From, r.To); err != nil {
		return err
	}
	if old := s.between(r.From, r.To, r.Type); len(old) > 0 {
		if old[0].ID == r.ID {
			return nil
		}
		return graph.RelationshipExists(old[0].ID, r.From, r.To, r.Type)
	}
	if r.Type.Ordering() {
		if path := s.cycle(r.From, r.To, r.Type); path != nil {
			return graph.CycleCreated(graph.NewCyclePath(path))
		}
	}
	s.rels = append(s.rels, copyRel(r))
	return nil
}

// between lists the relationships from one episode to another, of one type or of all.
func (s *space) between(from, to graph.ID, t graph.Type) []graph.Relationship {
	out := []graph.Relationship{}
	for _, r := range s.rels {
		if r.From == from && r.To == to && (t == "" || r.Type == t) {
			out = append(out, copyRel(r))
		}
	}
	slices.SortFunc(out, oldestFirst)
	return out
}

// cycle returns the closed path that from→to would complete, or nil. It searches breadth-first from to, and
// records the predecessor of each episode.
func (s *space) cycle(from, to graph.ID, t graph.Type) []graph.ID {
	if from == to {
		return []graph.ID{from, from}
	}
	next := map[graph.ID][]graph.ID{}
	for _, r := range s.rels {
		if r.Type == t {
			next[r.From] = append(next[r.From], r.To)
		}
	}
	metFrom := map[graph.ID]graph.ID{to: from}
	for level := []graph.ID{to}; len(level) > 0; {
		var beyond []graph.ID
		for _, here := range level {
			for _, there := range next[here] {
				if _, met := metFrom[there]; !met {
					metFrom[there] = here
					beyond = append(beyond, there)
				}
			}
		}
		level = beyond
	}
	if _, met := metFrom[from]; !met {
		return nil
	}
	path := []graph.ID{from}
	for at := metFrom[from]; at != from; at = metFrom[at] {
		path = append(path, at)
	}
	path = append(path, from)
	slices.Reverse(path)
	return path
}

// ends returns the ends of a relationship, which exist.
func (s *space) ends(r graph.Relationship) graph.Ends {
	node := func(id graph.ID) graph.Node {
		e := s.episodes[s.find(id)]
		return graph.Node{EpisodeID: id, ID: e.ID, Name: e.Name, CreatedAt: e.CreatedAt}
	}
	return graph.Ends{From: node(r.From), To: node(r.To)}
}

func (m *model) AddRelationship(ctx context.Context, ws string, rel graph.Relationship) (graph.Ends, error) {
	var ends graph.Ends
	err := m.write(ctx, ws, func(s *space) error {
		if err := s.add(rel); err != nil {
			return err
		}
		ends = s.ends(rel)
		return nil
	})
	return ends, err
}

func (m *model) AddRelationships(ctx context.Context, ws string, rels []graph.Relationship) ([]graph.Ends, error) {
	ends := make([]graph.Ends, len(rels))
	err := m.write(ctx, ws, func(s *space) error {
		for i, rel := range rels {
			if err := s.add(rel); err != nil {
				return fault.From(err).At(i)
			}
			ends[i] = s.ends(rel)
		}
		return nil
	})
	return ends, err
}

func (m *model) UpdateRelationship(
	ctx context.Context, ws string, id graph.ID, change graph.RelationshipChange,
) (graph.Relationship, error) {
	var out graph.Relationship
	err := m.write(ctx, ws, func(s *space) error {
		at := s.findRel(id)
		if at < 0 {
			return graph.RelationshipNotFound(id)
		}
		if change.Strength != nil {
			s.rels[at].Strength = *change.Strength
		}
		if change.Metadata != nil {
			s.rels[at].Metadata = slices.Clone(*change.Metadata)
		}
		out = copyRel(s.rels[at])
		return nil
	})
	return out, err
}

func (m *model) RemoveRelationship(ctx context.Context, ws string, id graph.ID) error {
	return m.write(ctx, ws, func(s *space) error {
		at := s.findRel(id)
		if at < 0 {
			return graph.RelationshipNotFound(id)
		}
		s.rels = slices.Delete(s.rels, at, at+1)
		return nil
	})
}

func (m *model) SwapRelationships(ctx context.Context, ws string, ids []graph.ID) ([]graph.Relationship, []graph.Ends, error) {
	rels, ends := []graph.Relationship{}, []graph.Ends{}
	err := m.write(ctx, ws, func(s *space) error {
		held, err := graph.RelationshipsInOrder(ids, s.rels)
		if err != nil {
			return err
		}
		for _, r := range held {
			at := s.findRel(r.ID)
			rels = append(rels, r.Swapped())
			s.rels = slices.Delete(s.rels, at, at+1)
		}
		for i, r := range rels {
			if err := s.add(r); err != nil {
				return fault.From(err).At(i)
			}
			rels[i] = copyRel(r)
			ends = append(ends, s.ends(r))
		}
		return nil
	})
	return rels, ends, err
}

func (m *model) BackwardRelationships(ctx context.Context, ws string, limit int) ([]graph.Relationship, []graph.Ends, error) {
	rels, ends := []graph.Relationship{}, []graph.Ends{}
	err := m.read(ctx, ws, func(s *space) error {
		for _, r := range byID(slices.Clone(s.rels)) {
			e := s.ends(r)
			late := e.From.CreatedAt - e.To.CreatedAt
			switch r.Type {
			case graph.Follows, graph.Causes:
			case graph.Refines, graph.Contradicts:
				late = -late
			case graph.PartOf, graph.RelatedTo:
				continue
			}
			if late > 60_000_000 && len(s.between(r.To, r.From, r.Type)) == 0 && len(rels) < limit {
				r.Metadata = nil
				rels, ends = append(rels, r), append(ends, e)
			}
		}
		return nil
	})
	return rels, ends, err
}

func (m *model) RelationshipsByID(ctx context.Context, ws string, ids []graph.ID) ([]graph.Relationship, error) {
	out := []graph.Relationship{}
	err := m.read(ctx, ws, func(s *space) error {
		for _, r := range s.rels {
			if slices.Contains(ids, r.ID) {
				out = append(out, copyRel(r))
			}
		}
		return nil
	})
	return out, err
}

func (m *model) Relationships(
	ctx context.Context, ws string, q graph.RelationshipQuery,
) ([]graph.Relationship, int, error) {
	page, count := []graph.Relationship{}, 0
	err := m.read(ctx, ws, func(s *space) error {
		if err := s.require(q.Episode); err != nil {
			return err
		}
		for _, r := range s.rels {
			out := r.From == q.Episode && q.Direction != graph.Incoming
			in := r.To == q.Episode && q.Direction != graph.Outgoing
			if (!out && !in) || (q.Type != "" && r.Type != q.Type) || r.Strength < q.MinStrength {
				continue
			}
			count++
			if q.After == nil || oldestFirst(r, graph.Relationship{ID: q.After.ID, CreatedAt: q.After.CreatedAt}) > 0 {
				page = append(page, copyRel(r))
			}
		}
		return nil
	})
	slices.SortFunc(page, oldestFirst)
	if q.Limit > 0 {
		page = page[:min(q.Limit, len(page))]
	}
	size := 0
	for _, r := range page {
		size += len(r.Metadata)
	}
	if q.MaxBytes > 0 && size > q.MaxBytes {
		return nil, 0, graph.MetadataTooLarge(q.MaxBytes)
	}
	return page, count, err
}

func (m *model) RelationshipsBetween(
	ctx context.Context, ws string, from, to graph.ID, t graph.Type,
) ([]graph.Relationship, error) {
	out := []graph.Relationship{}
	err := m.read(ctx, ws, func(s *space) error {
		out = s.between(from, to, t)
		return nil
	})
	return out, err
}
