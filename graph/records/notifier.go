package records

import (
	"path/filepath"
	"sync"

	"github.com/fsnotify/fsnotify"
)

// notifier says which folders changed. It needs one watcher of the system for all of them: the system has
// few.
type notifier struct {
	watcher *fsnotify.Watcher // nil when the system gave none

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

// listen gives the channel that says that something changed in a folder; nil while that cannot be watched.
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

// forward hands on what a watcher says in two channels, both of which must be read or the watcher stops.
// An error says that every folder must be looked at: after an overflow of the system's queue nobody knows
// what changed. What nobody has taken yet stands for all that follows.
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

// tell says that a folder changed, or with "" that each may have.
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
