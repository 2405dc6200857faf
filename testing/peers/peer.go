package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// peer is a memory that somebody could pick. Each method makes one call, but where it says more, and
// gives the time from request to answer, after it has looked that the answer is right.
type peer interface {
	// create writes nodes.
	create(nodes []node) (time.Duration, error)
	// link writes links between nodes that are there.
	link(links []link) (time.Duration, error)
	// read gives a node with its text and as many links.
	read(n node, links int) (time.Duration, error)
	// find counts the nodes that hold a word.
	find(word string) (int, time.Duration, error)
	// present counts the nodes of these names, of which a word tells too; there may be several of one.
	present(names []string, word string) (int, error)
	// within counts the nodes that so many hops lead to; errAbsent where nothing can tell.
	within(n node, hops int) (int, time.Duration, error)
	// load brings nodes and links in, as quickly as they come; nobody counts the time.
	load(nodes []node, links []link) error
	close() error
}

// errAbsent says that a peer has no such operation.
var errAbsent = errors.New("it cannot do that")

// starter starts a peer.
type starter struct {
	name  string
	start func(ctx context.Context, w *world) (peer, error)
}

// patiently starts once more what did not: neo4j-mcp-server gives a database five seconds, and ends. Only a
// start that succeeds is timed.
func (s starter) patiently(ctx context.Context, w *world) (peer, error) {
	const tries = 5
	for try := 1; ; try++ {
		p, err := s.start(ctx, w)
		if err == nil || try == tries || ctx.Err() != nil {
			return p, err
		}
		_, _ = fmt.Fprintf(os.Stderr, "peers: %s did not start, try %d: %.200s\n", s.name, try, err)
	}
}

// single gives the one node or link of a call.
func single[T any](item T) []T { return []T{item} }

// wrong is the error of an answer that is not right.
func wrong(what string, got, want any) error {
	return fmt.Errorf("%s gave %v, want %v", what, got, want)
}

// batches calls with at most 1,000 items at a time.
func batches[T any](items []T, call func(part []T) (time.Duration, error)) error {
	for len(items) > 0 {
		part := items[:min(1000, len(items))]
		if _, err := call(part); err != nil {
			return err
		}
		items = items[len(part):]
	}
	return nil
}
