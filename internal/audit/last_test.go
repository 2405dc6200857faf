package audit_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/internal/audit"
	"plotline/testing/kit/expect"
)

// TestLast checks that the newest record that is asked for is found in both files of a log, also after a torn line.
func TestLast(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	each := func(audit.Record) bool { return true }
	if _, found := audit.Last(path, each); found {
		t.Error("a log without files has a record")
	}
	file := audit.NewFile(path)
	day := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	for i, rec := range []audit.Record{
		{Operation: "create_episode", Writes: true, Transport: "mcp"}, {Operation: "recall", Transport: "mcp"}, {Operation: "import", Writes: true, Transport: "command"},
	} {
		rec.Time = day.Add(time.Duration(i) * time.Hour)
		if err := file.Write(rec); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	expect.WriteFile(t, path, string(expect.ReadFile(t, path))+strings.Repeat("x", 100))
	for want, match := range map[string]func(audit.Record) bool{
		"import": each, "recall": func(r audit.Record) bool { return r.Transport == "mcp" }, "": func(audit.Record) bool { return false },
	} {
		if got, _ := audit.Last(path, match); got.Operation != want {
			t.Errorf("%q, want %q", got.Operation, want)
		}
	}
}
