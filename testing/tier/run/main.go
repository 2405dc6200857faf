// Command run runs the tests of a tier, "first" or "full", in the packages that the next arguments name, or in
// all. The first argument with a dash, and what follows it, go to `go test`.
//
//	go run ./testing/tier/run first -race
//	go run ./testing/tier/run full ./testing/... -race -shuffle=on
//
// The first tier is every package but those whose tests all belong to the second. The second is the tests that
// ask package tier, in themselves or in what they call, or that run on each version of Neo4j. It leaves out
// graph/ and tools/, whose tests all run in it anyway, with the coverage.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"

	"plotline/testing/neo4jtest"
	"plotline/testing/testfiles"
	"plotline/testing/tier"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "testing/tier/run:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 || args[0] != "first" && args[0] != "full" {
		return fmt.Errorf("%q: name the tier first, first or full", args)
	}
	which, patterns, flags := args[0], args[1:], []string(nil)
	if i := slices.IndexFunc(patterns, func(arg string) bool { return strings.HasPrefix(arg, "-") }); i >= 0 {
		patterns, flags = patterns[:i], patterns[i:]
	}
	packages, err := testfiles.Packages(ctx, ".", patterns...)
	if err != nil {
		return err
	}
	command := append([]string{"test"}, flags...)
	paths := first(packages)
	if which == "full" {
		var names []string
		paths, names = second(packages)
		command = append(command, "-run", "^("+strings.Join(names, "|")+")$")
	}
	if len(paths) == 0 {
		// Without a package, `go test` would take the folder's.
		_, err := fmt.Fprintf(os.Stderr, "no test of %s belongs to the tier %s\n", strings.Join(patterns, " "), which)
		return err
	}
	if err := neo4jtest.Hold(); err != nil {
		return err
	}
	return test(ctx, append(command, paths...), which)
}

func test(ctx context.Context, args []string, which string) error {
	cmd := exec.CommandContext(ctx, "go", args...) //nolint:gosec // the caller's own flags
	cmd.Env = append(os.Environ(), tier.Env+"="+which)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}
