package records

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"
)

const (
	// look is the polling interval. It applies even without notifications, because network folders send none.
	look = time.Second
	// gather is how long a change waits for others that follow it closely.
	gather = 20 * time.Millisecond
	// settled is the minimum age of a file before its modification time is trusted. Two changes within one
	// tick of the file system's clock look the same. The coarsest clock ticks every 2 seconds.
	settled = 2 * time.Second
)

// Watch calls before for every existing value, and then changed for every value that any process writes,
// until ctx ends. A recently written value may be reported again. If before is nil, existing values are not read.
func (f *Folder[T]) Watch(ctx context.Context, before, changed func(id string, v *T)) {
	n := newNotifier()
	defer n.close()
	f.watch(ctx, n, before, changed)
}

// WatchAll is Watch for several folders. It calls folders every second, so that folders may be added later,
// and reports their existing values to changed. folders must return the same value for the same folder. Each
// folder has a goroutine of its own, so a slow one does not delay others and the functions may be called
// concurrently.
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
		thorough := events == nil // writing a file in place does not change its folder
		select {
		case <-ctx.Done():
			return
		case _, open := <-events:
			thorough = true
			if !open { // from now on only by polling
				events = nil
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(gather):
			}
			drain(events)
		case <-tick.C:
			if events == nil {
				events = n.listen(f.Dir) // as soon as the folder exists
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

// watcher stores the files that it has seen.
type watcher[T any] struct {
	f    *Folder[T]
	dir  fs.FileInfo
	seen map[string]fs.FileInfo
}

// scan reports changed files. Unless thorough is set, it skips a folder whose modification time is unchanged.
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
	if tell == nil {
		w.seen[id] = info
		return
	}
	var v *T
	err := w.f.Visit(ctx, id, func(read *T) { v = read })
	if err != nil {
		if !errors.Is(err, ErrNone) && ctx.Err() == nil {
			w.f.Logger.WarnContext(ctx, "cannot read a changed file", "kind", w.f.Noun, "id", id, "error", err)
		}
		return
	}
	w.seen[id] = info
	tell(id, v)
}

// unchanged reports whether a file or folder has certainly not changed.
func unchanged(before, now fs.FileInfo) bool {
	return before != nil && os.SameFile(before, now) && before.ModTime().Equal(now.ModTime()) &&
		before.Size() == now.Size() && time.Since(now.ModTime()) > settled
}
