//go:build unix

package plans_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/plans"
	"plotline/testing/kit/logbuffer"
)

// TestUnsettledFolder checks a folder with an interrupted rename that cannot be settled, because one of
// its files is gone. Other plans cannot move files there, but can be rejected.
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

	must(t, os.Rename(aside, hidden)) // after its return the rename can be settled
	_, err = w.apply(t, other)
	must(t, err)
	must(t, os.Remove(w.at("e.mkv"))) // not part of the scene
	w.agree(t, id, "apply")
}

// TestUnsettledIsLoggedOnce checks the log of an interrupted rename, which each decision tries to settle.
// There is one line for each new reason, not for each try.
func TestUnsettledIsLoggedOnce(t *testing.T) {
	t.Parallel()
	w, id, hidden := interrupted(t)
	w.log = &logbuffer.Buffer{}
	w = w.with(func(c *plans.Config) { c.Logger = w.log.Logger() })
	must(t, os.WriteFile(filepath.Join(w.config.DataDir, "plans", ".journal", "a.journal.json"), nil, 0o600))
	aside := filepath.Join(t.TempDir(), "aside")
	must(t, os.Rename(hidden, aside))
	reject := func(want map[string]int) {
		t.Helper()
		for range 3 {
			must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "d.mkv", to: "e.mkv"}), plans.Rejected, ""))
		}
		got := map[string]int{}
		for message := range want {
			got[message] = w.log.Count(message)
		}
		same(t, "the lines of the log", want, got)
	}
	const unsettled, foreign, settled = "could be neither finished nor undone", "does not have the name of a plan", "finished or undid an interrupted rename"
	reject(map[string]int{unsettled: 1, foreign: 1, settled: 0})
	must(t, os.Rename(w.folder, w.folder+"-gone")) // another reason
	must(t, os.Mkdir(w.folder, 0o750))
	w.plant(t, "d.mkv")
	reject(map[string]int{unsettled: 2, foreign: 1, settled: 0})
	must(t, os.RemoveAll(w.folder))
	must(t, os.Rename(w.folder+"-gone", w.folder))
	must(t, os.Rename(aside, hidden))
	reject(map[string]int{unsettled: 2, foreign: 1, settled: 1})
	if w.log.Count(id) == 0 {
		t.Errorf("the plan is not named: %s", w.log)
	}
}

// interrupted returns a folder in which a rename was killed while a file had neither its old nor its new
// name.
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
