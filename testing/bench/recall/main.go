// Command recall measures how well recall finds related episodes, on one or both stores. The data is the
// history of a project whose fixes name the commits that they mend (see package recallset). `make
// bench-recall` runs it.
//
//	go -C testing/bench run ./recall -data history.jsonl.gz [-stores embedded,neo4j] [-questions 600] [-model FILE]
//	go -C testing/bench run ./recall -conversations longmemeval_oracle.json [-stores embedded,neo4j] [-questions 600] [-model FILE]
//	go -C testing/bench run ./recall -turns [-stores embedded,neo4j] [-model FILE]
//
// The data has one JSON object a line, oldest first: sha, date, subject, body, area, fixes (a list of sha). It is made
// from a clone of Open vSwitch by `git log --no-merges --reverse`: the body without trailers and hashes, cut at 1,500
// characters; the area, what is before the subject's colon; fixes, the commits that the trailers "Fixes:" name.
// LongMemEval's file is also in the source package of graphiti-core on PyPI:
// tests/evals/data/longmemeval_data in version 0.31.2.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"plotline/graph/neo4jstore"
	"plotline/testing/bench/recallset"
)

func main() {
	var o options
	flag.StringVar(&o.data, "data", "", "history as JSON Lines, packed by gzip")
	flag.StringVar(&o.conversations, "conversations", "", "instead: LongMemEval's file longmemeval_oracle.json, about conversations")
	flag.BoolVar(&o.turns, "turns", false, "instead: the short turns of package recallset, with the figures of each kind of question")
	flag.StringVar(&o.stores, "stores", "embedded", "embedded, neo4j (the one that PLOTLINE_TEST_NEO4J_URI names), or both")
	flag.IntVar(&o.questions, "questions", 600, "questions, drawn with a fixed seed")
	flag.StringVar(&o.model, "model", "", "file of the builtin model; without it recall goes by words and relationships")
	flag.StringVar(&o.vectors, "vectors", "", "file that keeps the vectors for the next run")
	flag.StringVar(&o.json, "json", "", "file for the figures as JSON")
	flag.Float64Var(&o.lacks, "lacks", 0, "share of the commits without a vector")
	flag.IntVar(&o.draw, "draw", 1, "which commits lack one; 0: the newest of each thousand")
	flag.IntVar(&o.umbrella, "umbrella", 0, "commits that are part_of one episode whose text says nothing; 0: none")
	flag.IntVar(&o.commits, "commits", 0, "commits to lay out; 0: all")
	flag.Parse()
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "recall:", err)
		os.Exit(1)
	}
}

type options struct {
	data, stores, json string
	conversations      string
	turns              bool
	model, vectors     string
	questions, commits int
	lacks              float64
	draw, umbrella     int
}

func run(ctx context.Context, o options) error {
	if o.turns || o.conversations != "" {
		return askConversations(ctx, o)
	}
	history, err := recallset.Read(o.data)
	if err != nil {
		return err
	}
	if o.commits > 0 {
		history = history[:min(o.commits, len(history))]
	}
	return ask(ctx, o, history)
}

// on opens a store, calls act and closes the store.
func (o options) on(ctx context.Context, store string, act func(g *recallset.Graph) error) error {
	dir, err := os.MkdirTemp("", "plotline-recall-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	place := recallset.Options{
		Dir: dir, Model: o.model, Vectors: cmp.Or(o.vectors, filepath.Join(os.TempDir(), "plotline-recall.vectors")),
	}
	switch store {
	case "embedded":
		place.Neo4j = neo4jstore.Config{}
	case "neo4j":
		if place.Neo4j = recallset.ServerOfTests(); place.Neo4j.URI == "" {
			return errors.New("PLOTLINE_TEST_NEO4J_URI names no server")
		}
	default:
		return fmt.Errorf("there is no store %q: embedded or neo4j", store)
	}
	g, err := recallset.Open(ctx, place)
	if err != nil {
		return err
	}
	defer func() { _ = g.Close() }()
	return act(g)
}
