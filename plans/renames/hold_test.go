package renames_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

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
