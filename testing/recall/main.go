// Command recall measures what a recall finds on the history of a project, whose fixes name the changes that
// they mend. A commit is an episode, and causes its fix. Each fix that names earlier commits is a question,
// asked before the fix is there: which earlier change caused this?
//
//	go run ./testing/recall -data history.jsonl.gz [-store embedded|neo4j] [-questions 600] [-model FILE]
//
// The data is a JSON object a line, oldest first: sha, date, subject, body, area, fixes (a list of sha).
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
)

func main() {
	var o options
	flag.StringVar(&o.data, "data", "", "history as JSON Lines, packed by gzip")
	flag.StringVar(&o.store, "store", "embedded", "embedded, or neo4j: the one that PLOTLINE_TEST_NEO4J_URI names")
	flag.IntVar(&o.questions, "questions", 600, "questions, drawn with a fixed seed")
	flag.StringVar(&o.model, "model", "", "file of the builtin model; without it recall goes by words and relationships")
	flag.StringVar(&o.vectors, "vectors", "", "file that keeps the vectors for the next run")
	flag.StringVar(&o.first, "first", "", "file of the first ten of each question: written when it is not there, else compared with")
	flag.IntVar(&o.size, "size", 0, "instead: the time of a recall among so many episodes")
	flag.IntVar(&o.commits, "commits", 0, "commits to lay out; 0: all")
	flag.Parse()
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "recall:", err)
		os.Exit(1)
	}
}

type options struct {
	data, store        string
	model, vectors     string
	first              string
	questions, commits int
	size               int
}
