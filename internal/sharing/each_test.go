package sharing_test

import (
	"slices"
	"testing"

	"plotline/internal/sharing"
)

func TestEach(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 31, 64, 1000} {
		done := make([]int, n)
		sharing.Each(n, func(i int) { done[i]++ })
		if !slices.Equal(done, slices.Repeat([]int{1}, n)) {
			t.Errorf("of %d, each was done %d times, want once", n, done)
		}
	}
}

func TestEachPanics(t *testing.T) {
	t.Parallel()
	for _, at := range []int{0, 999} {
		func() {
			defer func() {
				if got := recover(); got != "torn" {
					t.Errorf("panic %v, want torn", got)
				}
			}()
			sharing.Each(1000, func(i int) {
				if i == at {
					panic("torn")
				}
			})
		}()
	}
}
