package sqlitestore

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"

	"plotline/graph"
	"plotline/graph/worklist"
	"plotline/internal/input"
)

// RelationshipsByID implements graph.Store.
func (s *Store) RelationshipsByID(ctx context.Context, ws string, ids []graph.ID) ([]graph.Relationship, error) {
	return read(ctx, s, func(q *session) ([]graph.Relationship, error) {
		return all(ctx, q, getRelationships, relationshipFields, ws, list(ids)), nil
	})
}

// Relationships implements graph.Store.
func (s *Store) Relationships(
	ctx context.Context, ws string, rq graph.RelationshipQuery,
) ([]graph.Relationship, int, error) {
	count := 0
	rels, err := read(ctx, s, func(q *session) ([]graph.Relationship, error) {
		nodes := q.nodes(ctx, ws, []graph.ID{rq.Episode})
		if missing := absent(nodes, rq.Episode); missing != nil {
			return nil, missing
		}
		after, limit := graph.Cursor{CreatedAt: math.MinInt64}, rq.Limit
		if rq.After != nil {
			after = *rq.After
		}
		if limit == 0 {
			limit = -1 // no limit
		}
		which := []any{
			nodes[rq.Episode].key, typeBits(some(rq.Type)), rq.MinStrength,
			rq.Direction != graph.Incoming, rq.Direction != graph.Outgoing,
		}
		rels := all(ctx, q, listRelationships, boundedRelationships(rq.MaxBytes),
			append(which[:5:5], int64(after.CreatedAt), string(after.ID), limit, string(rq.Episode))...)
		slices.SortFunc(rels, byPlace) // SQL promises no order
		count = len(rels)
		if rq.After != nil || count == rq.Limit {
			count = int(q.number(ctx, countRelationships, which...))
		}
		return rels, nil
	})
	return rels, count, err
}

func byPlace(a, b graph.Relationship) int {
	return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.ID, b.ID))
}

// boundedRelationships is relationshipFields with a limit on the metadata of the whole list, in bytes (0: none).
// Reading ends at the row that exceeds it, so that later rows take no memory.
func boundedRelationships(maxBytes int) func(*graph.Relationship) []any {
	return func(r *graph.Relationship) []any {
		places := relationshipFields(r)
		if maxBytes > 0 {
			places[metadataPlace] = &boundedMetadata{into: r, left: maxBytes, maxBytes: maxBytes}
		}
		return places
	}
}

// boundedMetadata scans the metadata of successive rows.
type boundedMetadata struct {
	into           *graph.Relationship
	left, maxBytes int
}

// Scan implements sql.Scanner for text, bytes and NULL.
func (b *boundedMetadata) Scan(value any) error {
	var text sql.NullString
	err := text.Scan(value)
	if b.left -= len(text.String); b.left < 0 {
		return graph.MetadataTooLarge(b.maxBytes)
	}
	b.into.Metadata = append(input.Object(nil), text.String...)
	return err
}

// some returns the list of one type, or nil for all types if t is "".
func some(t graph.Type) []graph.Type {
	if t == "" {
		return nil
	}
	return []graph.Type{t}
}

// RelationshipsBetween implements graph.Store.
func (s *Store) RelationshipsBetween(
	ctx context.Context, ws string, from, to graph.ID, t graph.Type,
) ([]graph.Relationship, error) {
	numbers := []int{}
	for _, kind := range graph.Types() {
		if t == "" || t == kind {
			numbers = append(numbers, typeNumber(kind))
		}
	}
	return read(ctx, s, func(q *session) ([]graph.Relationship, error) {
		nodes := q.nodes(ctx, ws, []graph.ID{from, to})
		rels := all(ctx, q, getInPlace, relationshipFields,
			nodes[from].key, nodes[to].key, list(numbers), string(from), string(to))
		slices.SortFunc(rels, byPlace)
		return rels, nil
	})
}

// UpdateRelationship implements graph.Store.
func (s *Store) UpdateRelationship(
	ctx context.Context, ws string, id graph.ID, change graph.RelationshipChange,
) (graph.Relationship, error) {
	var strength, metadata any
	if change.Strength != nil {
		strength = *change.Strength
	}
	if change.Metadata != nil {
		metadata = object(*change.Metadata)
	}
	return write(ctx, s, func(q *session) (graph.Relationship, error) {
		q.exec(ctx, updateRelationship, ws, string(id), strength, change.Metadata != nil, metadata)
		rel, there := first(ctx, q, getRelationships, relationshipFields, ws, list([]graph.ID{id}))
		if !there {
			return rel, graph.RelationshipNotFound(id)
		}
		q.changed(ctx, ws)
		return rel, nil
	})
}

// RemoveRelationship implements graph.Store.
func (s *Store) RemoveRelationship(ctx context.Context, ws string, id graph.ID) error {
	return change(ctx, s, func(q *session) error {
		if !q.remove(ctx, ws, id) {
			return graph.RelationshipNotFound(id)
		}
		q.changed(ctx, ws)
		return nil
	})
}

// remove removes a relationship and settles the levels. It reports whether there was one.
func (q *session) remove(ctx context.Context, ws string, id graph.ID) bool {
	if q.dryRun != nil {
		return q.hide(ctx, ws, id)
	}
	settle := q.prepareRemoval(ctx, ws, id)
	if q.exec(ctx, deleteRelationship, ws, string(id)) == 0 {
		return false
	}
	settle()
	return true
}

// orderingEdge is a relationship of an ordering type.
type orderingEdge struct {
	from, to, workspace int64
	kind                int
}

func (q *session) ordering(ctx context.Context, ws string, id graph.ID) (orderingEdge, bool) {
	return first(ctx, q, getOrdering, func(r *orderingEdge) []any { return []any{&r.from, &r.to, &r.workspace, &r.kind} }, ws, string(id))
}

// hide removes a relationship in a dry run. The levels stay right enough: each is still higher than those before it.
func (q *session) hide(ctx context.Context, ws string, id graph.ID) bool {
	if q.removed == nil {
		q.removed, q.cut = map[graph.ID]bool{}, map[addition]bool{}
	}
	q.removed[id] = true
	if r, there := q.ordering(ctx, ws, id); there {
		q.cut[addition{orderingOf(r.workspace, orderingTypes[r.kind]), r.from, r.to}] = true
	}
	return true
}

// prepareRemoval returns what settles the levels after a relationship was removed.
func (q *session) prepareRemoval(ctx context.Context, ws string, id graph.ID) (settle func()) {
	r, there := q.ordering(ctx, ws, id)
	if !there {
		return func() {}
	}
	kept := q.ordersKept(ctx, r.workspace)
	return func() { q.fall(ctx, r.workspace, orderingTypes[r.kind], kept[r.kind], []int64{r.to}) }
}

// fall settles the levels of episodes that have lost predecessors.
func (q *session) fall(ctx context.Context, workspace int64, t graph.Type, kept bool, keys []int64) {
	levels := newLevels(q, workspace, t, kept)
	levels.used, levels.noted = true, true
	if kept {
		levels.load(ctx, keys...)
		work := worklist.New(levels, 0)
		for _, key := range keys {
			work.Compute(key)
		}
		levels.settleNow(ctx, work)
	}
	levels.finish(ctx)
}
