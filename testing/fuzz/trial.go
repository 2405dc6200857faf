package main

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// trial holds the options of a run.
type trial struct {
	limit    time.Duration
	parallel int // processes
}

// result is the result of a target.
type result struct {
	target target
	took   time.Duration
	inputs string // number of inputs tried, as printed by go test
	failed bool
	output string // of go test
}

// shortening limits the minimization of one input. By default go test spends a minute on each new one,
// which leaves a run of seconds no time for others.
const shortening = "200x"

// run tries inputs until the limit, or until one fails.
func (how trial) run(ctx context.Context, t target) result {
	started := time.Now()
	//nolint:gosec // names of our own tests
	cmd := exec.CommandContext(ctx, "go", "test", "-run=^$", "-fuzz=^"+t.name+"$", "-fuzztime="+how.limit.String(),
		"-fuzzminimizetime="+shortening, "-parallel="+strconv.Itoa(how.parallel), ".")
	cmd.Dir = t.dir
	raw, err := cmd.CombinedOutput()
	return result{
		target: t, took: time.Since(started), inputs: inputs(string(raw)),
		failed: err != nil && !onlyEnded.Match(raw), output: string(raw),
	}
}

// onlyEnded matches a spurious failure without an input. go test sometimes prints it if the time ends while
// an input runs.
var onlyEnded = regexp.MustCompile(`(?m)^--- FAIL: \w+ \([\d.]+s\)\n    context deadline exceeded\nFAIL$`)

var execs = regexp.MustCompile(`execs: (\d+)`)

// inputs returns the last count that go test printed.
func inputs(output string) string {
	all := execs.FindAllStringSubmatch(output, -1)
	if len(all) == 0 {
		return "0"
	}
	return all[len(all)-1][1]
}

// String returns one line, and for a failed target also the output of go test.
func (r result) String() string {
	verdict := "ok  "
	if r.failed {
		verdict = "FAIL"
	}
	line := fmt.Sprintf("%s  %-60s %10s inputs in %s", verdict, r.target, r.inputs, r.took.Round(time.Second))
	if r.failed {
		line += "\n" + strings.TrimSpace(r.output)
	}
	return line
}
