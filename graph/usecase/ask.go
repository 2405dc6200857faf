package usecase

import (
	"context"
	"errors"
)

// Question is what work asks a person before it goes on.
type Question struct {
	ID      string // names the question within the call
	About   string // what it is about: others who were asked learn by it that it is settled
	Message string // for a person, on its own
	Details any    // for a page that shows more than the message
}

// ErrNobody says that nobody could be asked.
var ErrNobody = errors.New("nobody could be asked")

// ErrAsking ends a call that comes back with the answer: no failure, and nothing was done.
var ErrAsking = errors.New("a person is being asked")

// Asker puts a question to a person and waits for yes or no. It gives ErrNobody when there is no way to
// ask. An error that is ErrAsking ends
// the call, for a door that must leave it and come back with the answer.
type Asker func(ctx context.Context, q Question) (yes bool, err error)

type askerKey struct{}

// WithAsker gives the work under ctx somebody to ask.
func WithAsker(ctx context.Context, ask Asker) context.Context {
	return context.WithValue(ctx, askerKey{}, ask)
}

// Ask puts a question to whoever called.
func Ask(ctx context.Context, q Question) (yes bool, err error) {
	if ask, ok := ctx.Value(askerKey{}).(Asker); ok {
		return ask(ctx, q)
	}
	return false, ErrNobody
}
