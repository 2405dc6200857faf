//go:build unix

package plans_test

import (
	"path/filepath"
	"sync"
	"testing"

	"plotline/media"
	"plotline/plans"
	"plotline/testing/kit/reexec"
	"plotline/testing/kit/tier"
)

// start runs a task in another process, and reports whether it killed itself.
func (k task) start(t *testing.T) (died bool, err error) {
	t.Helper()
	return reexec.Run(t.Context(), taskVariable, k)
}

// TestAddsOfTwoProcesses checks that none of 200 entries that two processes add concurrently is lost or
// duplicated.
func TestAddsOfTwoProcesses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.begin(t, plans.Rename)
	const each = 100
	var both sync.WaitGroup
	for _, name := range []string{"one", "two"} {
		both.Go(func() {
			if _, err := (task{What: "add", Base: w.base, Plan: id, Count: each, Name: name}).start(t); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	seen := map[media.Path]int{}
	for _, e := range w.view(t, id).Plan.Files {
		seen[e.From]++
	}
	if len(seen) != 2*each {
		t.Errorf("%d entries", len(seen))
	}
	for from, n := range seen {
		if n != 1 {
			t.Errorf("%s is there %d times", from, n)
		}
	}
}

// scene prepares a plan for a process that is killed: a swap, a chain and a subtitle, with metadata.
func scene(t *testing.T) (w *world, id string) {
	t.Helper()
	w = newWorld(t, "a.mkv", "a.srt", "b.mkv", "c.mkv")
	w = w.with(func(c *plans.Config) { c.Memory = nil })
	w.remember(t, row{path: "a.mkv", season: 1, episode: 1}, row{path: "b.mkv", season: 1, episode: 2}, row{path: "c.mkv", season: 1, episode: 3})
	return w, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}, row{from: "b.mkv", to: "a.mkv"}, row{from: "c.mkv", to: "s/c.mkv"})
}

// The files and the metadata before and after the plan of scene.
var (
	oldFiles  = as("a.mkv", "a.srt", "b.mkv", "c.mkv")
	newFiles  = map[string]string{"b.mkv": "a.mkv", "b.srt": "a.srt", "a.mkv": "b.mkv", "s/c.mkv": "c.mkv"}
	oldMemory = map[string]string{"a.mkv": "[1,1]", "b.mkv": "[1,2]", "c.mkv": "[1,3]"}
	newMemory = map[string]string{"b.mkv": "[1,1]", "a.mkv": "[1,2]", "s/c.mkv": "[1,3]"}
)

// TestKilled kills a process at each step of an apply or an undo. The next start must settle it: files,
// plan and metadata agree, either all old or all new. A second recovery changes nothing, and the plan can
// be used again. The first tier tests every third step.
func TestKilled(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"apply", "undo"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			finished := map[bool]int{}
			for n := tier.Pick(len(what)%3, 1); ; n += tier.Pick(3, 1) {
				w, id := scene(t)
				if what == "undo" {
					_, err := w.apply(t, id)
					must(t, err)
				}
				died, err := (task{What: what, Base: w.base, Plan: id, DieAt: n}).start(t)
				must(t, err)
				after := w.with(func(*plans.Config) {})
				for range 2 {
					must(t, after.Recover(t.Context(), agent.Workspace))
					done := after.agree(t, id, what)
					finished[done]++
				}
				if t.Failed() {
					t.Fatalf("killed at step %d", n)
				}
				after.goesOn(t, id, what)
				if !died {
					break
				}
			}
			if tier.IsFull() && (finished[true] < 4 || finished[false] < 10) { // two of them happen while the outcome is recorded
				t.Errorf("finished and taken back: %v", finished)
			}
		})
	}
}

// agree checks that files, plan and metadata agree, and reports whether the operation was completed.
func (w *world) agree(t *testing.T, id, what string) (done bool) {
	t.Helper()
	p := w.view(t, id).Plan
	done = p.UndoneAt != nil
	isNew := !done
	if what == "apply" {
		done = p.AppliedAt != nil
		isNew = done
		if done != (p.Status == plans.Completed) {
			t.Errorf("the plan is %+v", p)
		}
	}
	if isNew {
		w.holds(t, newFiles)
		same(t, "the metadata say", newMemory, w.remembered(t))
	} else {
		w.holds(t, oldFiles)
		same(t, "the metadata say", oldMemory, w.remembered(t))
	}
	left, err := filepath.Glob(filepath.Join(w.config.DataDir, "plans", ".journal", "*.journal.json"))
	must(t, err)
	if len(left) > 0 {
		t.Errorf("journals are left: %v", left)
	}
	return done
}

// goesOn makes the next call. It repeats an apply or an undo that was rolled back, and undoes an apply that
// was completed.
func (w *world) goesOn(t *testing.T, id, what string) {
	t.Helper()
	switch p := w.view(t, id).Plan; {
	case p.AppliedAt == nil:
		_, err := w.apply(t, id)
		must(t, err)
	case p.UndoneAt == nil:
		_, err := w.undo(t, id)
		must(t, err)
		what = "undo"
	default:
		return
	}
	if !w.agree(t, id, what) {
		t.Error("it does not go on")
	}
}

// TestDecidedAfterACrash checks that a decision first settles an operation that a crash interrupted.
func TestDecidedAfterACrash(t *testing.T) {
	t.Parallel()
	w, id := scene(t)
	for n := 1; ; n++ {
		died, err := (task{What: "apply", Base: w.base, Plan: id, DieAt: n}).start(t)
		must(t, err)
		if !died {
			t.Fatal("no step at which the files are placed and the plan says nothing of it")
		}
		placed := len(w.files(t)["s/c.mkv"]) > 0
		err = w.decide(t, id, plans.Rejected, "")
		if placed && err != nil { // finished first, so it cannot be rejected
			refuses(t, err, "conflict", "status is completed")
			w.agree(t, id, "apply")
			return
		}
		must(t, err)
		w.holds(t, oldFiles)
		w, id = scene(t)
	}
}

// TestKilledAndRemembered checks that an interrupted decision becomes an episode at the next start if it
// is completed, and not if it is rolled back.
func TestKilledAndRemembered(t *testing.T) {
	t.Parallel()
	for n, both := 1, map[bool]bool{}; len(both) < 2; n += 5 {
		w := newWorld(t, "a.mkv")
		id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
		died, err := (task{What: "apply", Base: w.base, Plan: id, DieAt: n}).start(t)
		must(t, err)
		must(t, w.Recover(t.Context(), agent.Workspace))
		w.running(t)
		episodes := len(w.story(t, agent).episodes)
		applied := w.view(t, id).Plan.AppliedAt != nil
		if applied != (episodes == 1) || !died && !applied {
			t.Fatalf("killed at step %d: applied %t, %d episodes", n, applied, episodes)
		}
		both[applied] = true
	}
}
