package serving

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"

	"plotline/internal/audit"
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

// AuditLog returns the audit records in a data folder, first those of writes and refusals, then those of reads.
func AuditLog(t *testing.T, dir string) []byte {
	t.Helper()
	path := filepath.Join(dir, "audit.jsonl")
	var log bytes.Buffer
	for _, path := range []string{path, audit.ReadsPath(path)} {
		text, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		log.Write(text)
	}
	return log.Bytes()
}
