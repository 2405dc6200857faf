package groupcommit

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// journal records what is committed, and answers each item in capitals.
type journal struct {
	*Groups[string, string, string]
	mu      sync.Mutex
	commits []string                        // the items of each commit
	during  func(ctx context.Context) error // called during a commit
	stops   int                             // how many items a commit stores; 0 means all
}

func newJournal(most int, during func(ctx context.Context) error) *journal {
	j := &journal{during: during}
	j.Groups = New(most, func(ctx context.Context, key string, items []string) ([]string, error) {
		j.mu.Lock()
		j.commits = append(j.commits, key+":"+strings.Join(items, ""))
		j.mu.Unlock()
		if err := j.during(ctx); err != nil {
			return nil, err
		}
		outs := make([]string, len(items))
		for i, item := range items {
			outs[i] = strings.ToUpper(item)
		}
		if j.stops > 0 {
			outs = outs[:min(j.stops, len(outs))]
		}
		return outs, nil
	})
	return j
}

// call is the result of a call.
type call struct {
	out  string
	err  error
	done bool
}

// start makes calls one after the other. When it returns, all of them wait or are being committed.
func (j *journal) start(ctx context.Context, items ...string) []*call {
	calls := make([]*call, len(items))
	for i, item := range items {
		c := &call{}
		calls[i] = c
		go func() {
			c.out, c.err = j.Do(ctx, "k", item)
			c.done = true
		}()
		synctest.Wait()
	}
	return calls
}

func (j *journal) committed(t *testing.T, want ...string) {
	t.Helper()
	if d := cmp.Diff(want, j.commits); d != "" {
		t.Errorf("commits (-want +got):\n%s", d)
	}
	if len(j.waiting) != 0 {
		t.Errorf("it still serves %v", j.waiting)
	}
}

func got(t *testing.T, want string, err error, calls ...*call) {
	t.Helper()
	var outs strings.Builder
	for _, c := range calls {
		outs.WriteString(c.out)
		if !c.done || !errors.Is(c.err, err) {
			t.Errorf("done %t with error %v, want %v", c.done, c.err, err)
		}
	}
	if outs.String() != want {
		t.Errorf("got %q, want %q", outs.String(), want)
	}
}

var errFull = errors.New("full")

// turns lets commits continue one by one, each with the given error.
func turns() (during func(context.Context) error, next func(err error)) {
	release := make(chan error)
	return func(context.Context) error { return <-release }, func(err error) {
		release <- err
		synctest.Wait()
	}
}

// TestGather checks that calls during a commit are part of the next one, in order and up to the limit.
func TestGather(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		during, next := turns()
		j := newJournal(3, during)
		calls := j.start(t.Context(), "a", "b", "c", "d", "e", "f")
		for _, want := range []int{5, 2, 0} {
			if n := j.Waiting("k"); n != want {
				t.Errorf("%d wait, want %d", n, want)
			}
			next(nil)
		}
		got(t, "ABCDEF", nil, calls...)
		late := j.start(t.Context(), "g", "h")
		next(errFull)
		next(nil)
		got(t, "", errFull, late[0])
		got(t, "H", nil, late[1])
		j.committed(t, "k:a", "k:bcd", "k:ef", "k:g", "k:h")
	})
}

// TestLanesTakeTurns checks that a lane with many calls delays the calls of others by one of its own, and that a lane alone
// fills a commit.
func TestLanesTakeTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		during, next := turns()
		j := newJournal(5, during)
		j.InTurns(2, func(item string) string { return item[:1] })
		calls := j.start(t.Context(), "a0", "a1", "a2", "a3", "a4", "b1", "a5", "c1", "b2")
		for range 3 {
			next(nil)
		}
		got(t, "A0A1A2A3A4B1A5C1B2", nil, calls...)
		j.committed(t, "k:a0", "k:a1b1c1a2b2", "k:a3a4a5")
	})
}

// TestLanesOfTwoKinds checks that calls take turns in both kinds of lanes, and that calls which wait for one lane do not
// count in the other.
func TestLanesOfTwoKinds(t *testing.T) {
	t.Parallel()
	first, second := func(item string) string { return item[:1] }, func(item string) string { return item[1:2] }
	for name, c := range map[string]struct {
		items   string
		commits []string
	}{
		"one credential, many workspaces": {"ap aq ar as at bv", []string{"ap", "aqbvar", "asat"}},
		"one workspace, many credentials": {"av bv cv dv ev fw", []string{"av", "bvfwcv", "dvev"}},
		"a visited workspace":             {"av ap aq ar av aw bv", []string{"av", "apbvaq", "aravaw"}},
		"alone":                           {"av av av av", []string{"av", "avavav"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				during, next := turns()
				j := newJournal(5, during)
				j.InTurns(2, first, second)
				calls := j.start(t.Context(), strings.Fields(c.items)...)
				for range c.commits {
					next(nil)
				}
				got(t, strings.ToUpper(strings.ReplaceAll(c.items, " ", "")), nil, calls...)
				want := make([]string, len(c.commits))
				for i, commit := range c.commits {
					want[i] = "k:" + commit
				}
				j.committed(t, want...)
			})
		})
	}
}

// TestLanesTakeTurnsWhenCommitsStop checks that what a commit leaves out does not go before the first call of another lane.
func TestLanesTakeTurnsWhenCommitsStop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		during, next := turns()
		j := newJournal(5, during)
		j.stops = 1
		j.InTurns(2, func(item string) string { return item[:1] })
		calls := j.start(t.Context(), "a0", "a1", "a2", "a3")
		next(nil)
		late := j.start(t.Context(), "b1")
		for range 3 { // a1, of the running commit, and a2 go first
			next(nil)
		}
		got(t, "B1", nil, late...)
		next(nil)
		got(t, "A0A1A2A3", nil, calls...)
	})
}

// TestCommitStops checks that what a commit leaves out is committed next, before calls that came later.
func TestCommitStops(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		during, next := turns()
		j := newJournal(4, during)
		j.stops = 2
		calls := j.start(t.Context(), "a", "b", "c", "d", "e", "f")
		next(nil)
		next(nil)
		got(t, "ABC", nil, calls[:3]...)
		next(nil)
		got(t, "DE", nil, calls[3:5]...)
		next(nil)
		got(t, "F", nil, calls[5])
		j.committed(t, "k:a", "k:bcde", "k:def", "k:f")
	})
}

// TestCommitFails checks that an error applies to the whole group and to no later call.
func TestCommitFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		during, next := turns()
		j := newJournal(2, during)
		calls := j.start(t.Context(), "a", "b", "c", "d")
		next(nil)
		next(errFull)
		next(nil)
		got(t, "A", nil, calls[0])
		got(t, "", errFull, calls[1:3]...)
		got(t, "D", nil, calls[3])
		j.committed(t, "k:a", "k:bc", "k:d")
	})
}

// TestKeysApart checks that keys do not wait for each other.
func TestKeysApart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		during, next := turns()
		j := newJournal(9, during)
		calls := j.start(t.Context(), "a")
		go func() { _, _ = j.Do(t.Context(), "other", "x") }()
		synctest.Wait()
		next(nil)
		next(nil)
		got(t, "A", nil, calls...)
		j.committed(t, "k:a", "other:x")
	})
}

// TestLeave checks that a cancelled waiting call is left out, and that a call cancelled during its commit
// does not stop it.
func TestLeave(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		during, next := turns()
		j := newJournal(9, during)
		ctx, leave := context.WithCancel(t.Context())
		stays := j.start(t.Context(), "a")
		leaves := j.start(ctx, "b", "c")
		stays = append(stays, j.start(t.Context(), "d")...)
		leave()
		synctest.Wait()
		got(t, "", context.Canceled, leaves...)
		next(nil)
		next(nil)
		got(t, "AD", nil, stays...)
		got(t, "", context.Canceled, j.start(ctx, "e")...)
		j.committed(t, "k:a", "k:d")
	})
}

// TestLeaveDuringCommit checks that a commit continues without its first caller until the last caller has left.
func TestLeaveDuringCommit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := make(chan struct{})
		ended := false
		j := newJournal(9, func(ctx context.Context) error {
			select {
			case began <- struct{}{}:
				return nil
			case <-ctx.Done():
				ended = true
				return ctx.Err()
			}
		})
		first, leaveFirst := context.WithCancel(t.Context())
		second, leaveSecond := context.WithCancel(t.Context())
		j.start(t.Context(), "a")
		one, two := j.start(first, "b"), j.start(second, "c")
		<-began
		synctest.Wait()
		leaveFirst()
		synctest.Wait()
		got(t, "", context.Canceled, one...)
		if two[0].done || ended {
			t.Error("the commit ended with the first caller")
		}
		leaveSecond()
		synctest.Wait()
		got(t, "", context.Canceled, two...)
		if !ended {
			t.Error("the commit goes on for nobody")
		}
		j.committed(t, "k:a", "k:bc")
	})
}

// TestDeadlines checks that a group has the latest deadline of its calls.
func TestDeadlines(t *testing.T) {
	t.Parallel()
	const s = time.Second
	for name, c := range map[string]struct {
		limits []time.Duration // 0 means none
		want   time.Duration
	}{
		"one":                {[]time.Duration{5 * s}, 5 * s},
		"the latest":         {[]time.Duration{2 * s, 7 * s, 3 * s}, 7 * s},
		"all the time":       {[]time.Duration{2 * s, 0, 3 * s}, 0},
		"the same for each":  {[]time.Duration{4 * s, 4 * s}, 4 * s},
		"the first the most": {[]time.Duration{9 * s, 4 * s}, 9 * s},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				group := make([]*member[string, string], len(c.limits))
				for i, limit := range c.limits {
					ctx := t.Context()
					if limit > 0 {
						var cancel context.CancelFunc
						ctx, cancel = context.WithTimeout(ctx, limit)
						defer cancel()
					}
					group[i] = &member[string, string]{ctx: ctx}
				}
				ctx, stop := shared(group)
				defer stop()
				deadline, limited := ctx.Deadline()
				if limited != (c.want > 0) || limited && time.Until(deadline) != c.want {
					t.Errorf("a limit (%t) of %v, want %v", limited, time.Until(deadline), c.want)
				}
			})
		})
	}
}

// TestApart checks that after ErrApart the items of the remaining callers are committed one by one.
func TestApart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		during, next := turns()
		j := newJournal(9, during)
		ctx, leave := context.WithCancel(t.Context())
		calls := j.start(t.Context(), "a", "b", "c")
		left := j.start(ctx, "d")
		calls = append(calls, j.start(t.Context(), "e")...)
		next(nil)
		leave()
		synctest.Wait()
		for _, err := range []error{ErrApart, nil, ErrApart, nil} {
			next(err)
		}
		got(t, "AB", nil, calls[:2]...)
		got(t, "", ErrApart, calls[2]) // a single item returns ErrApart itself
		got(t, "E", nil, calls[3])
		got(t, "", context.Canceled, left...)
		j.committed(t, "k:a", "k:bcde", "k:b", "k:c", "k:e")
	})
}

// TestPanic checks that a panic reaches the callers and that later calls are served.
func TestPanic(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		broken := true
		j := newJournal(9, func(context.Context) error {
			if broken {
				panic("broken")
			}
			return nil
		})
		func() {
			defer func() {
				if recover() != "broken" {
					t.Error("no panic came")
				}
			}()
			_, _ = j.Do(t.Context(), "k", "a")
		}()
		broken = false
		got(t, "B", nil, j.start(t.Context(), "b")...)
		j.committed(t, "k:a", "k:b")
	})
}

// TestManyConcurrentCalls checks that many concurrent calls each get their own result and are committed once.
func TestManyConcurrentCalls(t *testing.T) {
	t.Parallel()
	j := newJournal(7, func(context.Context) error { return nil })
	items := strings.Split("abcdefghijklmnopqrstuvwxyz", "")
	var all sync.WaitGroup
	for _, item := range items {
		all.Go(func() {
			if out, err := j.Do(t.Context(), "k", item); out != strings.ToUpper(item) || err != nil {
				t.Errorf("%s: got %q, %v", item, out, err)
			}
		})
	}
	all.Wait()
	j.mu.Lock()
	defer j.mu.Unlock()
	seen := strings.Split(strings.ReplaceAll(strings.Join(j.commits, ""), "k:", ""), "")
	slices.Sort(seen)
	if d := cmp.Diff(items, seen); d != "" {
		t.Errorf("committed (-want +got):\n%s", d)
	}
}
