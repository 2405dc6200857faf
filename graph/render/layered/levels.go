package layered

import "slices"

// pullRounds is how often assignLevels tries to shorten links.
const pullRounds = 4

// assignLevels assigns every vertex its column: one more than its highest left neighbour's (the longest
// path). Then vertices move towards the side with more links, as far as their neighbours allow. This shortens
// links like the promotion of nodes by Nikolov and Tarassov ("Graph layering by promotion of nodes", Discrete
// Applied Mathematics 154, 2006).
func (n *net) assignLevels(w *work) {
	onwards, back := make([][]int, len(n.vertices)), make([][]int, len(n.vertices))
	waits := make([]int, len(n.vertices))
	for _, c := range n.chains {
		onwards[c.a] = append(onwards[c.a], c.b)
		back[c.b] = append(back[c.b], c.a)
		waits[c.b]++
	}
	n.level = make([]int32, len(n.vertices))
	sequence := make([]int, 0, len(n.vertices))
	for v := range n.vertices {
		if waits[v] == 0 {
			sequence = append(sequence, v)
		}
	}
	for i := 0; i < len(sequence); i++ {
		v := sequence[i]
		w.step(1 + len(onwards[v]))
		for _, next := range onwards[v] {
			n.level[next] = max(n.level[next], n.level[v]+1)
			if waits[next]--; waits[next] == 0 {
				sequence = append(sequence, next)
			}
		}
	}
	for range pullRounds {
		if !n.pull(w, sequence, onwards, back) {
			break
		}
	}
	n.dropEmpty()
}

// pull moves vertices once, backwards through the sequence, and reports whether any moved.
func (n *net) pull(w *work, sequence []int, onwards, back [][]int) (moved bool) {
	for _, v := range slices.Backward(sequence) {
		if !w.step(1 + len(onwards[v]) + len(back[v])) {
			return false
		}
		to := n.level[v]
		switch {
		case len(onwards[v]) > len(back[v]):
			to = n.level[onwards[v][0]] - 1
			for _, next := range onwards[v] {
				to = min(to, n.level[next]-1)
			}
		case len(onwards[v]) < len(back[v]):
			to = 0
			for _, before := range back[v] {
				to = max(to, n.level[before]+1)
			}
		}
		moved = moved || to != n.level[v]
		n.level[v] = to
	}
	return moved
}

// dropEmpty removes empty columns.
func (n *net) dropEmpty() {
	used := make([]int32, slices.Max(n.level)+1)
	for _, l := range n.level {
		used[l] = 1
	}
	var next int32
	for i, u := range used {
		used[i] = next
		next += u
	}
	for v, l := range n.level {
		n.level[v] = used[l]
	}
}
