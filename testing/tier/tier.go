// Package tier divides tests into those for every change and those before a change lands. `make test` runs
// the first tier, which checks everything that a change can break, once. `make test-all` adds the second
// tier: the other version of Neo4j, long runs, and tests that need Docker, a browser or external programs.
//
// A test that does not call this package belongs to the first tier. testing/tier/run finds the tests of the
// second.
package tier

import (
	"os"
	"testing"
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

// Pick returns first in the first tier and full in the second, such as a number of rounds or the cases of a
// table.
func Pick[T any](first, full T) T {
	if IsFull() {
		return full
	}
	return first
}
