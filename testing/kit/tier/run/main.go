// Command run runs the tests of one tier, "first" or "full". Further arguments name packages; the default
// is all. The first argument that begins with a dash, and those after it, are passed to `go test`. `make
// test` and `make test-all` use it.
//
//	go run ./testing/kit/tier/run first -race
//	go run ./testing/kit/tier/run full ./testing/... -race -shuffle=on
//
// At the end it repeats in short what failed.
//
// The first tier is every package except those whose tests all belong to the second. The second tier is the
// tests that call package tier, directly or through helpers, and those that run on each version of Neo4j.
// It leaves out graph/ and tools/, because `make newer` runs all their tests in that tier anyway.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"plotline/testing/kit/command"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/testfiles"
	"plotline/testing/kit/tier"
)

func main() {
	command.Main("testing/kit/tier/run", func(ctx context.Context) error { return run(ctx, os.Args[1:]) })
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
		// Without a package, `go test` would test the current folder.
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
	output := &failures{to: os.Stdout}
	defer output.print()
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = output, os.Stderr, 10*time.Second
	return cmd.Run()
}
