// Package transcript stores the output of a log, so that tests can read it while the program still writes.
// Tests import it.
package transcript

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
)

// Buffer may be written and read by several at once. The zero value is empty.
type Buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds to the text; it never fails.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// Logger writes into the buffer, a line a record.
func (b *Buffer) Logger() *slog.Logger { return slog.New(slog.NewTextHandler(b, nil)) }

// String is the text so far.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// Count is how many lines hold a text.
func (b *Buffer) Count(text string) (n int) {
	for line := range strings.Lines(b.String()) {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}
