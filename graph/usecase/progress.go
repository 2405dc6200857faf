package usecase

import "context"

// Progress is told how far a long call is: done of total, and in words. Total 0 is unknown.
type Progress func(ctx context.Context, done, total int, message string)

type progressKey struct{}

// WithProgress gives the work under ctx somebody to report to.
func WithProgress(ctx context.Context, p Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// Report tells whoever asked how far the work is, and does nothing when nobody did.
func Report(ctx context.Context, done, total int, message string) {
	if p, ok := ctx.Value(progressKey{}).(Progress); ok {
		p(ctx, done, total, message)
	}
}
