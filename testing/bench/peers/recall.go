package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"plotline/testing/bench/figures"
	"plotline/testing/bench/recallset"
	"plotline/testing/kit/stdioclient"
)

// recaller is a memory that stores a history and is queried with one or more methods.
type recaller interface {
	// store stores commits, with links from what they mend.
	store(ctx context.Context, commits []recallset.Commit) error
	// ask asks with each method what a fix mends, and stores the results.
	ask(ctx context.Context, question recallset.Commit) error
	methods() []*recallset.Method
	close() error
}

// history holds the options of the recall part.
type history struct {
	file               string
	questions, commits int
	model, vectors     string
}

// recall asks every memory the same questions about a project's history, while it grows.
func (h history) recall(ctx context.Context, w *environment, r *figures.Report, out io.Writer) error {
	commits, err := recallset.Read(h.file)
	if err != nil {
		return err
	}
	if h.commits > 0 {
		commits = commits[:min(h.commits, len(commits))]
	}
	asked, err := recallset.Questions(commits, h.questions)
	if err != nil {
		return err
	}
	all, err := h.start(ctx, w)
	defer func() {
		for _, m := range all {
			_ = m.close()
		}
	}()
	if err != nil {
		return err
	}
	store := func(some []recallset.Commit) error {
		return each(all, func(m recaller) error { return m.store(ctx, some) })
	}
	ask := func(c recallset.Commit) error { return each(all, func(m recaller) error { return m.ask(ctx, c) }) }
	if err := recallset.Walk(commits, asked, store, ask); err != nil {
		return err
	}
	var methods []*recallset.Method
	for _, m := range all {
		methods = append(methods, m.methods()...)
	}
	recallset.Report(r, len(commits), methods)
	return recallset.Print(out, methods)
}

func each(all []recaller, act func(m recaller) error) error {
	for _, m := range all {
		if err := act(m); err != nil {
			return fmt.Errorf("%s: %w", m.methods()[0].Store, err)
		}
	}
	return nil
}

// start starts all memories. If one fails, it still returns those already started.
func (h history) start(ctx context.Context, w *environment) (all []recaller, err error) {
	for _, start := range []func() (recaller, error){
		func() (recaller, error) { return h.startPlotline(ctx, w, "embedded") },
		func() (recaller, error) { return h.startPlotline(ctx, w, "neo4j") },
		func() (recaller, error) { return recallOfServerMemory(ctx, w) },
		func() (recaller, error) { return recallOfNeo4jMemory(ctx, w) },
		func() (recaller, error) { return newPlainBM25(), nil },
	} {
		m, err := start()
		if err != nil {
			return all, err
		}
		all = append(all, m)
	}
	return all, nil
}

// callJSON calls a tool that returns JSON, and decodes it. The cost is the time and the length of the text
// that a model would read.
func callJSON(client *stdioclient.Client, tool string, args, out any) (recallset.Answer, error) {
	text, took, err := client.CallText(tool, args)
	if err == nil {
		err = json.Unmarshal([]byte(text), out)
	}
	return recallset.Answer{Took: took, Bytes: len(text)}, err
}
