package main

import (
	"fmt"
	"slices"
	"sync"

	"plotline/testing/bench/figures"
)

const atOnce = 50

// parallel sends concurrent creates, as a model does that calls tools in parallel. It counts the stored
// nodes once all are acknowledged, with different names and with equal names.
func (s *comparison) parallel() error {
	const rounds = 3
	for i, p := range s.peers {
		kept, rows := make([]int, rounds), make([]int, rounds)
		for round := range rounds {
			word := fmt.Sprintf("crowd%d", round)
			distinct := make([]node, atOnce)
			for j := range distinct {
				distinct[j] = node{fmt.Sprintf("%sx%d", word, j), "One of many at once: " + word}
			}
			var err error
			if kept[round], err = createAtOnce(p, word, distinct); err != nil {
				return fmt.Errorf("%s: %w", starters[i].name, err)
			}
			word = fmt.Sprintf("twin%d", round)
			same := slices.Repeat(single(node{word, "The same, many times at once."}), atOnce)
			if rows[round], err = createAtOnce(p, word, same); err != nil {
				return fmt.Errorf("%s: %w", starters[i].name, err)
			}
		}
		slices.Sort(kept)
		slices.Sort(rows)
		s.report.Add(figures.Row{
			Operation: "50 parallel creates, nodes kept", Store: starters[i].name, Unit: "count",
			P50: float64(kept[rounds/2]), P95: float64(kept[0]),
		})
		s.report.Add(figures.Row{
			Operation: "50 parallel creates of one name, rows", Store: starters[i].name, Unit: "count",
			P50: float64(rows[rounds/2]), P95: float64(rows[rounds-1]),
		})
	}
	return nil
}

// createAtOnce creates all nodes at once, and counts the stored ones once all are acknowledged.
func createAtOnce(p peer, word string, nodes []node) (int, error) {
	failures := make(chan error, len(nodes))
	var group sync.WaitGroup
	for _, n := range nodes {
		group.Go(func() {
			_, err := p.create(single(n))
			failures <- err
		})
	}
	group.Wait()
	for range nodes {
		if err := <-failures; err != nil {
			return 0, err
		}
	}
	var names []string
	for _, n := range nodes {
		if !slices.Contains(names, n.name) {
			names = append(names, n.name)
		}
	}
	return p.present(names, word)
}
