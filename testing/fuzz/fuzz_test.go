package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/tier"
)

// module has a target that passes, one that fails, and functions that resemble targets.
var module = map[string]string{
	"go.mod": "module trial\n\ngo 1.26\n",
	"good/good_test.go": `package good_test
import "testing"
func FuzzHolds(f *testing.F) { f.Fuzz(func(t *testing.T, b []byte) {}) }
func notFuzzed(f *testing.F) {}
type fuzzed struct{}
func (fuzzed) FuzzMethod(f *testing.F) {}
`,
	"bad/bad.go": "package bad\n",
	"bad/bad_test.go": `package bad
import "testing"
func FuzzFails(f *testing.F) {
	f.Add("abc")
	f.Fuzz(func(t *testing.T, s string) { if len(s) > 2 { t.Fatal("longer than two") } })
}
`,
}

func writeModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range module {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFind(t *testing.T) {
	t.Parallel()
	targets, err := find(t.Context(), writeModule(t), regexp.MustCompile(""))
	if err != nil || len(targets) != 2 || targets[0].String() != "trial/bad FuzzFails" || targets[1].String() != "trial/good FuzzHolds" {
		t.Errorf("%v, %v", targets, err)
	}
	if _, err := find(t.Context(), t.TempDir(), regexp.MustCompile("")); err == nil || !strings.Contains(err.Error(), "module") {
		t.Errorf("a folder without a module: %v", err)
	}
}

// TestRunAll checks that a failing target fails the run, and that the other target still runs.
func TestRunAll(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	dir := writeModule(t)
	targets, err := find(t.Context(), dir, regexp.MustCompile(""))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = runAll(t.Context(), targets, trial{limit: 100 * time.Millisecond, parallel: 1}, &out)
	if err == nil || !strings.HasPrefix(err.Error(), "1 of 2 targets") {
		t.Errorf("%v", err)
	}
	lines := out.String()
	if !strings.HasPrefix(lines, "FAIL  trial/bad FuzzFails") || !strings.Contains(lines, "longer than two") || !strings.Contains(lines, "\nok    trial/good FuzzHolds") {
		t.Errorf("%s", lines)
	}
	for _, args := range [][]string{{"-only", "("}, {"-only", "no such target"}, {"-what"}} {
		if err := run(t.Context(), args, &out, &out); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
}

// TestTimeLimitIsNoFailure checks that the end of the time limit is no failure, whatever go test prints.
func TestTimeLimitIsNoFailure(t *testing.T) {
	t.Parallel()
	for output, want := range map[string]bool{
		"fuzz: elapsed: 32s\n--- FAIL: FuzzX (31.74s)\n    context deadline exceeded\nFAIL\nexit status 1\n":                     true,
		"--- FAIL: FuzzX (0.10s)\n    --- FAIL: FuzzX (0.00s)\n        x_test.go:3: context deadline exceeded\nFAIL\n":           false,
		"--- FAIL: FuzzX (0.10s)\n    fuzzing process hung or terminated unexpectedly: exit status 2\n    Failing input\nFAIL\n": false,
	} {
		if got := onlyEnded.MatchString(output); got != want {
			t.Errorf("%t for:\n%s", got, output)
		}
	}
}
