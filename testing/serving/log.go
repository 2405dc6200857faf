package serving

import (
	"bytes"
	"regexp"
	"sync"
)

// Log collects what the program says, and finds in it where the program listens.
type Log struct {
	mu      sync.Mutex
	text    bytes.Buffer
	found   bool
	address chan string // gets one
}

var listens = regexp.MustCompile(`(?m)^plotline listens on (\S+)\n`)

func newLog() *Log { return &Log{address: make(chan string, 1)} }

// Write takes what comes.
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

// String is all of it so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
