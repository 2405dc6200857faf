package usecase

import "context"

type preconditionKey struct{}

// WithPrecondition gives the work under ctx a condition on what it is about to change: the caller has
// seen a state of it, and means that one alone.
func WithPrecondition(ctx context.Context, holds func(current any) error) context.Context {
	return context.WithValue(ctx, preconditionKey{}, holds)
}

// Unchanged gives the error of the caller's condition on the current state, as a read shows it, and nil
// when there is no condition. Work asks it where nobody else can change that state any more. The state is
// made for a condition alone: it may be costly.
func Unchanged(ctx context.Context, current func() any) error {
	if holds, ok := ctx.Value(preconditionKey{}).(func(any) error); ok {
		return holds(current())
	}
	return nil
}
