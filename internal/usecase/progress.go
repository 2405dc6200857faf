package usecase

import "context"

// Progress reports the progress of a long call: done of total, and a message. Total 0 means unknown.
type Progress func(ctx context.Context, done, total int, message string)

type progressKey struct{}

// WithProgress returns a context whose use case reports progress to p.
func WithProgress(ctx context.Context, p Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// Report reports progress if the caller asked for it, and does nothing otherwise.
func Report(ctx context.Context, done, total int, message string) {
	if p, ok := ctx.Value(progressKey{}).(Progress); ok {
		p(ctx, done, total, message)
	}
}
