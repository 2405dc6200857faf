package usecase

import "context"

type preconditionKey struct{}

// WithPrecondition returns a context with a condition on the state that the use case is about to change. The
// caller has seen one state and wants to change only that.
func WithPrecondition(ctx context.Context, holds func(current any) error) context.Context {
	return context.WithValue(ctx, preconditionKey{}, holds)
}

// Unchanged checks the caller's condition against the current state, as a read shows it. It returns nil if
// there is no condition. The use case calls it while it holds the lock on that state. It calls current only
// if there is a condition, because it may be costly.
func Unchanged(ctx context.Context, current func() any) error {
	if holds, ok := ctx.Value(preconditionKey{}).(func(any) error); ok {
		return holds(current())
	}
	return nil
}
