// Command bench measures the speed of Plotline as clients see it. It runs the real binary on both stores over MCP with
// stdio, and on the embedded store over HTTP. It checks every reply before it counts the time. It prints a table, and
// writes it as JSON. The section soak counts resources instead, and fails if the server leaks.
//
//	make bench
//	go -C testing/bench run . -only start,embedded -json bench.json
//	go run . -short     every section with small sizes
//	make bench-large    the sections scale and degree, to a million episodes
//
// Benchmark machines are often shared and noisy. Ratios within one run are more reliable than milliseconds.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"plotline/testing/bench/figures"
	"plotline/testing/kit/command"
)

// options are the command line's options.
type options struct {
	binary string
	file   string
	only   []string
	store  string   // the store for sections that use both; empty for both
	large  int      // episodes of the largest graph of the section scale
	short  bool     // sizes that only show that each section works
	flags  []string // for every program that is started
}

// pick returns a size or a number of repetitions: the full one, or with -short the other.
func (o options) pick(full, short int) int {
	if o.short {
		return short
	}
	return full
}

// stores returns the stores of the sections that use both.
func (o options) stores() []string {
	if o.store != "" {
		return []string{o.store}
	}
	return []string{"embedded", "neo4j"}
}

// section is one part of the run.
type section struct {
	name string
	run  func(ctx context.Context, o options, r *report) error
}

var sections = []section{
	{name: "start", run: benchStart},
	{name: "embedded", run: benchEmbedded},
	{name: "http", run: benchHTTP},
	{name: "media", run: benchMedia},
	{name: "soak", run: benchSoak},
	{name: "neo4j", run: benchNeo4j},
	{name: "bulk", run: benchBulk},
	{name: "writers", run: benchWriters},
	{name: "transfer", run: benchTransfer},
	{name: "deep", run: benchDeep},
	{name: "page", run: benchPage},
	{name: "scale", run: benchScale},
	{name: "degree", run: benchDegree},
}

func main() {
	command.Main("bench", func(ctx context.Context) error { return run(ctx, os.Args[1:], os.Stdout) })
}

func run(ctx context.Context, args []string, out io.Writer) error {
	var o options
	var only string
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&o.binary, "binary", "../../bin/plotline", "the program to measure")
	flags.StringVar(&o.file, "json", "", "file for the figures as JSON")
	flags.StringVar(&only, "only", "", "sections to run, comma-separated (default: all)")
	flags.IntVar(&o.large, "large", 100_000, "episodes of the largest graph of the section scale")
	flags.BoolVar(&o.short, "short", false, "run each section with small sizes, to show that it works")
	flags.StringVar(&o.store, "store", "", "embedded or neo4j, for the sections that take both")
	own := flags.Bool("own-neo4j", false, "start a Neo4j with more memory than that of tests, and end it")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if only != "" {
		o.only = strings.Split(only, ",")
	}
	if *own {
		end, err := ownNeo4j(ctx)
		if err != nil {
			return err
		}
		defer end()
	}
	r := &report{Report: figures.New(), file: o.file}
	for _, s := range sections {
		if o.only != nil && !slices.Contains(o.only, s.name) {
			continue
		}
		began := time.Now()
		if err := errors.Join(s.run(ctx, o, r), r.write()); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		_, _ = fmt.Fprintf(os.Stderr, "%s: %s\n", s.name, time.Since(began).Round(time.Second))
	}
	return r.Print(out)
}

var errNoNeo4j = errors.New("PLOTLINE_TEST_NEO4J_URI names no server; `make bench` starts one")

// row is one figure.
type row = figures.Row

// report collects the rows of all sections.
type report struct {
	*figures.Report

	file string // "" for none
}

// write writes the figures so far, so that an interrupted run leaves them.
func (r *report) write() error {
	if r.file == "" {
		return nil
	}
	return r.Write(r.file)
}

func (r *report) add(f row) { r.Add(f) }

func (r *report) times(f row, series []time.Duration) { r.Times(f, series) }

func percentile(series []time.Duration, p int) float64 { return figures.Percentile(series, p) }
