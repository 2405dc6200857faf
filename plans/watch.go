package plans

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"plotline/graph"
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

// Change tells what happened to a plan, whoever did it, in whatever process.
type Change struct {
	Plan  *Plan
	Ready bool   // it became reviewable
	File  string // where its file is
}

// Owner is the workspace whose plan it is.
func (c Change) Owner() string { return c.Plan.owner() }

// Watch tells of every change of status of any plan, until ctx ends. What was there before is not told.
func (s *Service) Watch(ctx context.Context, tell func(Change)) {
	w := watcher{s: s, seen: map[string]seen{}}
	w.scan(ctx, true, func(Change) {})
	events, stop := s.events()
	defer stop()
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
				var again func()
				if events, again = s.events(); events != nil {
					defer again() // once: as soon as the folder is there
				}
			}
		}
		w.scan(ctx, thorough, tell)
	}
}

// events tells of changes in the folder; nil while that is not there.
func (s *Service) events() (events <-chan fsnotify.Event, stop func()) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, func() {}
	}
	if err := watcher.Add(s.files.dir); err != nil {
		_ = watcher.Close()
		return nil, func() {}
	}
	return watcher.Events, func() { _ = watcher.Close() }
}

func drain(events <-chan fsnotify.Event) {
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

// watcher remembers what it has told of.
type watcher struct {
	s    *Service
	dir  fs.FileInfo
	seen map[string]seen
}

// seen is what was known of a plan when its file was read last.
type seen struct {
	info  fs.FileInfo
	state string
	ready bool
}

// state is what a change is told for. Entries that come to a plan are none: an agent may add thousands.
func (p *Plan) state() string {
	times := make([]graph.Time, 3)
	for i, at := range []*graph.Time{p.ReadyAt, p.AppliedAt, p.UndoneAt} {
		if at != nil {
			times[i] = *at
		}
	}
	return fmt.Sprint(p.Status, times)
}

// scan looks for what changed. Unless it is thorough, a folder without new names is passed over.
func (w *watcher) scan(ctx context.Context, thorough bool, tell func(Change)) {
	dir, err := os.Stat(w.s.files.dir)
	if err != nil || !thorough && unchanged(w.dir, dir) {
		return
	}
	entries, err := os.ReadDir(w.s.files.dir)
	if err != nil {
		return
	}
	w.dir = dir
	for _, entry := range entries {
		id, is := strings.CutSuffix(entry.Name(), planSuffix)
		if !is || !isID(id) {
			continue
		}
		info, err := entry.Info()
		if err != nil || unchanged(w.seen[id].info, info) {
			continue
		}
		w.look(ctx, id, info, tell)
	}
}

func (w *watcher) look(ctx context.Context, id string, info fs.FileInfo, tell func(Change)) {
	p, err := w.s.files.read(ctx, id)
	if err != nil {
		if !errors.Is(err, errNoPlan) {
			w.s.cfg.Logger.WarnContext(ctx, "a plan that changed cannot be read", "plan", id, "error", err)
		}
		return
	}
	before := w.seen[id]
	now := seen{info: info, state: p.state(), ready: p.ReadyAt != nil}
	w.seen[id] = now
	if now.state != before.state {
		tell(Change{Plan: p, Ready: now.ready && !before.ready && p.Status == Pending, File: w.s.file(id)})
	}
}

// unchanged tells whether a file, or a folder, is surely as it was.
func unchanged(before, now fs.FileInfo) bool {
	return before != nil && os.SameFile(before, now) && before.ModTime().Equal(now.ModTime()) &&
		before.Size() == now.Size() && time.Since(now.ModTime()) > settled
}
