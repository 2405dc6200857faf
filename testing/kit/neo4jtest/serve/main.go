// Command serve finds or starts the Neo4j servers that a test run shares. It handles each supported
// version, or those that its arguments name (lts, next). It prints the variables that pass the servers to
// every package of the run:
//
//	servers=$(go run ./testing/kit/neo4jtest/serve lts) && eval "$servers" && go test ./...
//	go run ./testing/kit/neo4jtest/serve stop
//
// The servers stay for the next run. The argument stop ends every server that was started here.
package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"plotline/testing/kit/command"
	"plotline/testing/kit/neo4jtest"
)

func main() { command.MainWithArgs("serve", run) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 1 && args[0] == "stop" {
		return neo4jtest.Stop(ctx)
	}
	versions := neo4jtest.Versions()
	if len(args) > 0 {
		versions = nil
	}
	for _, name := range args {
		if !slices.Contains(neo4jtest.Versions(), neo4jtest.Version(name)) {
			return fmt.Errorf("usage: serve [stop | lts | next]..., not %q", args)
		}
		versions = append(versions, neo4jtest.Version(name))
	}
	return serve(ctx, versions, stdout, stderr)
}

// serve prints to stdout only if it has every server. With only some of the variables, a run would skip the
// other tests.
func serve(ctx context.Context, versions []neo4jtest.Version, stdout, stderr io.Writer) error {
	found := make([]neo4jtest.Server, len(versions))
	failures := make([]error, len(versions))
	started := time.Now()
	var group sync.WaitGroup
	for i, version := range versions {
		group.Go(func() { found[i], failures[i] = neo4jtest.Find(ctx, version) })
	}
	group.Wait()
	servers := map[neo4jtest.Version]neo4jtest.Server{}
	for i, server := range found {
		if failures[i] != nil {
			return failures[i]
		}
		servers[versions[i]] = server
		_, _ = fmt.Fprintf(stderr, "serve: Neo4j %s at %s, via %s, after %s\n",
			server.Version, server.URI, server.Via, time.Since(started).Round(100*time.Millisecond))
	}
	_, err := io.WriteString(stdout, neo4jtest.Exports(servers))
	return err
}
