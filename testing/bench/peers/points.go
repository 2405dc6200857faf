package main

import (
	"fmt"
	"time"

	"plotline/testing/bench/figures"
)

// bulk creates many nodes and then their links, each in one call. Every server is warm by then.
func (s *comparison) bulk(n int) error {
	const rounds = 3
	size := figures.Thousands(n)
	nodes, links := make([][]node, rounds), make([][]link, rounds)
	for i := range rounds {
		nodes[i], links[i] = s.data.grow(len(s.data.nodes) + n)
	}
	create, join := -1, -1
	err := s.series(figures.Row{Operation: "create " + size + " nodes, one call", N: n}, rounds, 0, func() func(p peer) (time.Duration, error) {
		create++
		return func(p peer) (time.Duration, error) { return p.create(nodes[create]) }
	})
	if err != nil {
		return err
	}
	return s.series(figures.Row{Operation: "create " + size + " links, one call", N: n}, rounds, 0, func() func(p peer) (time.Duration, error) {
		join++
		return func(p peer) (time.Duration, error) { return p.link(links[join]) }
	})
}

// growTo fills every peer up to n nodes and as many links.
func (s *comparison) growTo(n int) error {
	nodes, links := s.data.grow(n)
	for i, p := range s.peers {
		if err := p.load(nodes, links); err != nil {
			return fmt.Errorf("%s: %w", starters[i].name, err)
		}
	}
	return nil
}

// points measures single calls at a size. Larger sizes run fewer rounds, because some peers then take a
// second for a call.
func (s *comparison) points(n int, full bool) error {
	const warmUp = 5
	rounds := 30
	if full {
		rounds = 200
	}
	d, row := s.data, figures.Row{Size: figures.Thousands(n), N: n}
	for _, op := range []struct {
		name string
		draw func() func(p peer) (time.Duration, error)
	}{
		{"write one node", func() func(p peer) (time.Duration, error) {
			nodes := single(d.fresh())
			return func(p peer) (time.Duration, error) { return p.create(nodes) }
		}},
		{"write one link", func() func(p peer) (time.Duration, error) {
			links := single(d.unused())
			return func(p peer) (time.Duration, error) { return p.link(links) }
		}},
		{"read one node with its links", func() func(p peer) (time.Duration, error) {
			node := d.one()
			return func(p peer) (time.Duration, error) { return p.read(node, len(d.near[node.name])) }
		}},
		{"find by a word", func() func(p peer) (time.Duration, error) {
			node := d.one()
			return func(p peer) (time.Duration, error) {
				got, took, err := p.find(node.name)
				return took, checkCount("find", got, 1, err)
			}
		}},
		{"neighbours, 2 hops", s.hops(2)},
		{"neighbours, 3 hops", s.hops(3)},
	} {
		row.Operation = op.name
		if err := s.series(row, rounds, warmUp, op.draw); err != nil {
			return err
		}
	}
	return nil
}

// hops draws a node and counts the nodes within this number of hops.
func (s *comparison) hops(hops int) func() func(p peer) (time.Duration, error) {
	return func() func(p peer) (time.Duration, error) {
		node := s.data.one()
		want := s.data.within(node.name, hops)
		return func(p peer) (time.Duration, error) {
			got, took, err := p.within(node, hops)
			return took, checkCount("within", got, want, err)
		}
	}
}

// checkCount returns an error if a count is wrong.
func checkCount(what string, got, want int, err error) error {
	if err == nil && got != want {
		err = wrongReply(what, got, want)
	}
	return err
}
