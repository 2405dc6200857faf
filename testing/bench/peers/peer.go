package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// peer is an alternative memory. Each method makes one call, unless stated otherwise. It returns the time
// from request to reply, and an error if the reply is wrong.
type peer interface {
	// create stores nodes.
	create(nodes []node) (time.Duration, error)
	// link stores links between existing nodes.
	link(links []link) (time.Duration, error)
	// read reads a node with its text, and expects this number of links.
	read(n node, links int) (time.Duration, error)
	// find counts the nodes that contain a word.
	find(word string) (int, time.Duration, error)
	// present counts the nodes with these names, which all contain the word. Several may share a name.
	present(names []string, word string) (int, error)
	// within counts the nodes within this number of hops, or returns errAbsent if it cannot.
	within(n node, hops int) (int, time.Duration, error)
	// load stores nodes and links by the fastest method. Its time does not count.
	load(nodes []node, links []link) error
	close() error
}

// errAbsent reports that a peer lacks an operation.
var errAbsent = errors.New("it cannot do that")

// starter starts a peer.
type starter struct {
	name  string
	start func(ctx context.Context, w *environment) (peer, error)
}

// startWithRetry retries a failed start, because neo4j-mcp-server exits if the database takes more than five
// seconds. Only the successful start is timed.
func (s starter) startWithRetry(ctx context.Context, w *environment) (peer, error) {
	const tries = 5
	for try := 1; ; try++ {
		p, err := s.start(ctx, w)
		if err == nil || try == tries || ctx.Err() != nil {
			return p, err
		}
		_, _ = fmt.Fprintf(os.Stderr, "peers: %s did not start, try %d: %.200s\n", s.name, try, err)
	}
}

// single returns a list of one node or link.
func single[T any](item T) []T { return []T{item} }

// wrongReply returns the error for a wrong reply.
func wrongReply(what string, got, want any) error {
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
