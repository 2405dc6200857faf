package usecase

import (
	"context"
	"errors"
)

// Question is a question that a use case asks a person before it continues.
type Question struct {
	ID      string // identifies the question within the call
	About   string // the subject; other clients that were asked learn by it that the question is settled
	Message string // complete text for a person
	// Details makes what a page shows besides the message. It is called only if a page can be asked. Nil makes nothing.
	Details func(ctx context.Context) (any, error)
}

// ErrNoAsker reports that no client can be asked.
var ErrNoAsker = errors.New("there was nobody to ask")

// ErrAsking ends a call that the client repeats with the answer. It is not a failure, and nothing was done.
var ErrAsking = errors.New("a person is being asked")

// Asker asks a person and waits for yes or no. It returns ErrNoAsker if it has no means to ask. It returns
// ErrAsking to end the call, for transports on which the client repeats the call with the answer.
type Asker func(ctx context.Context, q Question) (yes bool, err error)

type askerKey struct{}

// WithAsker returns a context whose use case asks through ask.
func WithAsker(ctx context.Context, ask Asker) context.Context {
	return context.WithValue(ctx, askerKey{}, ask)
}

// Ask asks the caller of the use case. Without an asker it returns ErrNoAsker.
func Ask(ctx context.Context, q Question) (yes bool, err error) {
	if ask, ok := ctx.Value(askerKey{}).(Asker); ok {
		return ask(ctx, q)
	}
	return false, ErrNoAsker
}
