package usecase

import "context"

type releaseKey struct{}

// WithRelease returns a context in which Release calls the function, which frees the text of a call's
// arguments. The functions of earlier WithRelease calls run after it.
func WithRelease(ctx context.Context, release func()) context.Context {
	earlier, _ := ctx.Value(releaseKey{}).(func())
	return context.WithValue(ctx, releaseKey{}, func() {
		release()
		if earlier != nil {
			earlier()
		}
	})
}

// Release frees the text of the decoded arguments before the use case waits for long. The use case must
// account for the parts that it keeps. Further calls do nothing.
func Release(ctx context.Context) {
	if release, ok := ctx.Value(releaseKey{}).(func()); ok {
		release()
	}
}
