package sqlitestore

import (
	"context"
	"slices"

	"plotline/graph"
)

// BackwardRelationships implements graph.Store.
func (s *Store) BackwardRelationships(ctx context.Context, ws string, limit int) ([]graph.Relationship, []graph.Ends, error) {
	var starts, ends []graph.Type // which of the two is the earlier episode
	for _, t := range graph.Types() {
		switch t.Earlier() {
		case graph.Outgoing:
			starts = append(starts, t)
		case graph.Incoming:
			ends = append(ends, t)
		case graph.Both:
		}
	}
	return pairs(read(ctx, s, func(q *session) ([]linked, error) {
		return all(ctx, q, backwardRelationships, linkedFields, ws, typeBits(starts), typeBits(ends), int64(graph.DateTolerance), limit), nil
	}))
}

// linked is a relationship with its ends.
type linked struct {
	graph.Relationship

	ends graph.Ends
}

// linkedFields are the columns of a relationship without metadata, and then those of its ends but for their ids.
func linkedFields(l *linked) []any {
	places := relationshipFields(&l.Relationship)
	places = slices.Delete(places, metadataPlace, metadataPlace+1)
	for _, n := range []*graph.Node{&l.ends.From, &l.ends.To} {
		places = append(places, &n.ID, &n.Name, (*int64)(&n.CreatedAt))
	}
	return places
}

// pairs returns relationships and their ends as two lists.
func pairs(list []linked, err error) ([]graph.Relationship, []graph.Ends, error) {
	rels, ends := make([]graph.Relationship, len(list)), make([]graph.Ends, len(list))
	for i, l := range list {
		rels[i], ends[i] = l.Relationship, l.ends
		ends[i].From.EpisodeID, ends[i].To.EpisodeID = l.From, l.To
	}
	return rels, ends, err
}

// SwapRelationships implements graph.Store.
func (s *Store) SwapRelationships(ctx context.Context, ws string, ids []graph.ID) ([]graph.Relationship, []graph.Ends, error) {
	return pairs(writeList(ctx, s, ws, func(q *session) ([]linked, error) {
		rels, err := graph.RelationshipsInOrder(ids, all(ctx, q, getRelationships, relationshipFields, ws, list(ids)))
		if err != nil {
			return nil, err
		}
		for i, rel := range rels {
			q.remove(ctx, ws, rel.ID)
			rels[i] = rel.Swapped()
		}
		swapped := make([]linked, len(rels))
		a := newAdder(ctx, q, ws, rels)
		for i, rel := range rels {
			if err := a.addAt(ctx, i, len(rels), rel); err != nil {
				return nil, err
			}
			swapped[i] = linked{rel, a.ends(rel)}
		}
		a.finish(ctx)
		return swapped, nil
	}))
}
