//go:build unix

package plans_test

import (
	"fmt"
	"os"
	"strings"
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

// TestUndoOfSome checks that a refused undo says which entries to leave out, that the others are then undone, and that the
// plan says who did what and what stays renamed.
func TestUndoOfSome(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv", "c.mkv", "d.mkv", "d.srt")
	w.remember(t, row{path: "a.mkv", episode: 1}, row{path: "c.mkv", episode: 3}, row{path: "d.mkv", episode: 4})
	id := w.ready(t, plans.Rename, row{from: "gone.mkv", to: "0.mkv"}, row{from: "a.mkv", to: "1.mkv"}, row{from: "b.mkv", to: "2.mkv"},
		row{from: "c.mkv", to: "3.mkv"}, row{from: "d.mkv", to: "4.mkv"})
	_, err := w.apply(t, id, leaving(0, 2))
	must(t, err)
	v := w.view(t, id)
	if len(v.LeftOut) != 1 || v.LeftOut[0].Row != 0 || !strings.Contains(v.LeftOut[0].Reason, "does not exist in the media folder") {
		t.Errorf("left out: %+v", v.LeftOut)
	}
	must(t, os.Remove(w.at("1.mkv")))
	must(t, os.Remove(w.at("4.srt")))
	before := w.files(t)
	_, err = w.undo(t, id)
	refuses(t, err, fault.Conflict, `"1.mkv" is gone`)
	extra := fault.From(err).Extra
	same(t, "the entries to leave", []int{1, 4}, extra["leaveOut"].([]int))
	same(t, "the rows of the problems", []int{1, 4}, extra["problemRows"].([]int))
	same(t, "the problems", []string{`"1.mkv" is gone`, `"4.srt" is gone`}, extra["problems"].([]string))
	for exclude, say := range map[int]string{9: "exclude has entry 9", 3: `"1.mkv" is gone`} {
		_, err = w.Undo(t.Context(), person, plans.UndoInput{TaskID: id, Exclude: []int{exclude}})
		if err == nil || !strings.Contains(fault.From(err).Details, say) {
			t.Errorf("without %d: %v, want %q", exclude, err, say)
		}
	}
	_, err = w.Undo(t.Context(), person, plans.UndoInput{TaskID: id, Exclude: []int{1, 3, 4}})
	refuses(t, err, fault.InvalidArgument, "nothing would be undone")
	w.holds(t, before)

	out, err := w.Undo(t.Context(), person, plans.UndoInput{TaskID: id, Exclude: []int{4, 1, 1, 0}})
	must(t, err)
	w.holds(t, map[string]string{"b.mkv": "b.mkv", "c.mkv": "c.mkv", "4.mkv": "d.mkv"})
	same(t, "kept", []int{1, 4}, out.Plan.Kept)
	same(t, "the metadata", map[string]string{"1.mkv": "[0,1]", "c.mkv": "[0,3]", "4.mkv": "[0,4]"}, w.remembered(t))
	history := w.view(t, id).History
	did := make([]string, 0, len(history))
	for _, e := range history {
		did = append(did, fmt.Sprint(e.By, " ", e.Did, " ", e.Files))
	}
	same(t, "the history", []string{"bot proposed 0", "ada applied 3", "ada undone 1"}, did)
	_, err = w.undo(t, id)
	refuses(t, err, fault.Conflict, "it was undone at")
}

// TestHistoryOfPlan checks that edits of one person are one step, and that a decision says who made it.
func TestHistoryOfPlan(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv")
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "1.mkv"}, row{from: "b.mkv", to: "2.mkv"})
	for _, name := range []string{"3.mkv", "4.mkv"} {
		_, err := w.Edit(t.Context(), person, plans.EditInput{TaskID: id, Changes: []plans.RowChange{{Row: 0, To: w.at(name)}}})
		must(t, err)
	}
	must(t, w.decide(t, id, plans.Rejected, "no"))
	steps := w.view(t, id).History
	if len(steps) != 3 || steps[1].Did != plans.DidEdit || steps[2].Did != plans.DidReject || steps[2].By != "ada" {
		t.Errorf("the history is %+v", steps)
	}
	list, err := w.ListDecided(t.Context(), person, plans.ListDecidedInput{Limit: 10})
	must(t, err)
	if len(list.Plans) != 1 || list.Plans[0].DecidedBy != "ada" {
		t.Errorf("the list is %+v", list.Plans)
	}
}
