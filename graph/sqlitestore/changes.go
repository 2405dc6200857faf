package sqlitestore

import (
	"context"
	"strconv"

	"plotline/graph"
)

// Changes implements graph.Store. The mark is the number of writes to the workspace. SQLite's data_version would cost
// writers nothing, but it also tells of the writes to other workspaces, which no page of this one may see.
func (s *Store) Changes(ctx context.Context, ws string) (string, error) {
	return read(ctx, s, func(q *session) (string, error) {
		return strconv.FormatInt(q.number(ctx, readChanges, ws), 10), nil
	})
}

// LastChange returns when an episode of a workspace was last created or changed, and 0 if it has none.
func (s *Store) LastChange(ctx context.Context, ws string) (graph.Time, error) {
	return read(ctx, s, func(q *session) (graph.Time, error) { return graph.Time(q.number(ctx, lastChange, ws)), nil })
}

// changed counts a write to a workspace, and ends it if the workspace does not admit it. Creates and deletes of episodes
// count themselves, as they update the workspace's row anyway.
func (q *session) changed(ctx context.Context, ws string) {
	q.exec(ctx, countChange, ws)
	q.admit(ctx, ws)
}
