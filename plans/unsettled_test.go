//go:build unix

package plans_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/graph/fault"
	"plotline/plans"
)

// TestUnsettledFolder: while an interrupted rename can be settled neither way, since somebody took one
// of its files away, no other moves files in its folder; rejecting is free.
func TestUnsettledFolder(t *testing.T) {
	t.Parallel()
	w, id, hidden := interrupted(t)
	other := w.ready(t, plans.Rename, row{from: "d.mkv", to: "e.mkv"})
	aside := filepath.Join(t.TempDir(), "aside")
	must(t, os.Rename(hidden, aside))
	_, err := w.apply(t, other)
	if shown := fault.From(err); shown == nil || shown.Code != fault.Conflict || !strings.Contains(shown.Details, id) {
		t.Fatalf("beside plan %s: %v", id, err)
	}
	must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "d.mkv", to: "f.mkv"}), plans.Rejected, ""))

	must(t, os.Rename(aside, hidden)) // and when it is back, all goes on
	_, err = w.apply(t, other)
	must(t, err)
	must(t, os.Remove(w.at("e.mkv"))) // it is there, and no part of the scene
	w.agree(t, id, "apply")
}

// interrupted is a folder in which a rename was killed while a file had neither its old name nor its new
// one.
func interrupted(t *testing.T) (w *world, id, hidden string) {
	t.Helper()
	for n := 1; n < 100; n++ {
		w, id := scene(t)
		died, err := (task{What: "apply", Base: w.base, Plan: id, DieAt: n}).start(t)
		must(t, err)
		if !died {
			break
		}
		found, err := filepath.Glob(w.at(".plotline-*"))
		must(t, err)
		if len(found) > 0 {
			w = w.with(func(*plans.Config) {})
			w.plant(t, "d.mkv")
			return w, id, found[0]
		}
	}
	t.Fatal("no step leaves a file under a hidden name")
	return nil, "", ""
}
