package layered

import "slices"

// crossings counts the crossings between all neighbouring columns with an accumulator tree: Barth, Jünger and
// Mutzel, "Simple and efficient bilayer cross counting", Graph Drawing 2002.
func (n *net) crossings(w *work) int {
	total := 0
	for i := 1; i < len(n.layers); i++ {
		total += n.crossingsBetween(w, n.layers[i-1], len(n.layers[i]))
	}
	return total
}

func (n *net) crossingsBetween(w *work, left []int32, right int) int {
	leafs := 1
	for leafs < right {
		leafs *= 2
	}
	tree := make([]int32, 2*leafs)
	total := 0
	var ends []int32
	for _, v := range left {
		ends = ends[:0]
		for _, p := range n.out[v] {
			ends = append(ends, n.spot[n.pieces[p].b])
		}
		if !w.step(1 + 2*len(ends)) {
			return total
		}
		slices.Sort(ends)
		for _, end := range ends { // crosses earlier links that end further down
			for at := int(end) + leafs; at > 1; at /= 2 {
				if at%2 == 0 {
					total += int(tree[at+1])
				}
			}
		}
		for _, end := range ends {
			for at := int(end) + leafs; at > 0; at /= 2 {
				tree[at]++
			}
		}
	}
	return total
}

// switchAll swaps neighbours in a column if that reduces the crossings. It reports whether any were swapped.
func (n *net) switchAll(w *work) (better bool) {
	places := make(map[int32]*[2][]int32)
	for _, layer := range n.layers {
		clear(places)
		for i := 1; i < len(layer); i++ {
			a, b := n.sorted(places, layer[i-1]), n.sorted(places, layer[i])
			now, then := 0, 0
			for side := range a {
				now += inversions(a[side], b[side])
				then += inversions(b[side], a[side])
				if !w.step(1 + len(a[side]) + len(b[side])) {
					return false
				}
			}
			if then < now {
				layer[i-1], layer[i] = layer[i], layer[i-1]
				better = true
			}
		}
		n.number(layer)
	}
	return better
}

// sorted returns the sorted positions of the neighbours of v on both sides.
func (n *net) sorted(known map[int32]*[2][]int32, v int32) *[2][]int32 {
	if lists := known[v]; lists != nil {
		return lists
	}
	lists := &[2][]int32{}
	for side, right := range []bool{false, true} {
		n.eachNeighbour(v, right, func(u int32) { lists[side] = append(lists[side], n.spot[u]) })
		slices.Sort(lists[side])
	}
	known[v] = lists
	return lists
}

// inversions counts the pairs in which the upper vertex's neighbour is below the lower vertex's.
func inversions(upper, lower []int32) int {
	total, below := 0, 0
	for _, u := range upper {
		for below < len(lower) && lower[below] < u {
			below++
		}
		total += below
	}
	return total
}
