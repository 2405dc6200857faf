// Command peers compares Plotline with alternatives: the reference memory server, mcp-neo4j-memory, Neo4j's
// own MCP server, and the bare Go driver as the lower limit. All hold the same graph and are called in
// turn, so that other load on the machine affects all alike. Every reply is checked before its time counts.
// Given the history of a project, it also compares their recall.
//
//	make bench-peers [DATA=history.jsonl.gz]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"plotline/testing/bench/figures"
	"plotline/testing/kit/command"
)

func main() {
	command.Main("peers", func(ctx context.Context) error { return run(ctx, os.Args[1:], os.Stdout) })
}

func run(ctx context.Context, args []string, out io.Writer) error {
	var o options
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	flags.StringVar(&o.binary, "binary", "bin/plotline", "the program to measure")
	flags.StringVar(&o.file, "json", "", "file for the figures of the graph that grows")
	flags.StringVar(&o.recalled, "json-recall", "", "file for the figures of recall")
	flags.StringVar(&o.only, "only", "", "graph or recall: this part alone")
	flags.StringVar(&o.sizes, "sizes", "1000,10000,100000", "nodes of each growth step, ascending, from 1000")
	flags.StringVar(&o.history.file, "data", "", "history to ask about (see testing/bench/recall); without it, the part about recall is left out")
	flags.IntVar(&o.history.questions, "questions", 200, "questions about it, drawn with a fixed seed")
	flags.IntVar(&o.history.commits, "commits", 0, "commits of it to lay out; 0: all")
	flags.StringVar(&o.history.model, "model", filepath.Join("bin", "bge-small-en-v1.5.model"), "file of the builtin model, which need not be there")
	flags.StringVar(&o.history.vectors, "vectors", filepath.Join(os.TempDir(), "plotline-recall.vectors"), "file that keeps its vectors for the next run")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if o.history.file == "" {
		_, _ = fmt.Fprintln(os.Stderr, "peers: what each finds of a project's history is left out: make bench-peers DATA=history.jsonl.gz")
	} else if o.only != "graph" {
		if err := o.recall(ctx, out); err != nil {
			return err
		}
	}
	if o.only == "recall" {
		return nil
	}
	return o.graph(ctx, out)
}

type options struct {
	binary, file, recalled, only, sizes string

	history history
}

// graph measures one growing graph.
func (o options) graph(ctx context.Context, out io.Writer) error {
	steps, err := parseSizes(o.sizes)
	if err != nil {
		return err
	}
	w, err := newEnvironment(ctx, o.binary, ownServer)
	if err != nil {
		return err
	}
	defer w.close(context.WithoutCancel(ctx))
	r := figures.New()
	if r.Versions, err = w.versions(ctx); err != nil {
		return err
	}
	if err := measure(ctx, w, r, steps, func() error { return writeFigures(r, o.file) }); err != nil {
		return err
	}
	return r.Print(out)
}

// recall compares what each memory finds.
func (o options) recall(ctx context.Context, out io.Writer) (err error) {
	w, err := newEnvironment(ctx, o.binary, sharedServer)
	if err != nil {
		return err
	}
	defer w.close(context.WithoutCancel(ctx))
	defer func() { err = errors.Join(err, w.clean(context.WithoutCancel(ctx))) }()
	r := figures.New()
	if r.Versions, err = w.versions(ctx); err != nil {
		return err
	}
	if err := timePart("recall", func() error { return o.history.recall(ctx, w, r, out) }); err != nil {
		return err
	}
	return writeFigures(r, o.recalled)
}

// writeFigures writes the figures so far, if a file is named.
func writeFigures(r *figures.Report, file string) error {
	if file == "" {
		return nil
	}
	return r.Write(file)
}

func parseSizes(list string) ([]int, error) {
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

// starters lists the peers, Plotline first.
var starters = []starter{
	{"Plotline, embedded", startPlotline("embedded")},
	{"Plotline, Neo4j", startPlotline("neo4j")},
	{"server-memory", startServerMemory},
	{"mcp-neo4j-memory", startNeo4jMemory},
	{"neo4j-mcp-server", startNeo4jMCP},
	{"Go driver", startDriver},
}

// measure runs every part: the starts, then one growing graph. It saves the figures at each size, because
// the largest takes long.
func measure(ctx context.Context, w *environment, r *figures.Report, steps []int, writeFigures func() error) error {
	s := &comparison{world: w, report: r, data: newData()}
	defer s.close()
	if err := timePart("start", func() error { return s.startPeers(ctx) }); err != nil {
		return err
	}
	for i, n := range steps {
		size, first := figures.Thousands(n), i == 0
		if err := timePart("fill to "+size, func() error { return s.growTo(n) }); err != nil {
			return err
		}
		if err := timePart("single calls at "+size, func() error { return s.points(n, first) }); err != nil {
			return err
		}
		if first {
			if err := s.measureBulk(n); err != nil {
				return err
			}
		}
		if err := writeFigures(); err != nil {
			return err
		}
	}
	return nil
}

// measureBulk measures many calls at once, and calls with many items.
func (s *comparison) measureBulk(n int) error {
	if err := timePart("parallel calls", s.parallel); err != nil {
		return err
	}
	return timePart("calls of "+figures.Thousands(n), func() error { return s.bulk(n) })
}

// timePart runs one part and prints its duration.
func timePart(name string, run func() error) error {
	began := time.Now()
	if err := run(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	_, _ = fmt.Fprintf(os.Stderr, "peers: %s: %s\n", name, time.Since(began).Round(time.Second))
	return nil
}
