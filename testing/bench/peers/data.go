package main

import (
	"fmt"
	"math/rand/v2"
)

// node is stored in each memory. It has a name, by which it is found, and a text.
type node struct{ name, text string }

// link leads from an earlier node to a later one.
type link struct{ from, to string }

// data is the graph that all peers hold.
type data struct {
	random *rand.Rand
	nodes  []node
	near   map[string][]string // neighbours in both directions
	taken  map[link]bool
}

func newData() *data {
	return &data{
		random: rand.New(rand.NewPCG(41, 1)), //nolint:gosec // the graph must be the same each time
		near:   map[string][]string{}, taken: map[link]bool{},
	}
}

// fresh adds a node and returns it. Its name is also a word of its text, and of no other text.
func (d *data) fresh() node {
	number := len(d.nodes)
	name := fmt.Sprintf("task%07d", number)
	n := node{name, fmt.Sprintf("Find out why step %d of %s was slow and write down what helped.", number%97, name)}
	d.nodes = append(d.nodes, n)
	return n
}

// grow adds nodes up to n, each with a link from an earlier one.
func (d *data) grow(n int) (nodes []node, links []link) {
	for len(d.nodes) < n {
		nodes = append(nodes, d.fresh())
		if last := len(d.nodes) - 1; last > 0 {
			links = append(links, d.join(d.random.IntN(last), last))
		}
	}
	return nodes, links
}

// join adds a link.
func (d *data) join(from, to int) link {
	l := link{d.nodes[from].name, d.nodes[to].name}
	d.taken[l] = true
	d.near[l.from] = append(d.near[l.from], l.to)
	d.near[l.to] = append(d.near[l.to], l.from)
	return l
}

// unused adds a link between two nodes without one, from the earlier to the later.
func (d *data) unused() link {
	for {
		a, b := d.random.IntN(len(d.nodes)), d.random.IntN(len(d.nodes))
		a, b = min(a, b), max(a, b)
		if a != b && !d.taken[link{d.nodes[a].name, d.nodes[b].name}] {
			return d.join(a, b)
		}
	}
}

func (d *data) one() node { return d.nodes[d.random.IntN(len(d.nodes))] }

// within counts the nodes within this number of hops, in either direction.
func (d *data) within(start string, hops int) int {
	seen := map[string]bool{start: true}
	frontier := []string{start}
	for range hops {
		var next []string
		for _, name := range frontier {
			for _, other := range d.near[name] {
				if !seen[other] {
					seen[other] = true
					next = append(next, other)
				}
			}
		}
		frontier = next
	}
	return len(seen) - 1
}
