package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"plotline/testing/figures"
	"plotline/testing/recallset"
	"plotline/testing/stdioclient"
)

// rememberer is a memory that stores a history and is queried with one or more methods.
type rememberer interface {
	// layOut stores commits, with links from what they mend.
	layOut(ctx context.Context, commits []recallset.Commit) error
	// ask asks with each method what a fix mends, and stores the results.
	ask(ctx context.Context, question recallset.Commit) error
	ways() []*recallset.Way
	close() error
}

// history holds the options of the recall part.
type history struct {
	file               string
	questions, commits int
	model, vectors     string
}

// recall asks every memory the same questions about a project's history, while it grows.
func (h history) recall(ctx context.Context, w *world, r *figures.Report, out io.Writer) error {
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
	layOut := func(some []recallset.Commit) error {
		return each(all, func(m rememberer) error { return m.layOut(ctx, some) })
	}
	ask := func(c recallset.Commit) error { return each(all, func(m rememberer) error { return m.ask(ctx, c) }) }
	if err := recallset.Walk(commits, asked, layOut, ask); err != nil {
		return err
	}
	var ways []*recallset.Way
	for _, m := range all {
		ways = append(ways, m.ways()...)
	}
	recallset.Report(r, len(commits), ways)
	return recallset.Print(out, ways)
}

func each(all []rememberer, act func(m rememberer) error) error {
	for _, m := range all {
		if err := act(m); err != nil {
			return fmt.Errorf("%s: %w", m.ways()[0].Store, err)
		}
	}
	return nil
}

// start starts all memories. If one fails, it still returns those already started.
func (h history) start(ctx context.Context, w *world) (all []rememberer, err error) {
	for _, start := range []func() (rememberer, error){
		func() (rememberer, error) { return h.startPlotline(ctx, w, "embedded") },
		func() (rememberer, error) { return h.startPlotline(ctx, w, "neo4j") },
		func() (rememberer, error) { return recallOfServerMemory(ctx, w) },
		func() (rememberer, error) { return recallOfNeo4jMemory(ctx, w) },
		func() (rememberer, error) { return newPlainBM25(), nil },
	} {
		m, err := start()
		if err != nil {
			return all, err
		}
		all = append(all, m)
	}
	return all, nil
}

// say calls a tool that returns JSON, and decodes it. The cost is the time and the length of the text that
// a model would read.
func say(client *stdioclient.Client, tool string, args, out any) (recallset.Answer, error) {
	text, took, err := client.CallText(tool, args)
	if err == nil {
		err = json.Unmarshal([]byte(text), out)
	}
	return recallset.Answer{Took: took, Bytes: len(text)}, err
}
