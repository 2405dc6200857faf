package neo4jstore

import (
	"context"

	"plotline/graph"
	"plotline/internal/fault"
)

// Extent returns how much a workspace holds.
func (s *Store) Extent(ctx context.Context, ws string) (graph.Extent, error) {
	return run(ctx, s, readExtent.with(params{"workspace": ws}), func(r *row) (graph.Extent, error) {
		return graph.Extent{
			Episodes: int(r.integer("episodes")), Relationships: int(r.integer("relationships")),
			LastNumber: r.integer("last_number"), LastRelationship: graph.ID(r.str("last_relationship")),
		}, nil
	})
}

// EpisodePage returns a page of all episodes, by number.
func (s *Store) EpisodePage(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
	first, err := unpagedFirst(ctx, s, page.After == 0, unnumberedEpisodes.with(params{"workspace": ws, "limit": page.Limit}),
		func(element string) graph.NewEpisode {
			return graph.NewEpisode{Unreadable: unpagedError(unnumbered, false, element)}
		})
	if err != nil {
		return nil, err
	}
	return run(ctx, s, pageEpisodes.with(params{
		"workspace": ws, "after": page.After, "up_to": page.UpTo, "limit": page.Limit,
	}), func(r *row) ([]graph.NewEpisode, error) {
		return append(first, each(r.fields, "episodes", func(f fields) graph.NewEpisode {
			e, err := alone(f, decodeNewEpisode)
			if err != nil {
				number, _ := f.values["id"].(int64)
				e.ID, e.Unreadable = number, unreadable("episode", f, err)
			}
			return e
		})...), nil
	})
}

// RelationshipPage returns a page of all relationships, by id.
func (s *Store) RelationshipPage(
	ctx context.Context, ws string, page graph.Page[graph.ID],
) ([]graph.NumberedRelationship, error) {
	first, err := unpagedFirst(ctx, s, page.After == "",
		unnamedRelationships.of(graph.Outgoing).with(params{"workspace": ws, "limit": page.Limit}),
		func(element string) graph.NumberedRelationship {
			return graph.NumberedRelationship{Unreadable: unpagedError(unnamed, true, element)}
		})
	if err != nil {
		return nil, err
	}
	return run(ctx, s, pageRelationships.with(params{
		"workspace": ws, "after": string(page.After), "up_to": string(page.UpTo), "limit": page.Limit,
	}), func(r *row) ([]graph.NumberedRelationship, error) {
		return append(first, each(r.fields, "relationships", func(f fields) graph.NumberedRelationship {
			r, err := alone(f, func(f fields) graph.NumberedRelationship {
				return graph.NumberedRelationship{
					Relationship: decodeRelationship(f),
					FromNumber:   f.integer("from_number"), ToNumber: f.integer("to_number"),
				}
			})
			if err != nil {
				r.Unreadable = unreadable("relationship", f, err)
			}
			return r
		})...), nil
	})
}

// unpagedFirst returns the elements that no page would have, for the first page.
func unpagedFirst[T any](ctx context.Context, s *Store, isFirst bool, lost query, describe func(element string) T) ([]T, error) {
	list := []T{}
	if !isFirst {
		return list, nil
	}
	found, err := run(ctx, s, lost, decodeUnpaged)
	for _, element := range found.elements {
		list = append(list, describe(element))
	}
	return list, err
}

// unreadable returns the error of an element of a page.
func unreadable(what string, f fields, err error) error {
	return fault.Newf(fault.Conflict, "%s (%s) cannot be read, because another program has written one of its values; "+
		"set the value or delete the %[1]s", what, nameOf(f)).Because(err)
}
