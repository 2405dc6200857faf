package records

import (
	"path/filepath"
	"sync"

	"github.com/fsnotify/fsnotify"
)

// notifier reports which folders changed. It uses one system watcher for all folders, because their number is
// limited.
type notifier struct {
	watcher *fsnotify.Watcher // nil if the system provided none

	mu      sync.Mutex
	ended   bool
	changes map[string]chan struct{} // by folder
}

func newNotifier() *notifier {
	n := &notifier{changes: map[string]chan struct{}{}}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		n.ended = true
		return n
	}
	n.watcher = watcher
	go n.forward(watcher.Events, watcher.Errors)
	return n
}

func (n *notifier) close() {
	if n.watcher != nil {
		_ = n.watcher.Close()
	}
}

// listen returns a channel that signals changes in a folder, or nil if the folder cannot be watched.
func (n *notifier) listen(dir string) <-chan struct{} {
	if n.watcher == nil || n.watcher.Add(dir) != nil {
		return nil
	}
	return n.channel(dir)
}

func (n *notifier) channel(dir string) <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ended {
		return nil
	}
	if n.changes[dir] == nil {
		n.changes[dir] = make(chan struct{}, 1)
	}
	return n.changes[dir]
}

// forward reads both channels of a watcher, which stops if either is not read. An error means that any folder
// may have changed, for example after an overflow of the system's queue. An unread signal covers all later
// changes.
func (n *notifier) forward(events <-chan fsnotify.Event, errs <-chan error) {
	defer n.end()
	for {
		select {
		case event, open := <-events:
			if !open {
				return
			}
			n.tell(filepath.Dir(event.Name))
		case _, open := <-errs:
			if !open {
				return
			}
			n.tell("")
		}
	}
}

// tell signals that a folder changed, or with "" that any may have.
func (n *notifier) tell(dir string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if dir != "" {
		signal(n.changes[dir])
		return
	}
	for _, changes := range n.changes {
		signal(changes)
	}
}

func signal(changes chan<- struct{}) {
	select {
	case changes <- struct{}{}:
	default:
	}
}

func (n *notifier) end() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ended = true
	for _, changes := range n.changes {
		close(changes)
	}
}
