// Command peers measures Plotline side by side with what somebody would pick in its place: the reference
// memory server, mcp-neo4j-memory, Neo4j's own MCP server, and the Go driver alone as the floor. All hold
// the same graph and are asked in turn, so that what else the machine does hits all alike; every answer is
// looked at before its time counts.
//
//	make bench-peers
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"plotline/testing/figures"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	binary := flags.String("binary", "bin/plotline", "the program to measure")
	file := flags.String("json", "", "file for the figures as JSON")
	sizes := flags.String("sizes", "1000,10000,100000", "nodes of each growth step, ascending, from 1000")
	if err := flags.Parse(args); err != nil {
		return err
	}
	steps, err := numbers(*sizes)
	if err != nil {
		return err
	}
	w, err := newWorld(ctx, *binary)
	if err != nil {
		return err
	}
	defer w.close(context.WithoutCancel(ctx))
	r := figures.New()
	if r.Versions, err = w.versions(ctx); err != nil {
		return err
	}
	keep := func() error {
		if *file == "" {
			return nil
		}
		return r.Write(*file)
	}
	if err := measure(ctx, w, r, steps, keep); err != nil {
		return err
	}
	return r.Print(out)
}

func numbers(list string) ([]int, error) {
	var all []int
	for item := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(item)
		if err != nil {
			return nil, fmt.Errorf("-sizes: %w", err)
		}
		all = append(all, n)
	}
	return all, nil
}

// starters lists the peers, ourselves first.
var starters = []starter{
	{"Plotline, embedded", startPlotline("embedded")},
	{"Plotline, Neo4j", startPlotline("neo4j")},
	{"server-memory", startServerMemory},
	{"mcp-neo4j-memory", startNeo4jMemory},
	{"neo4j-mcp-server", startNeo4jMCP},
	{"Go driver", startDriver},
}

// measure runs every part: starts, then one graph that grows. It keeps the figures at each size, for the
// largest takes long.
func measure(ctx context.Context, w *world, r *figures.Report, steps []int, keep func() error) error {
	s := &side{world: w, report: r, data: newData()}
	defer s.close()
	if err := part("start", func() error { return s.starts(ctx) }); err != nil {
		return err
	}
	for i, n := range steps {
		size, first := figures.Thousands(n), i == 0
		if err := part("fill to "+size, func() error { return s.grow(n) }); err != nil {
			return err
		}
		if err := part("single calls at "+size, func() error { return s.points(n, first) }); err != nil {
			return err
		}
		if first {
			if err := s.crowds(n); err != nil {
				return err
			}
		}
		if err := keep(); err != nil {
			return err
		}
	}
	return nil
}

// crowds measures many at once and many in one call.
func (s *side) crowds(n int) error {
	if err := part("parallel calls", s.parallel); err != nil {
		return err
	}
	return part("calls of "+figures.Thousands(n), func() error { return s.bulk(n) })
}

// part runs one and says how long it took.
func part(name string, run func() error) error {
	began := time.Now()
	if err := run(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	_, _ = fmt.Fprintf(os.Stderr, "peers: %s: %s\n", name, time.Since(began).Round(time.Second))
	return nil
}
