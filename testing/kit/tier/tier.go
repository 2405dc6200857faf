// Package tier divides tests into those for every change and those before a change lands. `make test` runs
// the first tier, which checks everything that a change can break, once. `make test-all` adds the second
// tier: the other version of Neo4j, long runs, and tests that need Docker, a browser or external programs.
//
// A test that does not call this package belongs to the first tier. testing/kit/tier/run finds the tests of the
// second. Duration sets how long a test runs that finds more the longer it runs.
package tier

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// Env selects the second tier if its value is "full".
const Env = "PLOTLINE_TIER"

// IsFull reports whether the second tier runs.
func IsFull() bool { return os.Getenv(Env) == "full" }

// Full skips the test in the first tier.
func Full(tb testing.TB) {
	tb.Helper()
	if !IsFull() {
		tb.Skip("this test runs in make test-all; alone, with " + Env + "=full")
	}
}

// FullMain runs the tests of a package that belong to the second tier, all of them. TestMain calls it first. In
// the first tier it ends the process, before the package prepares anything.
func FullMain() {
	if !IsFull() {
		_, _ = fmt.Fprintln(os.Stderr, "these tests run in make test-all; alone, with "+Env+"=full")
		os.Exit(0)
	}
}

// Pick returns first in the first tier and full in the second, such as a number of rounds or the cases of a
// table.
func Pick[T any](first, full T) T {
	if IsFull() {
		return full
	}
	return first
}

// EnvSoak is the running time of tests that find more the longer they run, such as 10m.
const EnvSoak = "PLOTLINE_SOAK"

// Duration returns the running time of a test: short, unless the environment sets a longer one.
func Duration(tb testing.TB, short time.Duration) time.Duration {
	tb.Helper()
	text := os.Getenv(EnvSoak)
	if text == "" {
		return short
	}
	long, err := time.ParseDuration(text)
	if err != nil {
		tb.Fatalf("%s must be a duration, such as 10m: %q", EnvSoak, text)
	}
	return max(short, long)
}
