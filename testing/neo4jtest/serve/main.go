// Command serve starts a Neo4j of each version that Plotline is tested with, or
// finds them running, and prints the variables that hand them to every package of a
// test run:
//
//	servers=$(go run ./testing/neo4jtest/serve) && eval "$servers" && go test ./...
//	go run ./testing/neo4jtest/serve stop
//
// The servers stay for the next run; stop ends every one that was started here.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"plotline/testing/neo4jtest"
)

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	cancel()
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	switch {
	case len(args) == 0:
		return serve(ctx, stdout, stderr)
	case len(args) == 1 && args[0] == "stop":
		return neo4jtest.Stop(ctx)
	default:
		return fmt.Errorf("usage: serve [stop], not %q", args)
	}
}

// serve prints nothing to stdout unless every server is there: half of the variables
// would have a run skip what the other half is for.
func serve(ctx context.Context, stdout, stderr io.Writer) error {
	versions := neo4jtest.Versions()
	servers := make([]neo4jtest.Server, len(versions))
	failures := make([]error, len(versions))
	started := time.Now()
	var group sync.WaitGroup
	for i, version := range versions {
		group.Go(func() { servers[i], failures[i] = neo4jtest.Find(ctx, version) })
	}
	group.Wait()
	for i, server := range servers {
		if failures[i] != nil {
			return failures[i]
		}
		_, _ = fmt.Fprintf(stderr, "serve: Neo4j %s at %s, via %s, after %s\n",
			server.Version, server.URI, server.Via, time.Since(started).Round(100*time.Millisecond))
	}
	_, err := io.WriteString(stdout, neo4jtest.Exports(servers[0], servers[1]))
	return err
}
