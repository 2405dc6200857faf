package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"plotline/graph"
)

// transfer runs the commands that move a graph, on one store.
type transfer struct {
	options
	env   []string
	args  []string
	lines int
}

// moved is what one command did: lines a second, and the peak memory of its process in MiB.
type moved struct{ rate, most float64 }

// movedGraph is what each command did, in the order of steps.
type movedGraph [len(transferSteps)]moved

// transferSteps are the commands, from one file to another.
var transferSteps = [...]struct {
	name string
	args func(from, to string) []string
	aim  float64 // lines a second
}{
	{"import", func(from, _ string) []string { return []string{"import", from} }, 15_000},
	{"import again", func(from, _ string) []string { return []string{"import", from} }, 0},
	{"export", func(_, to string) []string { return []string{"export", "--output", to} }, 0},
}

// benchTransfer measures import, repeated import and export: lines a second, and the peak memory of the
// process, both the median of three graphs. The export must equal the import. It uses 50,000 lines, or
// 1,000,000 with -large 1000000; one line in five is an episode.
func benchTransfer(ctx context.Context, o options, r *report) error {
	dir, err := os.MkdirTemp("", "plotline-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	lines := o.pick(50_000, 1000)
	if o.large >= 1_000_000 {
		lines = 1_000_000
	}
	from := filepath.Join(dir, "graph.jsonl")
	if err := writeGraph(from, lines/5, lines-lines/5); err != nil {
		return err
	}
	for _, store := range o.stores() {
		warm := 0
		if store == "neo4j" {
			warm = o.pick(warmRuns, 0)
		}
		var all []movedGraph
		for range warm + o.pick(countedRuns, 1) {
			one, err := moveOn(ctx, o, store, from, lines)
			if err != nil {
				return err
			}
			all = append(all, one)
		}
		reportMoved(r, store, lines, all[warm:])
	}
	return nil
}

// moveOn moves a graph into a new workspace of a store, and out of it.
func moveOn(ctx context.Context, o options, store, from string, lines int) (done movedGraph, err error) {
	dir, err := os.MkdirTemp(filepath.Dir(from), "data-")
	if err != nil {
		return done, err
	}
	m := &transfer{o, nil, []string{"--store", "embedded", "--timeout", "10m"}, lines}
	if store == "neo4j" {
		var workspace string
		if workspace, m.env, m.args, err = neo4jArgs(); err != nil {
			return done, err
		}
		defer cleanNeo4j(context.WithoutCancel(ctx), workspace)
	}
	m.args = append(m.args, "--data-dir", dir)
	return m.measure(ctx, from)
}

func (m *transfer) measure(ctx context.Context, from string) (done movedGraph, err error) {
	to := filepath.Join(filepath.Dir(from), "export.jsonl")
	for i, step := range transferSteps {
		if done[i], err = m.run(ctx, step.name, step.args(from, to)); err != nil {
			return done, err
		}
	}
	return done, sameFiles(from, to)
}

// run measures one command. The peak memory is the kernel's figure for the process.
func (m *transfer) run(ctx context.Context, name string, args []string) (moved, error) {
	cmd := exec.CommandContext(ctx, m.binary, append(args, m.args...)...) //nolint:gosec // our own binary
	cmd.Env = append(os.Environ(), m.env...)
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return moved{}, fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	done := moved{rate: float64(m.lines) / time.Since(began).Seconds()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		done.most = float64(usage.Maxrss) / 1024
	}
	return done, nil
}

// reportMoved reports the medians of some graphs, and the lowest rate and the highest peak.
func reportMoved(r *report, store string, lines int, graphs []movedGraph) {
	size := fmt.Sprintf("%d lines", lines)
	for i, step := range transferSteps {
		rates, peaks := make([]float64, len(graphs)), make([]float64, len(graphs))
		for k, g := range graphs {
			rates[k], peaks[k] = g[i].rate, g[i].most
		}
		slices.Sort(rates)
		slices.Sort(peaks)
		middle := len(graphs) / 2
		r.add(row{
			Operation: step.name, Store: store, Size: size, P50: rates[middle], P95: rates[0],
			Unit: "lines/s", Aim: step.aim, AtLeast: true,
		})
		r.add(row{
			Operation: step.name + ", most memory", Store: store, Size: size, P50: peaks[middle], P95: peaks[len(peaks)-1],
			Unit: "MiB", Aim: 256,
		})
	}
}

// writeGraph writes an export. Each relationship leads from one of the fifty episodes before, as in graphs
// that agents write.
func writeGraph(path string, episodes, relationships int) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	id := func(kind, i int) string { return fmt.Sprintf("019a0000-0000-7000-%04x-%012x", kind, i) }
	at := func(second int) string {
		return graph.TimeOf(time.Date(2026, 1, 1, 0, 0, second, 6000, time.UTC)).String()
	}
	for i := 1; i <= episodes; i++ {
		_, _ = fmt.Fprintf(out, `{"type":"episode","episode_id":%q,"id":%d,"name":"Task %d","query":"Task %d: find out why step %d was slow and write down what helped",`+
			`"reflection":"Measured first, then changed one thing at a time.","reward":%g,"tags":["bench","group-%d"],"metadata":{"n":%d.10},"created_at":%q,"updated_at":%q}`+"\n",
			id(0x8000, i), i, i, i, i%97, float64(i%21-10)/10, i%10, i, at(i), at(i))
	}
	random := rand.New(rand.NewPCG(1, 1)) //nolint:gosec // a repeatable graph, not secret
	for made, to := 0, 2; to <= episodes; to++ {
		for made < relationships*(to-1)/(episodes-1) { // about five; no type twice between the same two
			kind, from := allTypes[made%len(allTypes)], max(1, to-1-random.IntN(50))
			made++
			_, _ = fmt.Fprintf(out, `{"type":"relationship","id":%q,"from_episode_id":%q,"to_episode_id":%q,"relationship_type":%q,"strength":%g,"created_at":%q}`+"\n",
				id(0x9000, made), id(0x8000, from), id(0x8000, to), kind, float64(random.IntN(100))/100, at(made))
		}
	}
	return errors.Join(out.Flush(), file.Close())
}

// sameFiles compares two files by their digests, in little memory.
func sameFiles(paths ...string) error {
	var sums []string
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		sum := sha256.New()
		_, err = io.Copy(sum, file)
		if err := errors.Join(err, file.Close()); err != nil {
			return err
		}
		sums = append(sums, string(sum.Sum(nil)))
	}
	if sums[0] != sums[1] {
		return fmt.Errorf("%s and %s differ: what went out is not what came in", paths[0], paths[1])
	}
	return nil
}
