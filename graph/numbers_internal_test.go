package graph

import (
	"slices"
	"testing"
)

func TestNumbers(t *testing.T) {
	t.Parallel()
	added := []int64{1, 2, 3, 7, 8, 100, 1 << 52}
	var n numbers
	for _, number := range added {
		n.add(number)
	}
	if len(n) != 4 {
		t.Errorf("%d runs, want 4: %v", len(n), n)
	}
	for _, number := range []int64{0, 1, 2, 3, 4, 6, 7, 8, 9, 99, 100, 101, 1<<52 - 1, 1 << 52, 1<<52 + 1} {
		if got, want := n.has(number), slices.Contains(added, number); got != want {
			t.Errorf("%d: %t, want %t", number, got, want)
		}
	}
	if new(numbers).has(1) {
		t.Error("an empty set has 1")
	}
}
