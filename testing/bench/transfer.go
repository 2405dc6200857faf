package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"plotline/graph"
)

// transfer runs the commands that move a graph, on one store.
type transfer struct {
	options
	store string
	env   []string
	args  []string
	lines int
}

// benchTransfer measures import, repeated import and export: lines a second, and the peak memory of the
// process. The export must equal the import. It uses 50,000 lines, or 1,000,000 with -large 1000000; one
// line in five is an episode.
func benchTransfer(ctx context.Context, o options, r *report) error {
	dir, err := os.MkdirTemp("", "plotline-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	lines := 50_000
	if o.large >= 1_000_000 {
		lines = 1_000_000
	}
	from := filepath.Join(dir, "graph.jsonl")
	if err := writeGraph(from, lines/5, lines-lines/5); err != nil {
		return err
	}
	file := &transfer{o, "embedded", nil, []string{"--store", "embedded", "--data-dir", filepath.Join(dir, "data"), "--timeout", "10m"}, lines}
	if err := file.measure(ctx, r, from, filepath.Join(dir, "embedded.jsonl")); err != nil {
		return err
	}
	workspace, env, args, err := neo4jArgs()
	if err != nil {
		return err
	}
	defer cleanNeo4j(context.WithoutCancel(ctx), workspace)
	server := &transfer{o, "neo4j", env, append(args, "--data-dir", filepath.Join(dir, "data")), lines}
	return server.measure(ctx, r, from, filepath.Join(dir, "neo4j.jsonl"))
}

func (m *transfer) measure(ctx context.Context, r *report, from, to string) error {
	for _, step := range []struct {
		name string
		args []string
	}{
		{"import", []string{"import", from}},
		{"import again", []string{"import", from}},
		{"export", []string{"export", "--output", to}},
	} {
		if err := m.run(ctx, r, step.name, step.args); err != nil {
			return err
		}
	}
	return sameFiles(from, to)
}

// run measures one command. The peak memory is the kernel's figure for the process.
func (m *transfer) run(ctx context.Context, r *report, name string, args []string) error {
	cmd := exec.CommandContext(ctx, m.binary, append(args, m.args...)...) //nolint:gosec // our own binary
	cmd.Env = append(os.Environ(), m.env...)
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	rate := float64(m.lines) / time.Since(began).Seconds()
	size := fmt.Sprintf("%d lines", m.lines)
	r.add(row{Operation: name, Store: m.store, Size: size, P50: rate, P95: rate, Unit: "lines/s"})
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		most := float64(usage.Maxrss) / 1024
		r.add(row{Operation: name + ", most memory", Store: m.store, Size: size, P50: most, P95: most, Unit: "MiB", Aim: 256})
	}
	return nil
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

var errNotEqual = errors.New("what went out is not what came in")

// sameFiles compares two files byte by byte, in little memory.
func sameFiles(a, b string) error {
	var readers [2]*bufio.Reader
	for i, path := range []string{a, b} {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		readers[i] = bufio.NewReader(file)
	}
	for {
		one, err := readers[0].ReadBytes('\n')
		two, other := readers[1].ReadBytes('\n')
		if !bytes.Equal(one, two) {
			return fmt.Errorf("%w: %.300s and %.300s", errNotEqual, one, two)
		}
		if errors.Is(err, io.EOF) && errors.Is(other, io.EOF) {
			return nil
		}
		if err := errors.Join(err, other); err != nil {
			return err
		}
	}
}
