// Package check tells from a shell command and its output what an agent did: whether it ran a check, how that ended, whether it
// committed, took changes back, wrote files, or only read. It starts nothing and uses the standard library alone, because the
// hook program has it.
package check

import "strings"

// Kind is what a check looks at.
type Kind string

// The kinds of checks.
const (
	Tests Kind = "tests"
	Build Kind = "build"
	Types Kind = "types"
	Lint  Kind = "lint"
)

// Check is a command that says whether the work is right.
type Check struct {
	Kind Kind `json:"kind"`
	// Name is the command as a person would type it, such as go test ./..., without cd, redirections and pipes. It has at most
	// 80 characters, of which none needs quotes.
	Name string `json:"name"`
	// Env are the assignments before the command, such as CGO_ENABLED=0, if they need no quotes.
	Env string `json:"env,omitempty"`
	// Runner identifies the program and its subcommand, such as go test. Runs of one runner supersede each other.
	Runner string `json:"-"`
}

// String returns the check as a person would type it, with its assignments.
func (c Check) String() string { return strings.TrimSpace(c.Env + " " + c.Name) }

// Result is how a check ended.
type Result string

// The results.
const (
	Passed  Result = "passed"
	Failed  Result = "failed"
	Unknown Result = "unknown"
)

// Run is one check of a command, with its result.
type Run struct {
	Check

	Result Result
	// First is the first line that tells of the failure, with the name of the failing test if the output has one:
	// "TestCart: want 2 items, got 1". It is empty unless the check failed.
	First string
	// Summary identifies what failed, without durations and addresses. It is empty unless the check failed.
	Summary string
}

// Revert is what a git command takes back.
type Revert struct {
	Commits []string // hashes, or HEAD and HEAD~n, of commits that are reverted
	Back    string   // the commit that the branch is set back to, such as HEAD~1 or a hash; "" if it stays
	Files   []string // whose uncommitted changes are dropped, as the command names them
	From    string   // the commit that Files are taken from; "" for the index or HEAD
	All     bool     // uncommitted changes of all files are dropped
}
