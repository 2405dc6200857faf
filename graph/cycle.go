package graph

import "slices"

// ShortestPath gives a shortest path between two episodes, both ends included, and nil when there
// is none. The path from an episode to itself is that episode.
//
// It searches level by level from both ends, the smaller frontier first, so that an end without
// relationships ends the search at once, and remembers every episode it has met, so that diamonds
// cost no more than chains. neighbours gives for each episode of a frontier, in its order, those
// that one relationship onwards leads to, or back when back is true; the lists may hold duplicates
// and are not changed.
func ShortestPath[N comparable](
	from, to N, neighbours func(frontier []N, back bool) ([][]N, error),
) ([]N, error) {
	if from == to {
		return []N{from}, nil
	}
	onwards, backwards := newReach(from, false), newReach(to, true)
	for len(onwards.frontier) > 0 && len(backwards.frontier) > 0 {
		near, far := onwards, backwards
		if far.smallerThan(near) {
			near, far = far, near
		}
		lists, err := neighbours(near.frontier, near.back)
		if err != nil {
			return nil, err
		}
		if meeting, met := near.grow(lists, far); met {
			return join(onwards, backwards, meeting), nil
		}
	}
	return nil, nil
}

// reach is what a search has met from one end.
type reach[N comparable] struct {
	end      N
	back     bool
	frontier []N
	via      map[N]N // the episode through which each was met first; the end through itself
}

func newReach[N comparable](end N, back bool) *reach[N] {
	return &reach[N]{end: end, back: back, frontier: []N{end}, via: map[N]N{end: end}}
}

// smallerThan compares frontiers; of two equal ones that with less behind it goes first, so that
// chains are followed from both ends.
func (r *reach[N]) smallerThan(o *reach[N]) bool {
	if len(r.frontier) != len(o.frontier) {
		return len(r.frontier) < len(o.frontier)
	}
	return len(r.via) < len(o.via)
}

// grow takes one level in and stops at the first episode that the other end has met. Until then the
// ends were further apart than both levels together, so the first meeting is on a shortest path.
func (r *reach[N]) grow(lists [][]N, other *reach[N]) (meeting N, met bool) {
	var next []N
	for i, list := range lists {
		for _, n := range list {
			if _, known := r.via[n]; known {
				continue
			}
			r.via[n] = r.frontier[i]
			if _, met := other.via[n]; met {
				return n, true
			}
			next = append(next, n)
		}
	}
	r.frontier = next
	return meeting, false
}

// join lays the two halves of a path together.
func join[N comparable](onwards, backwards *reach[N], meeting N) []N {
	path := []N{meeting}
	for n := meeting; n != onwards.end; {
		n = onwards.via[n]
		path = append(path, n)
	}
	slices.Reverse(path)
	for n := meeting; n != backwards.end; {
		n = backwards.via[n]
		path = append(path, n)
	}
	return path
}
