package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plotline/testing/bench/figures"
	"plotline/testing/kit/stdioclient"
)

// comparison is a run of all peers over the same data.
type comparison struct {
	world  *environment
	report *figures.Report
	data   *data
	peers  []peer
}

// startPeers starts every peer several times, measures the programs, and keeps the last instance of each.
func (s *comparison) startPeers(ctx context.Context) error {
	const rounds = 5
	ready := make([][]time.Duration, len(starters))
	for round := range rounds {
		for i, st := range starters {
			p, err := st.startWithRetry(ctx, s.world)
			if err != nil {
				return fmt.Errorf("%s: %w", st.name, err)
			}
			if c := clientOf(p); c != nil {
				ready[i] = append(ready[i], c.Ready)
			}
			if round == rounds-1 {
				s.peers = append(s.peers, p)
			} else if err := p.close(); err != nil {
				return fmt.Errorf("%s: %w", st.name, err)
			}
		}
	}
	for i, st := range starters {
		c := clientOf(s.peers[i])
		if c == nil {
			continue
		}
		s.report.Times(figures.Row{Operation: "start to initialize", Store: st.name, Size: fmt.Sprintf("%d runs", rounds)}, ready[i])
		if err := s.idle(c, st.name); err != nil {
			return err
		}
	}
	return nil
}

// idle measures the cost of an unused program for its client: its tool list and its memory.
func (s *comparison) idle(c *stdioclient.Client, name string) error {
	list, err := c.Request("tools/list", map[string]any{})
	if err != nil {
		return err
	}
	memory, err := figures.Resident(c.Process())
	if err != nil {
		return err
	}
	s.addFigure("tools/list", name, "KiB", float64(len(list))/1024)
	s.addFigure("memory after tools/list", name, "MiB", memory)
	return nil
}

// addFigure adds a single figure.
func (s *comparison) addFigure(operation, name, unit string, value float64) {
	s.report.Add(figures.Row{Operation: operation, Store: name, Unit: unit, P50: value, P95: value})
}

// clientOf returns the client of a peer's process, or nil.
func clientOf(p peer) *stdioclient.Client {
	switch p := p.(type) {
	case *plotline:
		return p.Client
	case *knowledge:
		return p.Client
	case *neo4jMCP:
		return p.client
	}
	return nil
}

func (s *comparison) close() {
	for _, p := range s.peers {
		_ = p.close()
	}
}

// series measures an operation on every peer in turn. The function draw draws the arguments of each round,
// which are the same for all peers. The first rounds warm up.
func (s *comparison) series(f figures.Row, rounds, warm int, draw func() func(p peer) (time.Duration, error)) error {
	times := make([][]time.Duration, len(s.peers))
	for round := range rounds + warm {
		ask := draw()
		for i, p := range s.peers {
			took, err := ask(p)
			if errors.Is(err, errAbsent) {
				continue
			}
			if err != nil {
				return fmt.Errorf("%s: %s: %w", f.Operation, starters[i].name, err)
			}
			if round >= warm {
				times[i] = append(times[i], took)
			}
		}
	}
	for i, series := range times {
		if len(series) > 0 {
			f.Store = starters[i].name
			s.report.Times(f, series)
		}
	}
	return nil
}
