package neo4jstore

import (
	"context"
	"errors"

	"plotline/graph"
	"plotline/graph/groupcommit"
	"plotline/internal/fault"
)

// mostInGroup bounds what one transaction holds in the server's memory, and how long the last of a
// group waits for the first.
const mostInGroup = 128

// judged is the database's verdict on one caller's item of a group.
type judged[T any] struct {
	result  T
	refused *fault.Error // nil: result counts
}

// groups gathers one kind of call by what those of a group have in common: their workspace, at least.
type groups[K comparable, In, T any] = groupcommit.Groups[K, In, judged[T]]

// groupOf is what calls have in common that create episodes.
type groupOf struct {
	ws       string
	indexing graph.IndexingState // for which the texts of episodes are indexed
}

// join has an item committed with those that wait beside it, and gives its own outcome.
func join[K comparable, In, T any](ctx context.Context, s *Store, g *groups[K, In, T], key K, item In) (T, error) {
	ctx, cancel := s.limited(ctx)
	defer cancel()
	own, err := g.Do(ctx, key, item)
	var none T
	switch {
	case err != nil:
		return none, s.translate(ctx, adds, err)
	case own.refused != nil:
		return none, own.refused
	}
	return own.result, nil
}

// settled makes of how a group's transaction ended what its callers get: what is refused keeps none of
// the others from being stored, and what fails over one of them is tried one by one.
func settled[T any](all []judged[T], err error) ([]judged[T], error) {
	switch {
	case err == nil, errors.Is(err, rollBack(all)):
		return all, nil
	case len(all) > 1 && spoilt(err):
		return nil, errors.Join(groupcommit.ErrApart, err)
	}
	return nil, err
}

// rollBack is the error that ends a transaction in which nothing was stored: a commit costs more.
func rollBack[T any](all []judged[T]) error {
	for _, j := range all {
		if j.refused == nil {
			return nil
		}
	}
	return all[0].refused
}

// spoilt tells whether a group failed over what one of its items is, or over their number: an id that
// is another's, an episode that goes just then, too much for one transaction.
func spoilt(err error) bool {
	switch code(err) {
	case codeConstraint, codeEntityNotFound, codeTooLarge, codeTimedOut, codeClientTimedOut:
		return true
	}
	return errors.Is(err, errVanished) || fault.CodeOf(err) == fault.Internal
}
