package main

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// mostEntries is how many log entries of a failed test are kept, the last ones; mostBytes is how long each may be.
const mostEntries, mostBytes = 20, 300

// failures copies the output of `go test`, and keeps what explains a failure. Without it the reason is lost between
// other packages, or behind the log of a server, and a CI may show only the end.
type failures struct {
	to      io.Writer
	line    []byte   // the beginning of an incomplete line
	kept    []string // without the entries of the current test
	test    bool     // whether the lines belong to a failed test
	entries []string // of the current test
}

var (
	testFails = regexp.MustCompile(`^\s*--- FAIL: `)
	testEnds  = regexp.MustCompile(`^(?:\s*--- (?:PASS|SKIP): |(?:ok|FAIL|PASS|\?)\s)`)
	logEntry  = regexp.MustCompile(`^\s+[\w./-]+\.go:\d+: `)
	crash     = regexp.MustCompile(`^(?:panic: |fatal error: |WARNING: DATA RACE|FAIL\t)`)
)

func (f *failures) Write(p []byte) (int, error) {
	f.line = append(f.line, p...)
	for {
		line, rest, complete := bytes.Cut(f.line, []byte("\n"))
		if !complete {
			break
		}
		f.add(string(line))
		f.line = rest
	}
	return f.to.Write(p)
}

func (f *failures) add(line string) {
	switch {
	case testFails.MatchString(line):
		f.endTest()
		f.kept, f.test = append(f.kept, line), true
	case testEnds.MatchString(line):
		f.endTest()
	case f.test && logEntry.MatchString(line):
		f.entries = append(f.entries, line[:min(len(line), mostBytes)])
		f.entries = f.entries[max(0, len(f.entries)-mostEntries):]
	}
	if crash.MatchString(line) {
		f.kept = append(f.kept, line)
	}
}

func (f *failures) endTest() {
	f.kept, f.entries, f.test = append(f.kept, f.entries...), nil, false
}

// print repeats all that was kept.
func (f *failures) print() {
	f.endTest()
	if len(f.kept) > 0 {
		fmt.Fprintf(f.to, "\nAll failures once more, in short:\n%s\n", strings.Join(f.kept, "\n"))
	}
}
