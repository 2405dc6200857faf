package graph

import "slices"

// ShortestPath returns a shortest path between two episodes, including both ends, or nil if there is none.
// The path from an episode to itself is that episode.
//
// It searches level by level from both ends, the smaller frontier first, so that an end without relationships
// stops the search at once. It remembers every episode that it met, so that diamonds cost no more than
// chains. For each episode of a frontier, in order, neighbours returns the episodes that one relationship
// leads to, or comes from if back is true. The lists may hold duplicates and are not changed.
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

// reach is the part of the graph that a search has met from one end.
type reach[N comparable] struct {
	end      N
	back     bool
	frontier []N
	via      map[N]N // the episode through which each was first met; the end through itself
}

func newReach[N comparable](end N, back bool) *reach[N] {
	return &reach[N]{end: end, back: back, frontier: []N{end}, via: map[N]N{end: end}}
}

// smallerThan compares frontiers. Of two equal ones, the one that has met fewer episodes is smaller, so that
// chains are followed from both ends.
func (r *reach[N]) smallerThan(o *reach[N]) bool {
	if len(r.frontier) != len(o.frontier) {
		return len(r.frontier) < len(o.frontier)
	}
	return len(r.via) < len(o.via)
}

// grow adds one level and stops at the first episode that the other end has met. Before that, the distance of
// the ends exceeds both levels together, so the first meeting is on a shortest path.
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

// join combines the two halves of a path.
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
