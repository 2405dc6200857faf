//go:build unix

package plans_test

import (
	"testing"

	"plotline/internal/fault"
	"plotline/plans"
)

// TestWindowsRefusesRenames checks that Windows moves no file, forth or back, and that a recognition, which
// moves none, is applied there.
func TestWindowsRefusesRenames(t *testing.T) {
	t.Parallel()
	const untested = "renames are not tested on Windows yet"
	w := newWorld(t, "a.mkv", "b.mkv", "Show.S01E01.mkv")
	undone := w.ready(t, plans.Rename, row{from: "a.mkv", to: "c.mkv"})
	_, err := w.apply(t, undone)
	must(t, err)
	renamed := map[string]string{"c.mkv": "a.mkv", "b.mkv": "b.mkv", "Show.S01E01.mkv": "Show.S01E01.mkv"}

	w.OnSystem("windows")
	refused := w.ready(t, plans.Rename, row{from: "b.mkv", to: "d.mkv"})
	_, err = w.apply(t, refused)
	refuses(t, err, fault.Conflict, "Plan cannot be applied: "+untested)
	_, err = w.undo(t, undone)
	refuses(t, err, fault.Conflict, "Plan cannot be undone: "+untested)
	out, err := w.EndOldRename(answering(t.Context(), true, nil), admin, plans.TaskInput{TaskID: w.old(t, row{from: "b.mkv", to: "d.mkv"})})
	must(t, err)
	if out.Success || len(out.Failed) != 1 {
		t.Errorf("the older tool says %+v", out)
	}
	w.holds(t, renamed)
	if p := w.view(t, refused).Plan; p.Status != plans.Pending {
		t.Errorf("the plan is %s", p.Status)
	}
	_, err = w.apply(t, w.ready(t, plans.Recognise, row{path: "Show.S01E01.mkv", season: 1, episode: 1}))
	must(t, err)
}
