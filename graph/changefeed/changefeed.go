// Package changefeed tells when a workspace of the graph has changed, whichever process changed it.
//
// A Feed asks the store for the mark of changes, and only of workspaces that have a listener. Several changes between
// two polls are one notification.
package changefeed

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"plotline/internal/pause"
)

const (
	// interval is the wait between two polls of a workspace, and so the least time between two notifications.
	interval = 500 * time.Millisecond
	// longest is the longest wait after repeated failures.
	longest = 5 * time.Second
	// timeLimit bounds one poll.
	timeLimit = 10 * time.Second
	// atOnce bounds the polls of all workspaces that run at once.
	atOnce = 4
)

// Feed polls the workspaces that have a listener. It is safe for concurrent use.
type Feed struct {
	changes func(ctx context.Context, workspace string) (string, error)
	notify  func(workspace string)
	logger  *slog.Logger
	places  chan struct{} // held during a poll

	mu        sync.Mutex
	listening map[string]*poller
	start     func(*poller) // nil before and after Run
	pollers   sync.WaitGroup
}

// poller polls one workspace.
type poller struct {
	workspace string
	began     time.Time
	ready     chan struct{} // closed by isReady
	isReady   func()
	stop      context.CancelFunc // nil before Run
}

// New returns a feed that polls by changes and calls notify after a change. See graph.ChangeStore for the marks that
// changes returns.
func New(
	changes func(ctx context.Context, workspace string) (string, error), notify func(workspace string), logger *slog.Logger,
) *Feed {
	return &Feed{
		changes: changes, notify: notify, logger: logger,
		places: make(chan struct{}, atOnce), listening: map[string]*poller{},
	}
}

// Listen starts or ends the polling of a workspace. It does not block. The channel is closed when every change from then
// on will be notified, after half a second at the latest. It is nil at the end of the polling.
func (f *Feed) Listen(workspace string, listening bool) <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := f.listening[workspace]
	switch {
	case listening && p == nil:
		ready := make(chan struct{})
		p = &poller{workspace: workspace, began: time.Now(), ready: ready, isReady: sync.OnceFunc(func() { close(ready) })}
		time.AfterFunc(interval, p.isReady)
		f.listening[workspace] = p
		if f.start != nil {
			f.start(p)
		}
	case !listening && p != nil:
		delete(f.listening, workspace)
		if p.stop != nil {
			p.stop()
		}
	}
	if !listening {
		return nil
	}
	return p.ready
}

// Run polls until ctx ends, and returns when the last poll has ended. Call it once.
func (f *Feed) Run(ctx context.Context) {
	f.mu.Lock()
	f.start = func(p *poller) {
		own, stop := context.WithCancel(ctx)
		p.stop = stop
		f.pollers.Go(func() { f.poll(own, p) })
	}
	for _, p := range f.listening {
		f.start(p)
	}
	f.mu.Unlock()
	<-ctx.Done()
	f.mu.Lock()
	f.start = nil
	f.mu.Unlock()
	f.pollers.Wait()
}

// poll polls one workspace until ctx ends. The first mark is only compared with later ones, because nobody was ready
// before it. If it took so long that listeners no longer waited for it, it counts as a change.
func (f *Feed) poll(ctx context.Context, p *poller) {
	known, wait, failing := "", interval, false
	for {
		mark, err := f.ask(ctx, p.workspace)
		if ctx.Err() != nil {
			return
		}
		if failing != (err != nil) {
			failing = err != nil
			f.report(ctx, p.workspace, err)
		}
		switch {
		case err != nil:
			wait = min(2*wait, longest)
		default:
			if known != "" && mark != known || known == "" && time.Since(p.began) > interval {
				f.notify(p.workspace)
			}
			known, wait = mark, interval
			p.isReady()
		}
		if !pause.For(ctx, wait) {
			return
		}
	}
}

// ask reads the mark when few other polls run.
func (f *Feed) ask(ctx context.Context, workspace string) (string, error) {
	select {
	case f.places <- struct{}{}:
		defer func() { <-f.places }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, timeLimit)
	defer cancel()
	return f.changes(ctx, workspace)
}

// report logs the first failure of several, and their end.
func (f *Feed) report(ctx context.Context, workspace string, err error) {
	if err != nil {
		f.logger.WarnContext(ctx, "pages are not told of changes of the graph", "workspace", workspace, "error", err)
		return
	}
	f.logger.InfoContext(ctx, "pages are told of changes of the graph again", "workspace", workspace)
}
