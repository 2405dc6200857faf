package graph

import "context"

// ChangeStore tells whether a workspace has changed.
type ChangeStore interface {
	// Changes returns a mark of the workspace's state, an opaque text. Two equal marks of one store say that no
	// episode and no relationship of the workspace was written between the two calls. After a write of this store,
	// the mark differs from all marks before it. A write of another process shows in the same way, or a moment
	// later. A write to another workspace does not change the mark. Other work in the workspace may, such as a
	// change of its languages. Changes reads no episode.
	Changes(ctx context.Context, ws string) (string, error)
}
