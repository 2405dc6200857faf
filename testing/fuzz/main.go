// Command fuzz runs every fuzz target of the module in turn, each for a given time, and fails if a target
// does. `make fuzz` runs it.
//
//	go run ./testing/fuzz -time 30s [-only regexp] [-parallel n] [-list]
//
// A target is every func FuzzX(f *testing.F) in a test file that go list names, so there is no list to
// maintain. A failing input is written to testdata/fuzz beside its target. After the fix, commit the input:
// every test run then repeats it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	"plotline/testing/kit/command"
)

func main() { command.MainWithArgs("fuzz", run) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := command.Flags("fuzz", stderr)
	limit := flags.Duration("time", 30*time.Second, "how long each target runs")
	only := flags.String("only", "", "run the targets whose package/name this regular expression finds")
	parallel := flags.Int("parallel", 1, "processes that try inputs of one target")
	list := flags.Bool("list", false, "name the targets and run none")
	if err := flags.Parse(args); err != nil {
		return err
	}
	wanted, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	targets, err := find(ctx, ".", wanted)
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return fmt.Errorf("no target is called %q; -list names them all", *only)
	}
	if *list {
		for _, t := range targets {
			_, _ = fmt.Fprintln(stdout, t)
		}
		return nil
	}
	return runAll(ctx, targets, trial{limit: *limit, parallel: *parallel}, stdout)
}

// runAll continues after a failed target, so that one run reports all.
func runAll(ctx context.Context, targets []target, how trial, out io.Writer) error {
	failed := 0
	for _, t := range targets {
		done := how.run(ctx, t)
		if ctx.Err() != nil {
			return errors.New("interrupted")
		}
		_, _ = fmt.Fprintln(out, done)
		if done.failed {
			failed++
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d targets found something; mend it, and keep the case in testdata/fuzz", failed, len(targets))
	}
	return nil
}
