package neo4jstore

import (
	"context"
	"slices"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

// AddRelationships stores a list, all or nothing. The relationships are checked one after the other.
func (s *Store) AddRelationships(ctx context.Context, ws string, rels []graph.Relationship) ([]graph.Ends, error) {
	if len(rels) == 0 {
		return []graph.Ends{}, nil
	}
	var due []dueOrder
	ends, err := transactIn(ctx, s, ws, "add_relationships", adds,
		func(ctx context.Context, tx neo4j.ManagedTransaction) (ends []graph.Ends, err error) {
			_, ends, due, err = addResolved(ctx, s, tx, ws, toAdditions(rels))
			return ends, err
		})
	if err == nil {
		s.settleLater(ctx, ws, due)
	}
	return ends, err
}

// resolve fills in the ends of a batch's relationships that are episodes of the batch. A relationship with a replayed
// end may exist already.
func resolve(rels []graph.NewRelationship, made []madeEpisode) []addition {
	list := make([]addition, len(rels))
	for i, rel := range rels {
		a := addition{Relationship: rel.Relationship, index: i}
		a.From = a.end(rel.FromEnd, made)
		a.To = a.end(rel.ToEnd, made)
		list[i] = a
	}
	return list
}

func (a *addition) end(e graph.End, made []madeEpisode) graph.ID {
	if e.Item < 0 {
		return e.Episode
	}
	a.lenient = a.lenient || made[e.Item].replayed
	return made[e.Item].EpisodeID
}

// addResolved adds relationships of any types in a transaction. Types do not affect each other's verdicts, so there
// is one statement for each, always in the order of the locks. The failure with the smallest index decides. A
// relationship of an episode with itself fails before anything is sent, and those after it are left out.
func addResolved(
	ctx context.Context, s *Store, tx neo4j.ManagedTransaction, ws string, list []addition,
) (done []graph.Relationship, ends []graph.Ends, due []dueOrder, err error) {
	var worst *refused
	for i, a := range list {
		if a.From == a.To {
			worst = &refused{i, graph.SameEnds()}
			break
		}
	}
	found := episodes{}
	nodes, err := s.findEnds(ctx, tx, ws, list, found)
	if err != nil {
		return nil, nil, nil, err
	}
	done, ends = make([]graph.Relationship, len(list)), make([]graph.Ends, len(list))
	for _, t := range graph.Types() {
		some := ofType(t, list, worst)
		failed, left, err := addSome(ctx, s, tx, ws, some, nodes, found)
		due = append(due, left...)
		switch {
		case err != nil:
			return nil, nil, nil, err
		case failed != nil && (worst == nil || failed.index < worst.index):
			worst = failed
		}
		for _, a := range some {
			done[a.index], ends[a.index] = a.Relationship, found.of(a.Relationship)
		}
	}
	if worst != nil {
		return nil, nil, nil, worst.fault.At(worst.index)
	}
	return done, ends, due, nil
}

// oneType reports whether all additions are of one type.
func oneType(list []addition) bool {
	return !slices.ContainsFunc(list, func(a addition) bool { return a.Type != list[0].Type })
}

// ofType returns the additions of one type that come before the first known failure.
func ofType(t graph.Type, list []addition, worst *refused) []addition {
	if worst != nil {
		list = list[:worst.index]
	}
	var some []addition
	for _, a := range list {
		if a.Type == t {
			some = append(some, a)
		}
	}
	return some
}

func addSome(
	ctx context.Context, s *Store, tx neo4j.ManagedTransaction, ws string, some []addition, nodes endNodes, found episodes,
) (*refused, []dueOrder, error) {
	if len(some) == 0 {
		return nil, nil, nil
	}
	q := adding(ws, some, nodes)
	return settlingWithin(ctx, s, tx, ws, q, func(r *row) (*refused, []dueOrder, error) {
		found.read(r, lookedUp(q))
		return checkAdditions(r, some), dueOf(r, some[0].Type), nil
	})
}
