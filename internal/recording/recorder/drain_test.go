package recorder_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"plotline/internal/recording/recorder"
)

// TestDrain checks that a task becomes one episode, which a second drain leaves alone and a later prompt changes.
func TestDrain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.begin("one")
	s.fix("Make the cart safe for concurrent use", "cart/store.go", `lost update: want 2 items, got 1`)
	w.flush(nil)
	first := w.episodes()
	if len(first) != 1 || first[0].Reward <= 0 || !strings.HasPrefix(first[0].Name, "Make the cart safe") {
		t.Fatalf("stored %+v", first)
	}
	if key := recording(t, first[0])["key"]; key != "rec1:claude-code:one:task-1" {
		t.Errorf("the key is %v", key)
	}
	w.flush(nil)
	if again := w.episodes(); len(again) != 1 || again[0].UpdatedAt != first[0].UpdatedAt {
		t.Errorf("a second drain made %+v", again)
	}
	s.prompt("No, that is wrong: cart/store.go still loses items, do not use a lock of our own")
	s.edit("cart/store.go")
	s.test("")
	s.end()
	w.flush(nil)
	last := w.episodes()
	if len(last) != 2 || last[0].EpisodeID != first[0].EpisodeID || last[0].Reward >= first[0].Reward {
		t.Errorf("after a correction: %+v", last)
	}
}

// TestRunningTask checks that a task is not stored before it is over.
func TestRunningTask(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.begin("one")
	s.prompt("Make the cart safe for concurrent use")
	s.edit("cart/store.go")
	w.flush(nil)
	if names, err := w.store.Workspaces(t.Context(), "", 10); err != nil || len(names) > 0 {
		t.Fatalf("stored in %v, %v", names, err)
	}
	w.pass(7 * time.Hour)
	w.flush(nil)
	if all := w.episodes(); len(all) != 1 {
		t.Errorf("after hours of silence: %+v", all)
	}
}

// TestNoProject checks that nothing is stored of a folder that is no project, nor of another store.
func TestNoProject(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.beginIn("one", t.TempDir())
	s.fix("Make the cart safe for concurrent use", "cart/store.go", "lost update")
	w.flush(nil)
	w.settings.DataDir = "/elsewhere"
	s = w.begin("two")
	s.fix("Make the cart safe for concurrent use", "cart/store.go", "lost update")
	w.flush(nil)
	if names, err := w.store.Workspaces(t.Context(), "", 10); err != nil || len(names) > 0 {
		t.Errorf("stored in %v, %v", names, err)
	}
}

// failing is a memory that fails at a step, before or after it has done it.
type failing struct {
	recorder.Memory

	at    int
	after bool
	step  int
}

var errFailed = errors.New("the process was killed")

// do counts a step. It returns whether to do it, and the error that the caller gets.
func (f *failing) do(work func() error) error {
	f.step++
	if f.step != f.at {
		if f.at > 0 && f.step > f.at {
			return errFailed // a killed process does nothing more
		}
		return work()
	}
	if f.after {
		if err := work(); err != nil {
			return err
		}
	}
	return errFailed
}

func (f *failing) Create(ctx context.Context, ws string, e recorder.Episode) (id string, err error) {
	return id, f.do(func() error { id, err = f.Memory.Create(ctx, ws, e); return err })
}

func (f *failing) Read(ctx context.Context, ws, id string) (e recorder.Stored, err error) {
	return e, f.do(func() error { e, err = f.Memory.Read(ctx, ws, id); return err })
}

func (f *failing) Update(ctx context.Context, ws string, e recorder.Stored) (at time.Time, err error) {
	return at, f.do(func() error { at, err = f.Memory.Update(ctx, ws, e); return err })
}

func (f *failing) Relate(ctx context.Context, ws string, l recorder.Link) error {
	return f.do(func() error { return f.Memory.Relate(ctx, ws, l) })
}

// script is a session in several parts. After each of them the recorder drains.
func script(w *world) []func() {
	s := w.begin("one")
	return []func(){
		func() {
			s.fix("Make the cart safe for concurrent use", "cart/store.go", "lost update: want 2 items, got 1")
		},
		func() {
			s.prompt("No, that is wrong: cart/store.go still loses items, use WATCH")
			s.edit("cart/store.go")
			s.test("")
			s.end()
		},
		func() {
			s.prompt("Add a page for orders")
			s.edit("orders/page.go")
			s.test("undefined: order")
			s.end()
		},
		func() {
			s.fix("Make the cart safe for concurrent use", "cart/store.go", "lost update: want 2 items, got 1")
			s.close()
		},
	}
}

// TestFailingSteps checks that a failure at any step of a drain, before or after the step took place, leaves the same graph
// once the next recorder has drained: no episode twice, none lost.
func TestFailingSteps(t *testing.T) {
	t.Parallel()
	calm := newWorld(t)
	counting := &failing{Memory: calm.memory}
	for _, part := range script(calm) {
		part()
		calm.flush(calm.recorder(counting))
	}
	want := calm.dump()
	if counting.step < 6 {
		t.Fatalf("only %d steps", counting.step)
	}
	for at := 1; at <= counting.step; at++ {
		for _, after := range []bool{false, true} {
			for _, soon := range []bool{true, false} { // or only once the session has gone on, so that the tasks have changed
				t.Run(fmt.Sprintf("step %d after %t soon %t", at, after, soon), func(t *testing.T) {
					t.Parallel()
					w := newWorld(t)
					memory, failed := &failing{Memory: w.memory, at: at, after: after}, false
					for _, part := range script(w) {
						part()
						if err := w.recorder(memory).Flush(t.Context()); err != nil {
							failed = true
							memory.at, memory.step = 0, 0
							if soon {
								w.flush(nil)
							}
						}
					}
					w.flush(nil)
					if !failed {
						t.Error("no step failed")
					}
					if got := w.dump(); got != want {
						t.Errorf("got\n%s\nwant\n%s", got, want)
					}
				})
			}
		}
	}
}
