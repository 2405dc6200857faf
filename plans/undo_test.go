//go:build unix

package plans_test

import (
	"os"
	"testing"

	"plotline/internal/fault"
	"plotline/plans"
)

// TestUndo checks that undo reverts an applied rename, sets undoneAt and keeps the status. The reply is
// {success, plan}. Folders that the rename created are removed.
func TestUndo(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "a.srt", "b.mkv")
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "s/b.mkv"}, row{from: "b.mkv", to: "a.mkv"})
	_, err := w.undo(t, id)
	fails(t, err, fault.Conflict, "Plan cannot be undone: it was not applied")
	_, err = w.apply(t, id, leaving(1))
	must(t, err)
	out, err := w.undo(t, id)
	must(t, err)
	w.holds(t, as("a.mkv", "a.srt", "b.mkv"))
	if _, err := os.Stat(w.at("s")); !os.IsNotExist(err) {
		t.Errorf("the folder is left: %v", err)
	}
	p := w.view(t, id).Plan
	if !out.Success || out.Plan.UndoneAt == nil || p.UndoneAt == nil || p.Status != plans.Completed || p.AppliedAt == nil {
		t.Errorf("it is %+v, the reply %+v", p, out)
	}
	same(t, "still excluded", []int{1}, p.Excluded)
	_, err = w.undo(t, id)
	refuses(t, err, fault.Conflict, "it was undone at")
	_, err = w.apply(t, id)
	fails(t, err, fault.Conflict, "Plan cannot be applied: status is completed")
}

// TestUndoOfPending checks that undoing a pending plan clears appliedAt and excluded, so that it can be
// applied and undone again.
func TestUndoOfPending(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv")
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "1.mkv"}, row{from: "b.mkv", to: "2.mkv"})
	for range 2 {
		_, err := w.apply(t, id, pending, leaving(0))
		must(t, err)
		w.holds(t, map[string]string{"a.mkv": "a.mkv", "2.mkv": "b.mkv"})
		_, err = w.apply(t, id)
		refuses(t, err, fault.Conflict, "it was applied at")
		_, err = w.undo(t, id)
		must(t, err)
		w.holds(t, as("a.mkv", "b.mkv"))
		if p := w.view(t, id).Plan; p.AppliedAt != nil || p.Excluded != nil || p.UndoneAt == nil || p.Status != plans.Pending {
			t.Errorf("it is %+v", p)
		}
		_, err = w.undo(t, id)
		refuses(t, err, fault.Conflict, "it was not applied")
	}
	_, err := w.apply(t, id)
	must(t, err)
	if p := w.view(t, id).Plan; p.AppliedAt == nil || p.UndoneAt != nil || p.Status != plans.Completed {
		t.Errorf("it is %+v", p)
	}
	w.holds(t, map[string]string{"1.mkv": "a.mkv", "2.mkv": "b.mkv"})
}

// TestUndoOfRecognition checks that a recognition cannot be undone.
func TestUndoOfRecognition(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.ready(t, plans.Recognise, row{path: "a.mkv"})
	_, err := w.apply(t, id)
	must(t, err)
	_, err = w.undo(t, id)
	refuses(t, err, fault.Conflict, "a recognition moves no files")
}

// TestUndoAfterChanges checks for 409 with the names of changed files, and that nothing moves.
func TestUndoAfterChanges(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(w *world) error
		say    string
	}{
		"content":     {func(w *world) error { return os.WriteFile(w.at("1.mkv"), []byte("longer than before"), 0o600) }, `"1.mkv" was changed`},
		"gone":        {func(w *world) error { return os.Remove(w.at("1.mkv")) }, `"1.mkv" is gone`},
		"a sidecar":   {func(w *world) error { return os.Remove(w.at("1.srt")) }, `"1.srt" is gone`},
		"there again": {func(w *world) error { return os.WriteFile(w.at("a.mkv"), nil, 0o600) }, `"a.mkv" is there again`},
		"replaced": {func(w *world) error {
			must(t, os.WriteFile(w.at("x"), nil, 0o600))
			return os.Rename(w.at("x"), w.at("1.mkv"))
		}, `"1.mkv" was replaced`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "a.mkv", "a.srt", "b.mkv")
			id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "1.mkv"}, row{from: "b.mkv", to: "2.mkv"})
			_, err := w.apply(t, id)
			must(t, err)
			must(t, c.change(w))
			before := w.files(t)
			_, err = w.undo(t, id)
			refuses(t, err, fault.Conflict, c.say)
			w.holds(t, before)
			if w.view(t, id).Plan.UndoneAt != nil {
				t.Error("it is undone")
			}
		})
	}
}
