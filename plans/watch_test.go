//go:build unix

package plans_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/plans"
	"plotline/testing/kit/tier"
)

// changeLog collects the reports of a watcher, one line for each change.
type changeLog struct {
	lines chan string
}

// patience is how long a test waits for an expected event.
const patience = 2 * time.Minute

// watching starts a watcher, which ends with the test.
func (w *world) watching(t *testing.T) *changeLog {
	t.Helper()
	changes := &changeLog{make(chan string, 1000)}
	ctx, stop := context.WithCancel(t.Context())
	var over sync.WaitGroup
	over.Go(func() {
		w.Watch(ctx, func(c plans.Change) {
			words := []string{c.Plan.ID, string(c.Plan.Status)}
			for what, is := range map[string]bool{"applied": c.Plan.AppliedAt != nil, "undone": c.Plan.UndoneAt != nil, "ready now": c.Ready} {
				if is {
					words = append(words, what)
				}
			}
			if c.File != w.planFile(c.Plan.ID) || c.Owner() != "w" {
				words = append(words, "in", c.File, "of", c.Owner())
			}
			changes.lines <- strings.Join(words, " ")
		})
	})
	t.Cleanup(func() { stop(); over.Wait() })
	return changes
}

// next checks that the next line is about a plan and has these words in any order.
func (h *changeLog) next(t *testing.T, id, words string) {
	t.Helper()
	select {
	case line := <-h.lines:
		got, want := strings.Fields(line), append([]string{id}, strings.Fields(words)...)
		slices.Sort(got)
		slices.Sort(want)
		same(t, "told", want, got)
	case <-time.After(patience):
		t.Fatalf("nothing is told of %s %s", id, words)
	}
}

// nothing checks that no line has come. The report of a new plan shows that the watcher has run since.
func (h *changeLog) nothing(t *testing.T, w *world) {
	t.Helper()
	h.next(t, w.begin(t, plans.Rename), "pending")
}

// TestWatch checks that each change of a plan is reported once, whichever process made it. New entries
// and earlier plans are not reported.
func TestWatch(t *testing.T) {
	t.Parallel()
	for _, own := range []bool{true, false} {
		t.Run(fmt.Sprint("own ", own), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "a.mkv", "b.mkv")
			w.ready(t, plans.Rename, row{from: "a.mkv", to: "x.mkv"})
			changes := w.watching(t)
			changes.started(t, w)
			by := w
			if !own {
				by = w.with(func(*plans.Config) {})
			}
			id := by.begin(t, plans.Rename)
			changes.next(t, id, "pending")
			for n := range tier.Pick(50, 500) {
				_, err := by.add(t, id, row{from: fmt.Sprint(n, ".mkv"), to: fmt.Sprint("n", n, ".mkv")})
				must(t, err)
			}
			changes.nothing(t, w)
			_, err := by.end(t, id, plans.Rename)
			must(t, err)
			changes.next(t, id, "pending ready now")
			must(t, by.decide(t, id, plans.Rejected, ""))
			changes.next(t, id, "rejected")
			id = by.begun(t, plans.Rename, row{from: "b.mkv", to: "c.mkv"})
			changes.next(t, id, "pending")
			_, err = by.end(t, id, plans.Rename)
			must(t, err)
			changes.next(t, id, "pending ready now")
			_, err = by.apply(t, id)
			must(t, err)
			changes.next(t, id, "completed applied")
			_, err = by.undo(t, id)
			must(t, err)
			changes.next(t, id, "completed applied undone")
			changes.nothing(t, w)
		})
	}
}

// started waits until the watcher runs, because it does not report earlier plans. It returns at the
// report of its newest plan, which comes last, as the names of plans are ordered by time.
func (h *changeLog) started(t *testing.T, w *world) {
	t.Helper()
	for {
		id := w.begin(t, plans.Rename)
		most := time.After(50 * time.Millisecond)
		for waiting := true; waiting; {
			select {
			case line := <-h.lines:
				if strings.HasPrefix(line, id) {
					return
				}
				most = time.After(patience)
			case <-most:
				waiting = false
			}
		}
	}
}

// TestWatchAProposal checks that a plan that is begun and ended between two polls is reported once, as
// ready.
func TestWatchAProposal(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "Show S01E01.mkv")
	changes := w.watching(t)
	changes.started(t, w)
	out, err := w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
	must(t, err)
	changes.next(t, out.TaskID, "pending ready now")
}

// TestWatchBeforeFolderExists checks that the folder of plans may be created later.
func TestWatchBeforeFolderExists(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	changes := w.watching(t)
	changes.started(t, w)
	id := w.begin(t, plans.Rename)
	changes.next(t, id, "pending")
}

// TestWatchWritingInPlace checks that changes are seen if another program overwrites a plan's file in
// place, though the folder itself does not change.
func TestWatchWritingInPlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	list := []string{w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}), w.ready(t, plans.Rename, row{from: "a.mkv", to: "c.mkv"})}
	changes := w.watching(t)
	changes.started(t, w)
	long := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(w.shelf, long, long))
	for _, id := range list {
		raw, err := os.ReadFile(w.planFile(id))
		must(t, err)
		w.write(t, id, strings.Replace(string(raw), "pending", "rejected", 1))
		changes.next(t, id, "rejected")
	}
}
