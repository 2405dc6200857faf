package records

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/fsnotify/fsnotify"
)

// TestErrorsOfTheSystemAreRead: a watcher stops at an error that nobody reads. Each one, such as that of
// an overflow, says that the folder must be looked at.
func TestErrorsOfTheSystemAreRead(t *testing.T) {
	t.Parallel()
	events, errs := make(chan fsnotify.Event), make(chan error)
	n := &notifier{changes: map[string]chan struct{}{}}
	dir := t.TempDir()
	changes, other := n.channel(dir), n.channel(t.TempDir())
	go n.forward(events, errs)
	for range 100 { // unbuffered, and nobody takes the changes
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
	<-other // which the event was not about
	close(events)
	for range changes {
	}
	for range other {
	}
	if n.channel(dir) != nil {
		t.Error("a watch that ended is listened to")
	}
}
