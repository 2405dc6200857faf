package renames

import (
	"context"
	"os"
)

// Mover is a function that renames without replacing.
type Mover = func(root *os.Root, from, to string) error

// Movers returns all movers; "own" is the platform's.
func Movers() map[string]Mover {
	return map[string]Mover{"own": moveNoReplace, "link": moveByLink, "look": moveByCheck}
}

// WithStep sets a function that is called before and after each step that changes the disk.
func WithStep(step func(step string)) Option { return func(j *Journals) { j.step = step } }

// WithMover sets the mover of Journals.
func WithMover(move Mover) Option { return func(j *Journals) { j.move = move } }

// RecoverAll recovers all interrupted operations.
func (j *Journals) RecoverAll(ctx context.Context, commit Commit) ([]Recovered, error) {
	ids, err := j.ids(ctx)
	if err != nil {
		return nil, err
	}
	return j.Recover(ctx, ids, commit)
}
