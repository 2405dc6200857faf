package sqlitestore

import (
	"slices"
	"testing"
)

func TestInParallel(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 31, 64, 1000} {
		done := make([]int, n)
		inParallel(n, func(i int) { done[i]++ })
		same(t, "done once", done, slices.Repeat([]int{1}, n))
	}
}

func TestInParallelPanics(t *testing.T) {
	t.Parallel()
	for _, at := range []int{0, 999} {
		func() {
			defer func() { same(t, "panic", recover(), any("torn")) }()
			inParallel(1000, func(i int) {
				if i == at {
					panic("torn")
				}
			})
		}()
	}
}
