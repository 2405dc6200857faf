package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/sqlitestore"
	"plotline/internal/fault"
)

// TestHalfDeletedWorkspace checks that the list names the state of an unfinished deletion, that the interrupted command
// says how to go on, and that it then ends.
func TestHalfDeletedWorkspace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	with := func(args ...string) string {
		status, out, errs := command(t, append(args, "--data-dir", dir)...)
		if status != 0 {
			t.Fatalf("%v: status %d: %s", args, status, errs)
		}
		return out
	}
	with("import", "example", "--workspace", "half")
	store := sqlitestore.New(filepath.Join(dir, databaseFile))
	if _, err := store.DeleteWorkspace(t.Context(), "half", graph.DeletionQuery{Begin: true, Limit: 1}); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if list := with("workspace", "list"); !strings.Contains(list, ", being deleted") || strings.Contains(list, "moving") {
		t.Errorf("the list is\n%s", list)
	}
	if list := with("workspace", "list", "--json"); !strings.Contains(list, `"state": "deleting"`) {
		t.Errorf("the list is\n%s", list)
	}
	s := &settings{DataDir: dir, Workspace: "half", Timeout: time.Minute}
	p, err := s.open(streams{out: io.Discard, err: io.Discard}, auditSettings{Audit: "off"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = (&workspaceDelete{Name: "half"}).unfinished(ctx, s, p, ctx.Err())
	if fault.CodeOf(err) != fault.Cancelled || !strings.Contains(err.Error(), "stopped: the workspace half is deleted in part") {
		t.Errorf("an interrupt: %v", err)
	}
	other := errors.New("no such thing")
	if err := (&workspaceDelete{Name: "whole"}).unfinished(ctx, s, p, other); !errors.Is(err, other) || fault.CodeOf(err) == fault.Cancelled {
		t.Errorf("before the deletion began: %v", err)
	}
	if out := with("workspace", "delete", "half", "--yes"); !strings.HasPrefix(out, "Deleted 60 episodes and 106 relationships") {
		t.Errorf("the rest: %s", out)
	}
}
