package graphtest

import (
	"context"

	"plotline/graph"
)

// DeleteWorkspace deletes relationships, then episodes, then everything else.
func (m *model) DeleteWorkspace(ctx context.Context, ws string, q graph.DeletionQuery) (graph.Deleted, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.ready(ctx); err != nil {
		return graph.Deleted{}, err
	}
	s := m.space(ws).clone()
	if err := s.home.CheckDeletable(ws); err != nil {
		return graph.Deleted{}, err
	}
	if s.home.State == graph.Resident {
		if !q.Begin {
			return graph.Deleted{Done: true}, nil
		}
		s.home = graph.Deletion
	}
	out := s.deleteSome(q.Limit)
	s.settle()
	s.changes++
	if out.Done {
		home := s.home
		if home == graph.Deletion {
			home = graph.Residence{}
		}
		s = &space{given: map[int64]bool{}, gave: s.gave, took: s.took, meaning: vectors{}.clone(), changes: s.changes - 1, home: home}
	}
	m.spaces[ws] = s
	return out, nil
}

func (s *space) deleteSome(limit int) graph.Deleted {
	if n := min(limit, len(s.rels)); n > 0 {
		s.rels = s.rels[n:]
		return graph.Deleted{Relationships: n}
	}
	n := min(limit, len(s.episodes))
	s.episodes = s.episodes[n:]
	return graph.Deleted{Episodes: n, Done: n == 0}
}
