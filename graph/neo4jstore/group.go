package neo4jstore

import (
	"context"
	"errors"
	"strings"

	"plotline/graph"
	"plotline/graph/groupcommit"
	"plotline/internal/fault"
)

// mostInGroup limits the server's memory for one transaction, and how long the last call of a group waits for the
// first.
const mostInGroup = 128

// itemResult is the database's verdict on one caller's item of a group.
type itemResult[T any] struct {
	result  T
	refused *fault.Error // nil if result is valid
}

// groups batches one kind of call by what the calls of a group must share: at least the workspace.
type groups[K comparable, In, T any] = groupcommit.Groups[K, In, itemResult[T]]

// groupOf is what calls that create episodes must share to form a group.
type groupOf struct {
	ws       string
	indexing graph.IndexingState // the languages for which texts are indexed
}

// doGrouped commits an item, possibly together with others, and returns its own result.
func doGrouped[K comparable, In, T any](ctx context.Context, s *Store, g *groups[K, In, T], key K, item In) (T, error) {
	ctx, cancel := s.limited(ctx)
	defer cancel()
	own, err := g.Do(ctx, key, item)
	var none T
	switch {
	case err != nil:
		return none, s.translate(ctx, false, err)
	case own.refused != nil:
		return none, own.refused
	}
	return own.result, nil
}

// groupResults turns the end of a group's transaction into the results of its callers. A rejected item does not keep the
// others from being stored. If the transaction failed because of an item, each is tried alone.
func groupResults[T any](all []itemResult[T], err error) ([]itemResult[T], error) {
	switch {
	case err == nil, errors.Is(err, rollBack(all)):
		return all, nil
	case len(all) > 1 && failedByItem(err):
		return nil, errors.Join(groupcommit.ErrApart, err)
	}
	return nil, err
}

// rollBack returns an error to end a transaction in which nothing was stored, because a commit costs more. It returns
// nil if something was stored.
func rollBack[T any](all []itemResult[T]) error {
	for _, j := range all {
		if j.refused == nil {
			return nil
		}
	}
	return all[0].refused
}

// failedByItem reports whether a group failed because of one of its items or because of their number: an id that is already
// used, an episode that was just deleted, or too much for one transaction.
func failedByItem(err error) bool {
	switch code(err) {
	case codeConstraint, codeEntityNotFound, codeTooLarge, codePool, codeTimedOut, codeClientTimedOut:
		return true
	}
	return errors.Is(err, errVanished) || fault.CodeOf(err) == fault.Internal || strings.HasPrefix(code(err), "Neo.DatabaseError.")
}
