package audit_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/internal/audit"
)

// memory is a sink that can be made to fail.
type memory struct {
	mu      sync.Mutex
	refuse  error
	records []audit.Record
	closed  bool
}

func (m *memory) Write(rec audit.Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refuse == nil {
		m.records = append(m.records, rec)
	}
	return m.refuse
}

func (m *memory) Close() error {
	m.closed = true
	return io.ErrClosedPipe
}

func TestModes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		mode          audit.Mode
		reads, writes bool
	}{
		{audit.All, true, true},
		{audit.Writes, false, true},
		{"off", false, false},
		{"", false, false},
	}
	for _, test := range tests {
		sink := &memory{}
		log := audit.NewLog(sink, test.mode, slog.New(slog.DiscardHandler))
		log.Add(t.Context(), audit.Record{Operation: "read"})
		log.Add(t.Context(), audit.Record{Operation: "write", Writes: true})
		got := map[string]bool{}
		for _, rec := range sink.records {
			got[rec.Operation] = true
		}
		if got["read"] != test.reads || got["write"] != test.writes {
			t.Errorf("mode %q keeps %v", test.mode, got)
		}
	}
}

func TestNoLog(t *testing.T) {
	t.Parallel()
	var log *audit.Log
	log.Add(t.Context(), full())
	if !log.Healthy() || log.Lost() != 0 {
		t.Error("no log is a sick log")
	}
	if err := log.Close(); err != nil {
		t.Error(err)
	}
}

func TestLostRecords(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	sink := &memory{}
	log := audit.NewLog(sink, audit.Writes, slog.New(slog.NewJSONHandler(&logged, nil)))
	state := func(healthy bool, lost int64) {
		t.Helper()
		if log.Healthy() != healthy || log.Lost() != lost {
			t.Errorf("Healthy %v, Lost %d; want %v, %d", log.Healthy(), log.Lost(), healthy, lost)
		}
	}
	state(true, 0)
	log.Add(t.Context(), full())
	state(true, 0)
	sink.refuse = errors.New("disk full")
	log.Add(t.Context(), audit.Record{Operation: "read"}) // not selected, so not lost
	state(true, 0)
	log.Add(t.Context(), full())
	log.Add(t.Context(), full())
	state(false, 2)
	sink.refuse = nil
	log.Add(t.Context(), audit.Record{Operation: "read"}) // not selected, so it does not test the disk
	state(false, 2)
	log.Add(t.Context(), full())
	state(true, 2)

	if got := strings.Count(logged.String(), `"audit record lost"`); got != 2 {
		t.Errorf("the log was told %d times, want 2:\n%s", got, logged.String())
	}
	for _, part := range []string{`"operation":"get_episode"`, `"error":"disk full"`, `"level":"ERROR"`} {
		if !strings.Contains(logged.String(), part) {
			t.Errorf("no %s in %s", part, logged.String())
		}
	}
	if err := log.Close(); !errors.Is(err, io.ErrClosedPipe) || !sink.closed {
		t.Errorf("Close = %v", err)
	}
}

// TestFolderWithoutPermission uses a file in place of the folder, because that fails for root too.
func TestFolderWithoutPermission(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "audit.jsonl")
	log := audit.NewLog(audit.NewFile(path), audit.All, slog.New(slog.DiscardHandler))
	log.Add(t.Context(), full())
	if log.Healthy() || log.Lost() != 1 {
		t.Errorf("Healthy %v, Lost %d after a record that had no place", log.Healthy(), log.Lost())
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	log.Add(t.Context(), full())
	if !log.Healthy() || log.Lost() != 1 || len(lines(t, path)) != 1 {
		t.Errorf("Healthy %v, Lost %d after the folder was there again", log.Healthy(), log.Lost())
	}
	if err := log.Close(); err != nil {
		t.Error(err)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o500); err != nil { //nolint:gosec // no more than reading is the point
		t.Fatal(err)
	}
	if file, err := os.Create(filepath.Join(folder, "probe")); err == nil {
		_ = file.Close()
		t.Skip("this user may write to read-only folders")
	}
	log := audit.NewLog(audit.NewFile(filepath.Join(folder, "audit.jsonl")), audit.All, slog.New(slog.DiscardHandler))
	log.Add(t.Context(), full())
	if log.Healthy() || log.Lost() != 1 {
		t.Errorf("Healthy %v, Lost %d", log.Healthy(), log.Lost())
	}
	if err := os.Chmod(folder, 0o700); err != nil { //nolint:gosec // a folder must be entered
		t.Fatal(err)
	}
	log.Add(t.Context(), full())
	if !log.Healthy() {
		t.Error("still sick after a record was written")
	}
}

func TestRecordWriteError(t *testing.T) {
	t.Parallel()
	rec := full()
	rec.Time = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) // JSON cannot express this year
	for name, sink := range map[string]audit.Sink{
		"file":   audit.NewFile(filepath.Join(t.TempDir(), "audit.jsonl")),
		"writer": audit.NewWriter(io.Discard),
	} {
		if err := sink.Write(rec); err == nil {
			t.Errorf("%s took it", name)
		}
		if err := sink.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
