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

// trial is how a target is run.
type trial struct {
	limit    time.Duration
	parallel int // processes
}

// result is what came of a target.
type result struct {
	target target
	took   time.Duration
	inputs string // how many were tried, as go test says it
	failed bool
	output string // of go test
}

// shortening bounds how often one input is made shorter. By default go test spends a minute on each that is
// new to it, which leaves a run of seconds no time to look for others.
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

// onlyEnded finds what go test now and then makes of the end of the time, when it falls in the middle of an
// input: a failure that has no input.
var onlyEnded = regexp.MustCompile(`(?m)^--- FAIL: \w+ \([\d.]+s\)\n    context deadline exceeded\nFAIL$`)

var execs = regexp.MustCompile(`execs: (\d+)`)

// inputs is the last count that go test gave.
func inputs(output string) string {
	all := execs.FindAllStringSubmatch(output, -1)
	if len(all) == 0 {
		return "0"
	}
	return all[len(all)-1][1]
}

// String is one line, and for a target that failed what go test said, too.
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
