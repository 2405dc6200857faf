package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFailuresAreRepeated(t *testing.T) {
	t.Parallel()
	const output = `ok  	m/fine	1.0s
--- FAIL: TestA (0.10s)
    a_test.go:7: the server says
        goroutine 1 [select, 10 minutes]:
        	/src/main.go:12 +0x1
    --- FAIL: TestA/one (0.01s)
        a_test.go:9: got 1, want 2
    --- PASS: TestA/two (0.01s)
        a_test.go:9: a log of what passed
WARNING: DATA RACE
  a.go:3: not a log entry of a failed test
panic: over
FAIL
FAIL	m/a	0.200s
# m/b
b.go:1:1: undefined: x
FAIL	m/b [build failed]
FAIL
`
	var out bytes.Buffer
	f := &failures{to: &out}
	for _, piece := range []string{output[:50], output[50:51], output[51:]} { // lines arrive in pieces
		if n, err := io.WriteString(f, piece); n != len(piece) || err != nil {
			t.Fatal(n, err)
		}
	}
	f.print()
	want := output + `
All failures once more, in short:
--- FAIL: TestA (0.10s)
    a_test.go:7: the server says
    --- FAIL: TestA/one (0.01s)
        a_test.go:9: got 1, want 2
WARNING: DATA RACE
panic: over
FAIL	m/a	0.200s
FAIL	m/b [build failed]
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestLongLogIsCut(t *testing.T) {
	t.Parallel()
	f := &failures{to: io.Discard}
	fmt.Fprintln(f, "--- FAIL: TestLong (1.00s)")
	for i := range 100 {
		fmt.Fprintf(f, "    x_test.go:%d: %s\n", i, strings.Repeat("x", 1000))
	}
	f.endTest()
	if len(f.kept) != 1+mostEntries || !strings.HasPrefix(f.kept[mostEntries], "    x_test.go:99: x") || len(f.kept[1]) != mostBytes {
		t.Errorf("%d lines are kept, the last is %q", len(f.kept), f.kept[len(f.kept)-1])
	}
}
