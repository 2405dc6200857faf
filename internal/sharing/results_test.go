package sharing_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plotline/internal/fault"
	"plotline/internal/sharing"
)

// world counts computations. Each takes a while, and its result is the mark of its request.
type world struct {
	*sharing.Results[string]

	mu    sync.Mutex
	takes time.Duration
	err   error
	made  []string // the marks of computations that succeeded
	ended []string // of those whose context ended
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Results: sharing.NewResults(func(s string) int64 { return int64(len(s)) }, 10, 6), takes: time.Second}
	t.Cleanup(w.Close)
	return w
}

func (w *world) request(owner, name, mark string) sharing.Request[string] {
	return sharing.Request[string]{Owner: owner, Name: name, Mark: mark, Limit: time.Minute, Compute: func(ctx context.Context) (string, error) {
		w.mu.Lock()
		takes, err := w.takes, w.err
		w.mu.Unlock()
		select {
		case <-time.After(takes):
		case <-ctx.Done():
			err = ctx.Err()
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		switch {
		case ctx.Err() != nil:
			w.ended = append(w.ended, mark)
		case err == nil:
			w.made = append(w.made, mark)
		}
		return mark, err
	}}
}

// gets expects a result.
func (w *world) gets(t *testing.T, name, mark, want string, wantStale bool) {
	t.Helper()
	got, stale, err := w.Get(t.Context(), w.request("o", name, mark))
	if got != want || stale != wantStale || err != nil {
		t.Errorf("%s at mark %s is %q, stale %t, %v; want %q, stale %t", name, mark, got, stale, err, want, wantStale)
	}
}

func (w *world) computed(t *testing.T, want string) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if got := strings.Join(w.made, " "); got != want {
		t.Errorf("computed %q, want %q", got, want)
	}
}

func inBubble(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { test(t, newWorld(t)) })
}

func TestKeptUntilChanged(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		t.Helper()
		w.gets(t, "x", "1", "1", false)
		w.gets(t, "x", "1", "1", false)
		w.computed(t, "1")
		w.gets(t, "x", "2", "1", true)
		w.gets(t, "x", "3", "1", true) // joins the computation for 2
		time.Sleep(2 * time.Second)
		w.computed(t, "1 2")
		w.gets(t, "x", "2", "2", false)
		w.gets(t, "x", "3", "2", true)
		time.Sleep(2 * time.Second)
		w.gets(t, "x", "3", "3", false)
		w.takes = 50 * time.Millisecond
		w.gets(t, "x", "4", "4", false) // ready soon enough
	})
}

// TestOneComputation checks that many callers share a computation, and that one owner's kept results are replaced one
// after the other.
func TestOneComputation(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		t.Helper()
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { w.gets(t, "x", "1", "1", false) })
		}
		all.Wait()
		w.computed(t, "1")
		w.gets(t, "y", "1", "1", false)
		w.gets(t, "x", "2", "1", true)
		w.gets(t, "y", "2", "1", true) // waits until x is replaced
		time.Sleep(2 * time.Second)
		w.computed(t, "1 1 2")
		w.gets(t, "y", "2", "1", true)
		time.Sleep(2 * time.Second)
		w.gets(t, "y", "2", "2", false)
	})
}

// TestNobodyWaits checks that a first computation ends with its last caller, and a second one does not.
func TestNobodyWaits(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		t.Helper()
		brief, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		for range 2 {
			go func() { _, _, _ = w.Get(brief, w.request("o", "x", "1")) }()
		}
		if _, _, err := w.Get(brief, w.request("o", "x", "1")); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		synctest.Wait()
		if len(w.ended) != 1 {
			t.Errorf("%d computations ended", len(w.ended))
		}
		w.gets(t, "x", "1", "1", false)
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, _, err := w.Get(gone, w.request("o", "x", "2")); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		time.Sleep(2 * time.Second)
		w.computed(t, "1 2")
	})
}

func TestFailures(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		t.Helper()
		broken := errors.New("broken")
		w.err = broken
		if _, _, err := w.Get(t.Context(), w.request("o", "x", "1")); !errors.Is(err, broken) {
			t.Error(err)
		}
		w.err = nil
		w.gets(t, "x", "1", "1", false)
		w.err, w.takes = broken, 0
		w.gets(t, "x", "2", "1", true)
		w.err = nil
		w.gets(t, "x", "2", "2", false)
		panics := w.request("o", "y", "1")
		panics.Compute = func(context.Context) (string, error) { panic("at the disco") }
		if _, _, err := w.Get(t.Context(), panics); err == nil || !strings.Contains(err.Error(), "at the disco") {
			t.Error(err)
		}
		w.takes = time.Hour
		if _, _, err := w.Get(t.Context(), w.request("o", "z", "1")); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}

// TestMemory checks that results that were used lately stay, within the limits of all and of each owner.
func TestMemory(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		t.Helper()
		get := func(owner, name, mark string) {
			t.Helper()
			if _, _, err := w.Get(t.Context(), w.request(owner, name, mark)); err != nil {
				t.Error(err)
			}
		}
		get("o", "x", "oox")
		get("o", "y", "ooy")
		get("o", "x", "oox")
		get("o", "z", "ooz") // in place of y
		get("o", "x", "oox")
		w.computed(t, "oox ooy ooz")
		get("o", "y", "ooy")   // in place of z
		get("p", "x", "ppppx") // in place of x, which is the oldest of all
		get("o", "y", "ooy")
		w.computed(t, "oox ooy ooz ooy ppppx")
		get("o", "x", "oox") // in place of p
		get("o", "w", "too large")
		get("o", "w", "too large")
		w.computed(t, "oox ooy ooz ooy ppppx oox too large too large")
	})
}

func TestClose(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		t.Helper()
		w.gets(t, "x", "1", "1", false)
		w.gets(t, "x", "2", "1", true)
		w.Close()
		if len(w.ended) != 1 {
			t.Errorf("%d computations ended", len(w.ended))
		}
		if _, _, err := w.Get(t.Context(), w.request("o", "x", "1")); fault.CodeOf(err) != fault.Unavailable {
			t.Error(err)
		}
	})
}
