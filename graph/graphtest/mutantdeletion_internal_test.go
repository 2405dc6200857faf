package graphtest

import (
	"context"

	"plotline/graph"
)

// DeleteWorkspace calls the replaceable method.
func (b *broken) DeleteWorkspace(ctx context.Context, ws string, q graph.DeletionQuery) (graph.Deleted, error) {
	return b.deletion(ctx, ws, q)
}

func deletionMutants() []mutant {
	return []mutant{
		{"a deletion deletes all at once", deletionTopic, func(b *broken) {
			own := b.deletion
			b.deletion = func(ctx context.Context, ws string, q graph.DeletionQuery) (graph.Deleted, error) {
				q.Limit = 1000
				return own(ctx, ws, q)
			}
		}},
		{"a deletion ends before the end", deletionTopic, func(b *broken) {
			own := b.deletion
			b.deletion = func(ctx context.Context, ws string, q graph.DeletionQuery) (graph.Deleted, error) {
				out, err := own(ctx, ws, q)
				out.Done = out.Done || out.Episodes > 0
				return out, err
			}
		}},
	}
}
