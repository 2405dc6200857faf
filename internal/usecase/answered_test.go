package usecase_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"plotline/internal/fault"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
)

const mib = 1 << 20

// TestReadsWaitForMemory checks that a read without memory for its result waits until others have given theirs
// back, and runs once. Writes are not counted. Calls without an answer to hold do not wait.
func TestReadsWaitForMemory(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(time.Minute)
		memory := sharing.NewMemory(4*mib, 4*mib, func() {})
		var runs atomic.Int64
		call := func(ctx context.Context, op usecase.Op) error {
			_, err := usecase.Do(ctx, &b.Runner, someone, op, ada, func(ctx context.Context, note *usecase.Note) (string, error) {
				if !op.Writes {
					if err := sharing.Reserve(ctx, someone.Workspace, mib); err != nil {
						return "", err
					}
				}
				runs.Add(1)
				note.IDs("x")
				return strings.Repeat("x", mib), nil
			})
			return err
		}
		first, end := memory.Begin(t.Context())
		if err := call(first, usecase.Op{Name: "look"}); err != nil {
			t.Fatal(err)
		}
		second, endSecond := memory.Begin(t.Context())
		waits := make(chan error, 1)
		go func() { waits <- call(second, usecase.Op{Name: "look"}) }()
		synctest.Wait()
		if len(waits) > 0 || runs.Load() != 1 {
			t.Errorf("%d ended after %d runs", len(waits), runs.Load())
		}
		third, endThird := memory.Begin(t.Context())
		for _, other := range []error{call(third, usecase.Op{Name: "change", Writes: true}), call(t.Context(), usecase.Op{Name: "look"})} {
			if other != nil {
				t.Error(other)
			}
		}
		endThird()
		end()
		if err := <-waits; err != nil || runs.Load() != 4 {
			t.Errorf("%v after %d runs", err, runs.Load())
		}
		fourth, endFourth := memory.Begin(t.Context())
		if err := call(fourth, usecase.Op{Name: "look"}); fault.CodeOf(err) != fault.RateLimited {
			t.Errorf("the second call held nothing: %v", err)
		}
		endFourth()
		endSecond()
	})
}

// TestReadsAtOnce checks that reads wait for other reads of their workspace until their time limit. Writes do
// not wait.
func TestReadsAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(time.Minute)
		b.Reads = sharing.PerPayer(1)
		release := make(chan struct{})
		call := func(op usecase.Op) error {
			_, err := usecase.Do(t.Context(), &b.Runner, someone, op, ada, func(context.Context, *usecase.Note) (string, error) {
				if !op.Writes {
					<-release
				}
				return "", nil
			})
			return err
		}
		first := make(chan error, 1)
		go func() { first <- call(usecase.Op{Name: "look"}) }()
		synctest.Wait()
		if err := call(usecase.Op{Name: "change", Writes: true}); err != nil {
			t.Error(err)
		}
		if err := call(usecase.Op{Name: "look"}); fault.CodeOf(err) != fault.RateLimited || !strings.Contains(err.Error(), "fewer of them at once") {
			t.Error(err)
		}
		close(release)
		if err := <-first; err != nil {
			t.Error(err)
		}
	})
}

// TestScansTakeTurns checks that a scan waits for another scan of its workspace until its time limit. Other writes, and
// scans of other workspaces, do not wait.
func TestScansTakeTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(time.Minute)
		b.Scans = sharing.Slots(2)
		release := make(chan struct{})
		call := func(workspace string, op usecase.Op, wait <-chan struct{}) error {
			by := someone
			by.Workspace = workspace
			_, err := usecase.Do(t.Context(), &b.Runner, by, op, ada, func(context.Context, *usecase.Note) (string, error) {
				if wait != nil {
					<-wait
				}
				return "", nil
			})
			return err
		}
		scan := usecase.Op{Name: "scan", Writes: true, Scans: true}
		first := make(chan error, 1)
		go func() { first <- call("a", scan, release) }()
		synctest.Wait()
		for _, err := range []error{call("a", usecase.Op{Name: "change", Writes: true}, nil), call("b", scan, nil)} {
			if err != nil {
				t.Error(err)
			}
		}
		if err := call("a", scan, nil); fault.CodeOf(err) != fault.RateLimited || !strings.Contains(err.Error(), "scan fewer folders at once") {
			t.Error(err)
		}
		close(release)
		if err := <-first; err != nil {
			t.Error(err)
		}
	})
}
