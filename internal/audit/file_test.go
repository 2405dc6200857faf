package audit_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/audit"
	"plotline/testing/kit/expect"
)

// full returns a record with a value in every field.
func full() audit.Record {
	return audit.Record{
		Time: time.Date(2026, 11, 21, 10, 0, 0, 123456789, time.FixedZone("", 3600)), Actor: "ada", Workspace: "default",
		Transport: "mcp", Operation: "get_episode", IDs: []string{"a", "b"}, Outcome: "ok", Millis: 1.5, RequestID: "r-1", Writes: true,
	}
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		t.Errorf("%s does not end with the end of a line", path)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func write(t *testing.T, sink audit.Sink, rec audit.Record) {
	t.Helper()
	if err := sink.Write(rec); err != nil {
		t.Fatal(err)
	}
}

func TestFileWritesJSONLines(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "audit.jsonl")
	file := audit.NewFile(path)
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is there before the first record")
	}
	write(t, file, full())
	write(t, file, audit.Record{Writes: true, Workspace: "w", Transport: "rest", Operation: "op\nwith a break", Outcome: "not_found"})
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"time":"2026-11-21T09:00:00.123456789Z","actor":"ada","workspace":"default","door":"mcp","operation":"get_episode",` +
			`"ids":["a","b"],"outcome":"ok","duration_ms":1.5,"request_id":"r-1"}`,
		`{"time":"0001-01-01T00:00:00Z","workspace":"w","door":"rest","operation":"op\nwith a break","outcome":"not_found","duration_ms":0}`,
	}
	if diff := cmp.Diff(want, lines(t, path)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestFileIsPrivate checks that other users of the machine cannot read the records.
func TestFileIsPrivate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "audit.jsonl")
	file := audit.NewFile(path)
	defer file.Close()
	write(t, file, full())
	for path, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", filepath.Base(path), got, want)
		}
	}
}

func TestFileIsAppended(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	for range 2 {
		file := audit.NewFile(path)
		write(t, file, full())
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got := lines(t, path); len(got) != 2 {
		t.Errorf("%d lines, want 2", len(got))
	}
}

func TestClosedFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	file := audit.NewFile(path)
	for range 2 {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := file.Write(full()); err == nil {
		t.Error("a closed log takes records")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a closed log made a file")
	}
}

// TestFileIsRecreated checks that a file renamed by another program is replaced by a new one.
func TestFileIsRecreated(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	file := audit.NewFile(path)
	defer file.Close()
	write(t, file, full())
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	write(t, file, full())
	if len(lines(t, path)) != 1 || len(lines(t, path+".old")) != 1 {
		t.Error("the second record is not alone in the new file")
	}
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	write(t, file, full())
	if len(lines(t, path)) != 1 {
		t.Error("the record is not in the new folder")
	}
}

func TestRedaction(t *testing.T) {
	t.Parallel()
	everything := []string{"actor", "workspace", "door", "operation", "outcome", "request_id", "ids"}
	tests := []struct {
		name   string
		redact []string
		want   map[string]any // the fields that differ
	}{
		{"nothing", nil, nil},
		{"the actor", []string{"actor"}, map[string]any{"actor": "[redacted]"}},
		{"ids are left out", []string{"ids"}, map[string]any{"ids": nil}},
		{"everything but the numbers", everything, map[string]any{
			"actor": "[redacted]", "workspace": "[redacted]", "door": "[redacted]", "operation": "[redacted]",
			"outcome": "[redacted]", "request_id": "[redacted]", "ids": nil,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			sink := audit.NewWriter(&out, test.redact...)
			rec := full()
			write(t, sink, rec)
			path := filepath.Join(t.TempDir(), "audit.jsonl")
			file := audit.NewFile(path, test.redact...)
			defer file.Close()
			write(t, file, rec)

			want := fields(t, expect.JSON(t, full()))
			want["time"] = "2026-11-21T09:00:00.123456789Z"
			for name, value := range test.want {
				want[name] = value
				if value == nil {
					delete(want, name)
				}
			}
			if diff := cmp.Diff(want, fields(t, out.Bytes())); diff != "" {
				t.Errorf("writer (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(want, fields(t, []byte(lines(t, path)[0]))); diff != "" {
				t.Errorf("file (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(full().IDs, rec.IDs); diff != "" {
				t.Errorf("the caller's record changed:\n%s", diff)
			}
		})
	}
}

// TestRedactionOfNothing checks that empty fields stay empty, because an absent value contains nothing to
// hide.
func TestRedactionOfNothing(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	write(t, audit.NewWriter(&out, "actor", "request_id"), audit.Record{})
	if strings.Contains(out.String(), "redacted") {
		t.Errorf("line = %s", out.String())
	}
}

func fields(t *testing.T, line []byte) map[string]any {
	t.Helper()
	var got map[string]any
	if err := json.Unmarshal(line, &got); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return got
}
