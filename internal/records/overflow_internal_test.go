package records

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/fsnotify/fsnotify"
)

// TestWatchReadsSystemErrors checks that the notifier reads all errors, because a watcher stops at an
// unread one. Each error, such as an overflow, signals all folders.
func TestWatchReadsSystemErrors(t *testing.T) {
	t.Parallel()
	events, errs := make(chan fsnotify.Event), make(chan error)
	n := &notifier{changes: map[string]chan struct{}{}}
	dir := t.TempDir()
	changes, other := n.channel(dir), n.channel(t.TempDir())
	go n.forward(events, errs)
	for range 100 { // unbuffered, and the changes are not read
		errs <- fsnotify.ErrEventOverflow
	}
	if _, open := <-changes; !open {
		t.Error("an overflow ends the watch")
	}
	<-other
	events <- fsnotify.Event{Name: filepath.Join(dir, "x")}
	if _, open := <-changes; !open {
		t.Error("after an overflow, events are no changes any more")
	}
	errs <- errors.New("another")
	if _, open := <-changes; !open {
		t.Error("an error ends the watch")
	}
	<-other // the event was for the other folder
	close(events)
	for range changes {
	}
	for range other {
	}
	if n.channel(dir) != nil {
		t.Error("a watch that ended is listened to")
	}
}
