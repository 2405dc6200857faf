package main

import (
	"strings"
	"testing"
	"time"
)

func TestEveryNodeIsLinkedToAnEarlierOne(t *testing.T) {
	t.Parallel()
	d := newData()
	nodes, links := d.grow(50)
	more, others := d.grow(80)
	if len(nodes) != 50 || len(links) != 49 || len(more) != 30 || len(others) != 30 {
		t.Fatalf("it grew by %d and %d nodes, %d and %d links", len(nodes), len(more), len(links), len(others))
	}
	for _, n := range d.nodes {
		if !strings.Contains(n.text, n.name) || len(d.near[n.name]) == 0 {
			t.Errorf("%v has the neighbours %v", n, d.near[n.name])
		}
	}
	if extra := d.unused(); extra.from >= extra.to || len(d.taken) != 80 {
		t.Errorf("the link %v is not a new one forward: %d are there", extra, len(d.taken))
	}
}

func TestWithinCountsEachNodeOnce(t *testing.T) {
	t.Parallel()
	d := newData()
	for range 6 {
		d.fresh()
	}
	// A triangle, and a tail of two.
	for _, l := range [][2]int{{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}} {
		d.join(l[0], l[1])
	}
	for _, c := range []struct{ start, hops, want int }{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {4, 2, 2}, {5, 3, 0}} {
		if got := d.within(d.nodes[c.start].name, c.hops); got != c.want {
			t.Errorf("%d hops from %d lead to %d nodes, want %d", c.hops, c.start, got, c.want)
		}
	}
}

func TestBatchesHaveEveryItemOnce(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 1000, 2001} {
		items := make([]int, n)
		for i := range items {
			items[i] = i
		}
		var got []int
		err := batches(items, func(part []int) (time.Duration, error) {
			if len(part) > 1000 {
				t.Errorf("a batch of %d", len(part))
			}
			got = append(got, part...)
			return 0, nil
		})
		if err != nil || len(got) != n || n > 0 && got[n-1] != n-1 {
			t.Errorf("%d items came as %d, %v", n, len(got), err)
		}
	}
}
