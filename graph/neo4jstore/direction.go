package neo4jstore

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

// BackwardRelationships returns the relationships that the dates of their ends speak against.
func (s *Store) BackwardRelationships(ctx context.Context, ws string, limit int) ([]graph.Relationship, []graph.Ends, error) {
	var dated []graph.Type
	for _, t := range graph.Types() {
		if t.Earlier() != graph.Both {
			dated = append(dated, t)
		}
	}
	type found struct {
		graph.Relationship
		ends graph.Ends
	}
	list, err := run(ctx, s, backward.of(graph.Outgoing, dated...).with(params{
		"workspace": ws, "tolerance": int64(graph.DateTolerance), "limit": limit,
	}), func(r *row) ([]found, error) {
		return eachReadable(r.fields, "relationships", func(f fields) found {
			return found{decodeRelationship(f), graph.Ends{From: decodeNode(f.of("from_node")).Node, To: decodeNode(f.of("to_node")).Node}}
		}), nil
	})
	rels, ends := make([]graph.Relationship, len(list)), make([]graph.Ends, len(list))
	for i, one := range list {
		rels[i], ends[i] = one.Relationship, one.ends
	}
	return rels, ends, err
}

// SwapRelationships exchanges the ends of relationships. Neo4j cannot turn a relationship, so each is removed and added
// again in one transaction. A swap that is repeated would undo itself: if the reply is lost, the outcome is unknown.
func (s *Store) SwapRelationships(ctx context.Context, ws string, ids []graph.ID) ([]graph.Relationship, []graph.Ends, error) {
	if len(ids) == 0 {
		return []graph.Relationship{}, []graph.Ends{}, nil
	}
	var ends []graph.Ends
	var due []dueOrder
	rels, err := transactIn(ctx, s, ws, "swap_relationships", changes,
		func(ctx context.Context, tx neo4j.ManagedTransaction) (rels []graph.Relationship, err error) {
			due = nil
			if rels, err = takeOut(ctx, s, tx, ws, ids, &due); err != nil {
				return nil, err
			}
			var left []dueOrder
			rels, ends, left, err = addResolved(ctx, s, tx, ws, toAdditions(rels))
			due = append(due, left...)
			return rels, err
		})
	if err == nil {
		s.settleLater(ctx, ws, due)
	}
	return rels, ends, err
}

// takeOut removes relationships and returns them in the order of the ids, with their ends exchanged.
func takeOut(
	ctx context.Context, s *Store, tx neo4j.ManagedTransaction, ws string, ids []graph.ID, due *[]dueOrder,
) ([]graph.Relationship, error) {
	rels, err := within(ctx, tx, holdRelationships.with(params{"workspace": ws, "ids": texts(ids)}), decodeRelationships)
	if err == nil {
		rels, err = graph.RelationshipsInOrder(ids, rels)
	}
	if err != nil {
		return nil, err
	}
	for i, rel := range rels {
		_, left, err := settlingWithin(ctx, s, tx, ws, removing(ws, rel.ID, true), removed(rel.ID))
		if err != nil {
			return nil, err
		}
		*due = append(*due, left...)
		rels[i] = rel.Swapped()
	}
	return rels, nil
}
