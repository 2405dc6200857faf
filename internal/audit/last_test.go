package audit_test

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/internal/audit"
	"plotline/testing/kit/expect"
)

// calls is a log to which a test appends, and what reads it.
type calls struct {
	*audit.Calls

	path string
	now  time.Time
}

func newCalls(t *testing.T) *calls {
	t.Helper()
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	return &calls{audit.NewCalls(path), path, time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)}
}

// add appends a record, as another process does, an hour after the one before. What is not given is that of a read of an
// agent in the workspace "w".
func (c *calls) add(t *testing.T, rec audit.Record) {
	t.Helper()
	c.now = c.now.Add(time.Hour)
	rec.Time = c.now
	for field, value := range map[*string]string{&rec.Workspace: "w", &rec.Transport: "mcp", &rec.Outcome: "ok"} {
		if *field == "" {
			*field = value
		}
	}
	file := audit.NewFile(c.path)
	write(t, file, rec)
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

func (c *calls) is(t *testing.T, workspace, want string) {
	t.Helper()
	if got, found := c.Last(workspace); got.Operation != want || found != (want != "") {
		t.Errorf("%q: %q, %t, want %q", workspace, got.Operation, found, want)
	}
}

// TestLastCall checks whose call is the newest: of a client, in both files of the log, by workspace.
func TestLastCall(t *testing.T) {
	t.Parallel()
	c := newCalls(t)
	c.is(t, "", "")
	c.add(t, audit.Record{Operation: "create_episode", Writes: true})
	c.is(t, "w", "create_episode")
	c.add(t, audit.Record{Operation: "recall"})
	c.is(t, "w", "recall")
	c.add(t, audit.Record{Operation: "import", Writes: true, Transport: "command"})
	c.add(t, audit.Record{Operation: "list_episodes", Transport: "page"})
	c.add(t, audit.Record{Operation: "get_episode", Outcome: "not_found"})
	c.add(t, audit.Record{Operation: "get_graph_overview", Transport: "rest"})
	c.is(t, "w", "recall")
	c.add(t, audit.Record{Operation: "search_episodes", Transport: "rest", Workspace: "x"})
	c.is(t, "w", "recall")
	c.is(t, "x", "search_episodes")
	c.is(t, "", "search_episodes")
	c.is(t, "y", "")
}

// TestLastCallFollowsTheFiles checks that lines that are not whole yet are read later, that broken ones are skipped, that a
// replaced file is read from its start, and that what is known outlives the record of it.
func TestLastCallFollowsTheFiles(t *testing.T) {
	t.Parallel()
	c := newCalls(t)
	reads := audit.ReadsPath(c.path)
	expect.WriteFile(t, reads, strings.Repeat("x", 2<<20)+"\n")
	c.is(t, "w", "")
	c.add(t, audit.Record{Operation: "recall"})
	whole := string(expect.ReadFile(t, reads))
	expect.WriteFile(t, reads, whole[:len(whole)-9])
	c.is(t, "w", "")
	expect.WriteFile(t, reads, whole)
	c.is(t, "w", "recall")
	if err := os.Rename(reads, reads+".1"); err != nil {
		t.Fatal(err)
	}
	c.is(t, "w", "recall")
	c.add(t, audit.Record{Operation: "get_episode"})
	c.is(t, "w", "get_episode")
	if err := os.Truncate(reads, 0); err != nil {
		t.Fatal(err)
	}
	c.is(t, "w", "get_episode")
	c.add(t, audit.Record{Operation: "list_episodes"})
	c.is(t, "w", "list_episodes")
}

// TestRecordsCalls checks when a log knows that no client has called: only if every call is in its files.
func TestRecordsCalls(t *testing.T) {
	t.Parallel()
	quiet := slog.New(slog.DiscardHandler)
	file := func() audit.Sink { return audit.NewFile(filepath.Join(t.TempDir(), "audit.jsonl")) }
	for name, test := range map[string]struct {
		log  *audit.Log
		want bool
	}{
		"off":              {nil, false},
		"all, in a file":   {audit.NewLog(file(), audit.All, quiet), true},
		"writes, in files": {audit.NewLog(file(), audit.Writes, quiet), false},
		"all, elsewhere":   {audit.NewLog(audit.NewWriter(io.Discard), audit.All, quiet), false},
	} {
		if known := test.log.RecordsCalls(); known != test.want {
			t.Errorf("%s: %v", name, known)
		}
	}
}
