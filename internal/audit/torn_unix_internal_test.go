//go:build unix

package audit

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestTornLine checks that a record after a partly written line starts a new line, as after a full disk. A
// pipe whose reader closes has the same effect.
func TestTornLine(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no pipes here:", err)
	}
	open := func() *os.File {
		reader, err := os.OpenFile(path, os.O_RDWR, 0) // read-write, because read-only would block until a writer opens it
		if err != nil {
			t.Fatal(err)
		}
		return reader
	}
	reader := open()
	f := small(t, path, MaxBytes)
	if err := f.Write(Record{Writes: true, Operation: "first"}); err != nil {
		t.Fatal(err)
	}
	const more = 1 << 20 // more than a pipe's buffer
	done := make(chan error)
	go func() {
		done <- f.Write(Record{Writes: true, Operation: "second", IDs: []string{strings.Repeat("x", more)}})
	}()
	for part := make([]byte, 1); ; { // until the second line has begun
		if _, err := reader.Read(part); err != nil {
			t.Fatal(err)
		}
		if part[0] == 'x' {
			break
		}
	}
	_ = reader.Close()
	if err := <-done; err == nil {
		t.Fatal("nobody read the second record, and it was written")
	}

	reader = open()
	defer reader.Close()
	go func() { done <- f.Write(Record{Writes: true, Operation: "third"}) }()
	rest := bufio.NewReaderSize(reader, more)
	if torn, err := rest.ReadString('\n'); err != nil || strings.Trim(torn, "x\n") != "" {
		t.Errorf("the torn line: %.100q, %v", torn, err)
	}
	line, err := rest.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var rec Record
	if err := json.Unmarshal(line, &rec); err != nil || rec.Operation != "third" {
		t.Errorf("the record after the torn one: %.100q", line)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}
