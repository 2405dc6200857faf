package usecase

import (
	"context"

	"plotline/internal/input"
)

type sourceKey struct{}

// WithSource returns a context that says where the arguments of a use case come from.
func WithSource(ctx context.Context, from input.Source) context.Context {
	return context.WithValue(ctx, sourceKey{}, from)
}
