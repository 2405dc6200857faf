package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"plotline/internal/fault"
)

// small returns a sink whose file is rotated at limit bytes.
func small(t *testing.T, path string, limit int64) *File {
	t.Helper()
	f := NewFile(path)
	f.lasting.max, f.rest.max = limit, limit
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// read returns the operations of all records, from the oldest rotated file to the current file.
func read(t *testing.T, path string) (operations []string, files int) {
	t.Helper()
	for i := Kept + 1; i >= 0; i-- {
		name := path
		if i > 0 {
			name = fmt.Sprintf("%s.%d", path, i)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		files++
		for line := range bytes.Lines(text) {
			var rec Record
			if err := json.Unmarshal(line, &rec); err != nil {
				t.Fatalf("%s: %q: %v", filepath.Base(name), line, err)
			}
			operations = append(operations, rec.Operation)
		}
	}
	return operations, files
}

func TestRotation(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	line, err := encode(Record{Operation: "op-00"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := small(t, path, 2*int64(len(line)))
	const records = 20
	for i := range records {
		if err := f.Write(Record{Writes: true, Operation: fmt.Sprintf("op-%02d", i)}); err != nil {
			t.Fatal(err)
		}
	}
	got, files := read(t, path)
	var want []string
	for i := records - 2*(Kept+1); i < records; i++ { // older records were deleted, two per file
		want = append(want, fmt.Sprintf("op-%02d", i))
	}
	if files != Kept+1 || !slices.Equal(got, want) {
		t.Errorf("%d files with %v\nwant %d with %v", files, got, Kept+1, want)
	}
}

// TestRecordLargerThanAFile checks that a record above the size limit gets a file of its own.
func TestRecordLargerThanAFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	f := small(t, path, 10)
	for _, operation := range []string{"first", "second"} {
		if err := f.Write(Record{Writes: true, Operation: operation}); err != nil {
			t.Fatal(err)
		}
	}
	if got, files := read(t, path); files != 2 || !slices.Equal(got, []string{"first", "second"}) {
		t.Errorf("%d files with %v", files, got)
	}
}

// TestRotationUnderConcurrency simulates several processes by several sinks on one path, which share only the
// file.
func TestRotationUnderConcurrency(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	const sinks, writers, each = 4, 4, 50
	line, err := encode(Record{Operation: "op-0-0-00"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := sinks * writers * each
	limit := int64(len(line)) * int64(all) / (Kept - 1) // so that no record is deleted
	var group sync.WaitGroup
	want := make([]string, 0, all)
	for s := range sinks {
		f := small(t, path, limit)
		for w := range writers {
			for i := range each {
				want = append(want, fmt.Sprintf("op-%d-%d-%02d", s, w, i))
			}
			group.Go(func() {
				for i := range each {
					if err := f.Write(Record{Writes: true, Operation: fmt.Sprintf("op-%d-%d-%02d", s, w, i)}); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	group.Wait()
	got, files := read(t, path)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%d records in %d files, want %d", len(got), files, len(want))
	}
	if files < Kept-1 {
		t.Errorf("%d files: nothing was set aside", files)
	}
}

func TestRotationThatFails(t *testing.T) {
	t.Parallel()
	blocked := map[string]func(path string) error{
		"the lock":             func(path string) error { return os.MkdirAll(path+".lock", 0o700) },
		"an older file":        func(path string) error { return occupied(path+".4", path+".5") },
		"the folder vanishing": func(path string) error { return os.RemoveAll(filepath.Dir(path)) },
	}
	for name, block := range blocked {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "data", "audit.jsonl")
			f := small(t, path, 10)
			if err := f.Write(Record{Writes: true, Operation: "first"}); err != nil {
				t.Fatal(err)
			}
			if err := block(path); err != nil {
				t.Fatal(err)
			}
			err := f.Write(Record{Writes: true, Operation: "second"})
			if vanished := name == "the folder vanishing"; vanished == (err != nil) {
				t.Errorf("Write = %v", err)
			}
			if err != nil && !strings.Contains(err.Error(), path) {
				t.Errorf("the error does not name the file: %v", err)
			}
		})
	}
}

// occupied creates a file, and a non-empty folder that the file cannot replace.
func occupied(file, folder string) error {
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		return err
	}
	return os.MkdirAll(filepath.Join(folder, "x"), 0o700)
}

// TestClosedHandleIsReopened checks that a file whose handle fails is reopened.
func TestClosedHandleIsReopened(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	f := small(t, path, MaxBytes)
	if err := f.Write(Record{Writes: true, Operation: "first"}); err != nil {
		t.Fatal(err)
	}
	_ = f.lasting.file.Close()
	if err := f.Write(Record{Writes: true, Operation: "lost"}); err == nil {
		t.Error("a dead handle took a record")
	}
	if err := f.Write(Record{Writes: true, Operation: "third"}); err != nil {
		t.Fatal(err)
	}
	if got, _ := read(t, path); !slices.Equal(got, []string{"first", "third"}) {
		t.Errorf("records = %v", got)
	}
}

// TestRotationByAnotherProcess simulates another process rotating the file before the lock is taken. A
// second rotation would delete the oldest records.
func TestRotationByAnotherProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	f := small(t, path, 1000)
	if err := f.lasting.rotate(1); err != nil { // no file exists
		t.Error(err)
	}
	if err := f.Write(Record{Writes: true, Operation: "young"}); err != nil {
		t.Fatal(err)
	}
	if err := f.lasting.rotate(1); err != nil { // the file is small again
		t.Error(err)
	}
	if got, files := read(t, path); files != 1 || !slices.Equal(got, []string{"young"}) {
		t.Errorf("%d files with %v", files, got)
	}
}

// TestReadsKeepOldWrites checks that records of reads do not make room at the cost of older records of writes and of
// refusals, and that a record has at most MaxIDs ids.
func TestReadsKeepOldWrites(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	f := small(t, path, 4<<10)
	log := NewLog(f, All, slog.New(slog.DiscardHandler))
	ids := make([]string, 1000)
	for i := range ids {
		ids[i] = fmt.Sprintf("id-%d", i)
	}
	log.Add(t.Context(), Record{Operation: "delete", Outcome: "ok", Writes: true, IDs: ids})
	log.Add(t.Context(), Record{Operation: "export", Outcome: string(fault.PermissionDenied)})
	for range 1000 {
		log.Add(t.Context(), Record{Operation: "look", Outcome: "not_found", IDs: ids})
	}
	if log.Lost() > 0 {
		t.Errorf("%d records are lost", log.Lost())
	}
	if got, _ := read(t, path); !slices.Equal(got, []string{"delete", "export"}) {
		t.Errorf("the records of writes and refusals: %v", got)
	}
	reads, files := read(t, ReadsPath(path))
	if len(reads) < 20 || files != Kept+1 {
		t.Errorf("%d records of reads in %d files", len(reads), files)
	}
	var first Record
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	if err := json.Unmarshal(line, &first); err != nil || len(first.IDs) != MaxIDs || first.IDCount != len(ids) {
		t.Errorf("%s: %v", line, err)
	}
}
