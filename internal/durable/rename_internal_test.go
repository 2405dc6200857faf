package durable

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// TestRenameWaitsForOtherPrograms checks the retries that only Windows needs, on every system.
func TestRenameWaitsForOtherPrograms(t *testing.T) {
	t.Parallel()
	busy, full := errors.New("in use"), errors.New("the disk is full")
	passes := func(err error) bool { return errors.Is(err, busy) }
	for _, tt := range []struct {
		name   string
		fails  []error // of the first calls; the last stays
		want   error
		least  int
		most   int
		within time.Duration
	}{
		{"at once", []error{nil}, nil, 1, 1, 0},
		{"after two failures", []error{busy, busy, nil}, nil, 3, 3, 10 * time.Millisecond},
		{"not after another error", []error{full}, full, 1, 1, 0},
		{"another error after a failure", []error{busy, full}, full, 2, 2, 10 * time.Millisecond},
		{"for a second", []error{busy}, busy, 20, 40, time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				calls, start := 0, time.Now()
				err := withPatience(patience, passes, func() error {
					calls++
					return tt.fails[min(calls, len(tt.fails))-1]
				})
				if !errors.Is(err, tt.want) || calls < tt.least || calls > tt.most || time.Since(start) > tt.within {
					t.Errorf("%v after %d calls and %s", err, calls, time.Since(start))
				}
			})
		})
	}
}

func TestRenameReplaces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	if err := errors.Join(os.WriteFile(from, []byte("new"), 0o600), os.WriteFile(to, []byte("old"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := Rename(from, to); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(to); err != nil || string(got) != "new" {
		t.Errorf("%q, %v", got, err)
	}
	if err := Rename(from, to); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("renamed what is gone: %v", err)
	}
}
