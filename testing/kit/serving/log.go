package serving

import (
	"bytes"
	"regexp"
	"sync"
)

// Log collects the program's standard error, and extracts the address that it listens on.
type Log struct {
	mu      sync.Mutex
	text    bytes.Buffer
	found   bool
	address chan string // receives one value
}

var listens = regexp.MustCompile(`(?m)^plotline listens on (\S+)\n`)

func newLog() *Log { return &Log{address: make(chan string, 1)} }

// Write implements io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := l.text.Write(p)
	if l.found {
		return n, err
	}
	if m := listens.FindSubmatch(l.text.Bytes()); m != nil {
		l.found = true
		l.address <- string(m[1])
	}
	return n, err
}

// String returns all output so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
