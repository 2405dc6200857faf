package records

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"plotline/graph/pause"
)

const (
	// look is how often the folder is looked at even when nobody said that it changed: a folder on the
	// network tells nothing.
	look = time.Second
	// gather is how long a change waits for those that come with it.
	gather = 20 * time.Millisecond
	// settled is how long a file must have been left alone before its time of change is trusted. Two
	// changes within one tick of a file system's clock look the same; 2 seconds is the coarsest there is.
	settled = 2 * time.Second
)

// Watch gives every value that is there to before, and from then on every one whose file was written, by
// whatever process, to changed, until ctx ends. One that was written a moment before may be told of again.
func (f *Folder[T]) Watch(ctx context.Context, before, changed func(id string, v *T)) {
	n := newNotifier()
	defer n.close()
	f.watch(ctx, n, before, changed)
}

// WatchAll is Watch for several folders, which folders lists, the same value for the same folder each
// time. It is asked every second, so that a folder may come later; what such a folder holds is changed.
// Each folder has a goroutine of its own: a slow one delays no other, and the functions may be called
// for several folders at once.
func WatchAll[T any](ctx context.Context, folders func() []*Folder[T], before, changed func(f *Folder[T], id string, v *T)) {
	n := newNotifier()
	defer n.close()
	var all sync.WaitGroup
	defer all.Wait()
	watched := map[*Folder[T]]bool{}
	tick := time.NewTicker(look)
	defer tick.Stop()
	for first := before; ; first = changed {
		for _, f := range folders() {
			if watched[f] {
				continue
			}
			watched[f] = true
			all.Go(func() {
				f.watch(ctx, n, func(id string, v *T) { first(f, id, v) }, func(id string, v *T) { changed(f, id, v) })
			})
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (f *Folder[T]) watch(ctx context.Context, n *notifier, before, changed func(id string, v *T)) {
	w := watcher[T]{f: f, seen: map[string]fs.FileInfo{}}
	w.scan(ctx, true, before)
	events := n.listen(f.Dir)
	tick := time.NewTicker(look)
	defer tick.Stop()
	for {
		thorough := events == nil // a file that is written in place leaves no trace in its folder
		select {
		case <-ctx.Done():
			return
		case _, open := <-events:
			thorough = true
			if !open { // from now on by the clock alone
				events = nil
			}
			if pause.For(ctx, gather) != nil {
				return
			}
			drain(events)
		case <-tick.C:
			if events == nil {
				events = n.listen(f.Dir) // as soon as the folder is there
			}
		}
		w.scan(ctx, thorough, changed)
	}
}

func drain(events <-chan struct{}) {
	for {
		select {
		case _, open := <-events:
			if !open {
				return
			}
		default:
			return
		}
	}
}

// watcher remembers what it has seen.
type watcher[T any] struct {
	f    *Folder[T]
	dir  fs.FileInfo
	seen map[string]fs.FileInfo
}

// scan looks for what changed. Unless it is thorough, a folder without new names is passed over.
func (w *watcher[T]) scan(ctx context.Context, thorough bool, tell func(id string, v *T)) {
	dir, err := os.Stat(w.f.Dir)
	if err != nil || !thorough && unchanged(w.dir, dir) {
		return
	}
	entries, err := os.ReadDir(w.f.Dir)
	if err != nil {
		return
	}
	w.dir = dir
	for _, entry := range entries {
		id, is := w.f.idOf(entry.Name())
		if !is || !w.f.ValidID(id) {
			continue
		}
		info, err := entry.Info()
		if err != nil || unchanged(w.seen[id], info) {
			continue
		}
		w.look(ctx, id, info, tell)
	}
}

func (w *watcher[T]) look(ctx context.Context, id string, info fs.FileInfo, tell func(id string, v *T)) {
	v, err := w.f.Read(ctx, id)
	if err != nil {
		if !errors.Is(err, ErrNone) {
			w.f.Logger.WarnContext(ctx, "what changed cannot be read", "kind", w.f.Noun, "id", id, "error", err)
		}
		return
	}
	w.seen[id] = info
	tell(id, v)
}

// unchanged tells whether a file, or a folder, is surely as it was.
func unchanged(before, now fs.FileInfo) bool {
	return before != nil && os.SameFile(before, now) && before.ModTime().Equal(now.ModTime()) &&
		before.Size() == now.Size() && time.Since(now.ModTime()) > settled
}
