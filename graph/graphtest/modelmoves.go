package graphtest

import (
	"context"

	"plotline/graph"
)

// Residence implements graph.MoveStore.
func (m *model) Residence(ctx context.Context, ws string) (home graph.Residence, err error) {
	err = m.read(ctx, ws, func(s *space) error {
		home = s.home
		return nil
	})
	return home, err
}

// SetResidence implements graph.MoveStore.
func (m *model) SetResidence(ctx context.Context, ws string, was, now graph.Residence) error {
	return m.write(ctx, ws, func(s *space) error {
		if s.home != was {
			return graph.ResidenceChanged(ws)
		}
		s.home = now
		return nil
	})
}

// Numbers implements graph.MoveStore.
func (m *model) Numbers(ctx context.Context, ws string) (numbers graph.Numbers, err error) {
	err = m.read(ctx, ws, func(s *space) error {
		numbers = graph.Numbers{Episodes: len(s.episodes), Last: s.last}
		return nil
	})
	return numbers, err
}
