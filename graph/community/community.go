// Package community finds groups of nodes in a graph that are linked more closely among themselves than with others.
// It uses the Louvain method: Blondel, Guillaume, Lambiotte, Lefebvre, "Fast unfolding of communities in large
// networks", 2008, https://arxiv.org/abs/0803.0476. It is deterministic: nodes are visited in their order, and ties go
// to the community with the lower number.
package community

import "context"

// Edge links two nodes. Its direction has no meaning. Several edges between two nodes add up.
type Edge struct {
	A, B   int32
	Weight float64 // > 0
}

// Find returns the community of each of n nodes, numbered from 0 in the order of their first nodes. A node without
// edges is a community of its own. The error is that of the context. Time is about linear in the number of edges.
func Find(ctx context.Context, n int, edges []Edge) ([]int32, error) {
	of := make([]int32, n)
	for i := range of {
		of[i] = int32(i)
	}
	for level := newNetwork(n, edges); ; {
		moved, err := level.move(ctx)
		if err != nil {
			return nil, err
		}
		count := renumber(level.of)
		for i, c := range of {
			of[i] = level.of[c]
		}
		if !moved {
			renumber(of)
			return of, nil
		}
		level = level.merge(count)
	}
}

// network is a weighted graph of the nodes of one level, which are communities of the level below.
type network struct {
	first  []int32 // the neighbours of node i are links[first[i]:first[i+1]]
	links  []link
	inside []float64 // twice the weight of the edges within a node
	degree []float64 // sum of the weights at a node; edges within it count twice
	total  float64   // sum of the degrees
	of     []int32   // the community of each node
}

type link struct {
	to     int32
	weight float64
}

func newNetwork(n int, edges []Edge) *network {
	w := &network{
		first: make([]int32, n+1), inside: make([]float64, n), degree: make([]float64, n), of: make([]int32, n),
	}
	for i := range w.of {
		w.of[i] = int32(i)
	}
	for _, e := range edges {
		w.degree[e.A] += e.Weight
		w.degree[e.B] += e.Weight
		w.total += 2 * e.Weight
		if e.A == e.B {
			w.inside[e.A] += 2 * e.Weight
			continue
		}
		w.first[e.A+1]++
		w.first[e.B+1]++
	}
	for i := range n {
		w.first[i+1] += w.first[i]
	}
	w.links = make([]link, w.first[n])
	next := append([]int32(nil), w.first[:n]...)
	put := func(from, to int32, weight float64) {
		w.links[next[from]] = link{to, weight}
		next[from]++
	}
	for _, e := range edges {
		if e.A != e.B {
			put(e.A, e.B, e.Weight)
			put(e.B, e.A, e.Weight)
		}
	}
	return w
}

// mostPasses bounds the passes over all nodes of one level. Later passes move few nodes.
const mostPasses = 20

// move moves single nodes to the neighbouring community that raises the modularity most, until no move does. It
// reports whether a node moved.
func (w *network) move(ctx context.Context) (moved bool, err error) {
	sums := append([]float64(nil), w.degree...) // of the degrees in each community
	weights := make([]float64, len(w.of))       // from the node in hand to each community
	var near []int32
	for range mostPasses {
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		changed := false
		for i := range w.of {
			own := w.of[i]
			near = append(near[:0], own)
			for _, l := range w.links[w.first[i]:w.first[i+1]] {
				c := w.of[l.to]
				if weights[c] == 0 && c != own {
					near = append(near, c)
				}
				weights[c] += l.weight
			}
			sums[own] -= w.degree[i]
			best := own
			gain := func(c int32) float64 { return weights[c] - sums[c]*w.degree[i]/w.total }
			for _, c := range near[1:] {
				if g, b := gain(c), gain(best); g > b+1e-12 || g > b-1e-12 && best != own && c < best {
					best = c
				}
			}
			for _, c := range near {
				weights[c] = 0
			}
			sums[best] += w.degree[i]
			if best != own {
				w.of[i], changed, moved = best, true, true
			}
		}
		if !changed {
			break
		}
	}
	return moved, nil
}

// merge makes one node of each community.
func (w *network) merge(communities int) *network {
	var edges []Edge
	for i := range w.of {
		if w.inside[i] > 0 {
			edges = append(edges, Edge{w.of[i], w.of[i], w.inside[i] / 2})
		}
		for _, l := range w.links[w.first[i]:w.first[i+1]] {
			if int32(i) < l.to {
				edges = append(edges, Edge{w.of[i], w.of[l.to], l.weight})
			}
		}
	}
	return newNetwork(communities, edges)
}

// renumber numbers the communities from 0 in the order of their first nodes, and returns how many there are.
func renumber(of []int32) int {
	number := make(map[int32]int32, len(of))
	for i, c := range of {
		next, is := number[c]
		if !is {
			next = int32(len(number)) //nolint:gosec // nodes are numbered by int32
			number[c] = next
		}
		of[i] = next
	}
	return len(number)
}
