package neo4jstore

import (
	"context"
	"math"
	"slices"

	"plotline/graph"
)

// UpdateRelationship changes strength, metadata or both.
func (s *Store) UpdateRelationship(
	ctx context.Context, ws string, id graph.ID, change graph.RelationshipChange,
) (graph.Relationship, error) {
	fields := map[string]any{}
	if change.Strength != nil {
		fields["strength"] = *change.Strength
	}
	if change.Metadata != nil {
		fields["metadata"] = orNull(*change.Metadata)
	}
	return run(ctx, s, updateRelationship.with(params{
		"workspace": ws, "node": changeNode(), "mark": newMark(), "id": string(id), "change": fields,
	}), func(r *row) (graph.Relationship, error) {
		if r.empty {
			return graph.Relationship{}, graph.RelationshipNotFound(id)
		}
		return decodeRelationship(r.of("relationship")), nil
	})
}

// RemoveRelationship removes one relationship.
func (s *Store) RemoveRelationship(ctx context.Context, ws string, id graph.ID) error {
	_, err := settling(ctx, s, ws, removing(ws, id, false), removed(id))
	return err
}

func removing(ws string, id graph.ID, again bool) query {
	return removeRelationship.with(params{"workspace": ws, "node": changeNode(), "mark": newMark(), "id": string(id), "again": again})
}

// removed reads the result of a removal.
func removed(id graph.ID) func(r *row) (struct{}, []dueOrder, error) {
	return func(r *row) (struct{}, []dueOrder, error) {
		if r.summary.Counters().RelationshipsDeleted() == 0 {
			return struct{}{}, nil, graph.RelationshipNotFound(id)
		}
		return struct{}{}, dueOf(r, typeOf(r.str("type"))), nil
	}
}

// RelationshipsByID returns the relationships with these ids that exist.
func (s *Store) RelationshipsByID(ctx context.Context, ws string, ids []graph.ID) ([]graph.Relationship, error) {
	types, err := s.typesNear(ctx, ws, ids)
	if err != nil || len(types) == 0 {
		return []graph.Relationship{}, err
	}
	return run(ctx, s, getRelationships.of(graph.Both, types...).with(params{"workspace": ws, "ids": texts(ids)}), decodeRelationships)
}

// fewIDs is how many ids are sought in the indexes of all types without a question about their types before.
const fewIDs = 50

// typesNear returns the types that relationships with these ids may have. An import asks for many ids, which were made
// one after the other and are mostly new, so that between the first and the last there is none in the store.
func (s *Store) typesNear(ctx context.Context, ws string, ids []graph.ID) ([]graph.Type, error) {
	switch {
	case len(ids) == 0:
		return nil, nil
	case len(ids) <= fewIDs:
		return graph.Types(), nil
	}
	return run(ctx, s, typesNear.with(params{
		"workspace": ws, "first": string(slices.Min(ids)), "last": string(slices.Max(ids)),
	}), func(r *row) ([]graph.Type, error) {
		labels := column[string](r.fields, "types")
		types := make([]graph.Type, len(labels))
		for i, label := range labels {
			types[i] = typeOf(label)
		}
		return types, nil
	})
}

func decodeRelationships(r *row) ([]graph.Relationship, error) {
	return eachReadable(r.fields, "relationships", decodeRelationship), nil
}

// Relationships returns the matching relationships of one episode, oldest first.
func (s *Store) Relationships(
	ctx context.Context, ws string, q graph.RelationshipQuery,
) ([]graph.Relationship, int, error) {
	after := graph.Cursor{CreatedAt: math.MinInt64}
	if q.After != nil {
		after = *q.After
	}
	found, err := run(ctx, s, listRelationships.of(q.Direction, q.Type).with(params{
		"workspace": ws, "episode_id": string(q.Episode), "min_strength": q.MinStrength,
		"after_created_at": int64(after.CreatedAt), "after_id": string(after.ID), "limit": limitOf(q.Limit),
		"max_bytes": limitOf(q.MaxBytes),
	}), func(r *row) (page[graph.Relationship], error) {
		if r.empty {
			return page[graph.Relationship]{}, graph.EpisodeNotFound(q.Episode)
		}
		if r.yes("large") {
			return page[graph.Relationship]{}, graph.MetadataTooLarge(q.MaxBytes)
		}
		return page[graph.Relationship]{items: eachReadable(r.fields, "relationships", decodeRelationship), total: int(r.integer("total"))}, nil
	})
	return found.items, found.total, err
}

// limitOf converts a limit for Cypher; 0 means none. Cypher takes no larger number for the length of a list.
func limitOf(limit int) int {
	if limit == 0 {
		return math.MaxInt32
	}
	return min(limit, math.MaxInt32)
}

// RelationshipsBetween returns the relationships from one episode to another, oldest first.
func (s *Store) RelationshipsBetween(
	ctx context.Context, ws string, from, to graph.ID, t graph.Type,
) ([]graph.Relationship, error) {
	return run(ctx, s, between.of(graph.Outgoing, t).with(params{
		"workspace": ws, "from": string(from), "to": string(to),
	}), decodeRelationships)
}
