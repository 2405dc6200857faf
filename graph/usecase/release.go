package usecase

import "context"

type releaseKey struct{}

// WithRelease has Release call the function, which drops the text of the arguments of a call. What an
// earlier WithRelease gave is called after it.
func WithRelease(ctx context.Context, release func()) context.Context {
	earlier, _ := ctx.Value(releaseKey{}).(func())
	return context.WithValue(ctx, releaseKey{}, func() {
		release()
		if earlier != nil {
			earlier()
		}
	})
}

// Release drops the text of the arguments, which the use case has decoded, before it waits for long. The
// use case must account for what it keeps of them. Further calls do nothing more.
func Release(ctx context.Context) {
	if release, ok := ctx.Value(releaseKey{}).(func()); ok {
		release()
	}
}
