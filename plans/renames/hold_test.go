package renames_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"plotline/plans/renames"
)

// TestHold checks that no outcome is recorded during a Hold, that a Hold waits for one that is being recorded, and that it
// names the journals of interrupted renames and not those of running ones.
func TestHold(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a.mkv": "a"})
	placed, interrupted := make(chan struct{}), planID+".journal.json"
	var left []byte
	j := d.journals(renames.WithStep(func(step string) {
		if step == "after placed is written" {
			var err error
			left, err = os.ReadFile(filepath.Join(d.dir, interrupted))
			must(t, err)
			close(placed)
		}
	}))
	release, names, err := j.Hold(t.Context())
	must(t, err)
	if len(names) != 0 {
		t.Errorf("interrupted before anything ran: %v", names)
	}
	recording, record, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- j.Apply(t.Context(), d.request(move("a.mkv", "b.mkv")), func(ctx context.Context, o renames.Outcome) error {
			close(recording)
			<-record
			return d.commit(ctx, o)
		})
	}()
	<-placed
	select {
	case <-recording:
		t.Error("an outcome was recorded during a Hold")
	default:
	}
	release()
	<-recording
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := j.Hold(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("Hold did not wait for an outcome that is being recorded: %v", err)
	}
	close(record)
	must(t, <-done)
	must(t, os.WriteFile(filepath.Join(d.dir, interrupted), left, 0o600)) // as if the process had died before the end
	release, names, err = j.Hold(t.Context())
	must(t, err)
	release()
	if !slices.Equal(names, []string{interrupted}) {
		t.Errorf("interrupted: %v", names)
	}
}

// TestHoldLeavesOutRunningRenames checks that a Hold does not wait for a rename that moves files.
func TestHoldLeavesOutRunningRenames(t *testing.T) {
	t.Parallel()
	d := newDesk(t, tree{"a.mkv": "a"})
	moving, goOn, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	j := d.journals(renames.WithStep(func(step string) {
		if step == "before stage a.mkv" {
			close(moving)
			<-goOn
		}
	}))
	go func() { done <- j.Apply(t.Context(), d.request(move("a.mkv", "b.mkv")), d.commit) }()
	<-moving
	release, names, err := j.Hold(t.Context())
	must(t, err)
	if len(names) != 0 {
		t.Errorf("a running rename counts as interrupted: %v", names)
	}
	release()
	close(goOn)
	must(t, <-done)
}

// TestHoldGoesFirst checks that outcomes that begin after a Hold wait for it, so that it waits only for those before, and
// that a Hold that gives up keeps nobody waiting.
func TestHoldGoesFirst(t *testing.T) {
	t.Parallel()
	j := newDesk(t, tree{}).journals()
	// record begins to record, and returns when it has begun or, after some time, seems to wait.
	record := func(end <-chan struct{}, some time.Duration) (begun bool, done <-chan error) {
		began, ended := make(chan struct{}), make(chan error, 1)
		go func() {
			ended <- j.Record(t.Context(), func() error {
				close(began)
				<-end
				return nil
			})
		}()
		select {
		case <-began:
			return true, ended
		case <-time.After(some):
			return false, ended
		}
	}
	end, now := make(chan struct{}), make(chan struct{})
	close(now)
	begun, first := record(end, time.Minute)
	if !begun {
		t.Fatal("nothing is recorded")
	}
	type held struct {
		release func()
		err     error
	}
	waits := make(chan held, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, hold := range []context.Context{ctx, t.Context()} {
		go func() {
			release, _, err := j.Hold(hold)
			waits <- held{release, err}
		}()
		var later <-chan error
		began := time.Now()
		for begun := true; begun; begun, later = record(now, 200*time.Millisecond) {
			if time.Since(began) > time.Minute {
				t.Fatal("a Hold waits while others record")
			}
		}
		if hold == ctx {
			cancel()
			if got := <-waits; !errors.Is(got.err, context.Canceled) {
				t.Fatal(got.err)
			}
			must(t, <-later)
			continue
		}
		close(end)
		must(t, <-first)
		got := <-waits
		must(t, got.err)
		select {
		case err := <-later:
			t.Error("an outcome was recorded during a Hold", err)
		default:
		}
		got.release()
		must(t, <-later)
	}
}
