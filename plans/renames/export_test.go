package renames

import "os"

// Mover is a way to rename without replacing.
type Mover = func(root *os.Root, from, to string) error

// Movers are all ways there are, the platform's own first.
func Movers() map[string]Mover {
	return map[string]Mover{"own": moveNoReplace, "link": moveByLink, "look": moveByLooking}
}

// WithMover has Journals rename in another way than the platform's own.
func WithMover(move Mover) Option { return func(j *Journals) { j.move = move } }
