package graphtest

import (
	"cmp"
	"context"
	"slices"

	"plotline/graph"
)

func (m *model) Extent(ctx context.Context, ws string) (graph.Extent, error) {
	var e graph.Extent
	err := m.read(ctx, ws, func(s *space) error {
		e = graph.Extent{Episodes: len(s.episodes), Relationships: len(s.rels), LastNumber: s.last}
		for _, r := range s.rels {
			e.LastRelationship = max(e.LastRelationship, r.ID)
		}
		return nil
	})
	return e, err
}

func (m *model) EpisodePage(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
	var out []graph.NewEpisode
	err := m.read(ctx, ws, func(s *space) error {
		out = paged(s.episodes, page, func(e graph.NewEpisode) int64 { return e.ID })
		for i := range out {
			out[i].Episode = copyEpisode(out[i].Episode)
		}
		return nil
	})
	return out, err
}

func (m *model) RelationshipPage(
	ctx context.Context, ws string, page graph.Page[graph.ID],
) ([]graph.NumberedRelationship, error) {
	out := []graph.NumberedRelationship{}
	err := m.read(ctx, ws, func(s *space) error {
		for _, r := range paged(s.rels, page, func(r graph.Relationship) graph.ID { return r.ID }) {
			out = append(out, graph.NumberedRelationship{
				Relationship: copyRel(r),
				FromNumber:   s.episodes[s.find(r.From)].ID, ToNumber: s.episodes[s.find(r.To)].ID,
			})
		}
		return nil
	})
	return out, err
}

// paged returns the part of a list on a page, in the order of the keys.
func paged[T any, Key int64 | graph.ID](list []T, page graph.Page[Key], key func(T) Key) []T {
	part := []T{}
	for _, item := range list {
		if key(item) > page.After && key(item) <= page.UpTo {
			part = append(part, item)
		}
	}
	slices.SortFunc(part, func(a, b T) int { return cmp.Compare(key(a), key(b)) })
	return part[:min(page.Limit, len(part))]
}

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
