package check

import (
	"os"
	"strings"
	"testing"
)

// TestKeys checks on the outputs of the other tests that no expression misses a line for want of a key.
func TestKeys(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("outcome_test.go")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer(`\n`, "\n", `\t`, "\t", `"`, "\n", "`", "\n").Replace(string(raw))
	found := 0
	for line := range strings.SplitSeq(text, "\n") {
		found += checkKeys(t, line)
	}
	if found < 100 {
		t.Errorf("%d lines match", found)
	}
}

// checkKeys returns how many expressions match a line.
func checkKeys(t *testing.T, line string) (found int) {
	t.Helper()
	all := append(append([]*expression{}, failing...), messages...)
	for _, v := range append(append([]verdict{}, verdicts...), findings...) {
		all = append(all, v.expression)
	}
	for _, e := range all {
		if matches := e.compiled().MatchString(line); matches {
			found++
			if !e.match(line) {
				t.Errorf("%q matches %s and has none of %q", line, e.compiled(), e.keys)
			}
		}
	}
	return found
}

func FuzzKeys(f *testing.F) {
	f.Add("--- FAIL: TestCart (0.01s)")
	f.Add("12 examples, 3 failures")
	f.Fuzz(func(t *testing.T, line string) {
		if !strings.ContainsAny(line, "\u017f\u212a") { // other forms of s and k, which nobody prints
			checkKeys(t, line)
		}
	})
}
