package asking

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"plotline/internal/durable"
	"plotline/internal/records"
	"plotline/internal/usecase"
)

// Serve shows the questions of other processes to users until ctx ends. The function there reports
// whether users of a workspace can be asked; ask asks them.
func (f *Folder) Serve(ctx context.Context, there func(workspace string) bool, ask Asker) {
	if err := os.MkdirAll(f.files.Dir, f.files.DirMode); err != nil {
		f.logger.WarnContext(ctx, "cannot show questions of other processes on a page", "error", err)
		return
	}
	var showing sync.WaitGroup
	defer showing.Wait()
	var mu sync.Mutex
	seen := map[string]bool{}
	show := func(id string, q *question) {
		mu.Lock()
		defer mu.Unlock()
		if seen[id] || len(seen) >= maxShown {
			return
		}
		seen[id] = true
		showing.Go(func() {
			f.show(ctx, q, there, ask)
			mu.Lock()
			defer mu.Unlock()
			delete(seen, id)
		})
	}
	f.files.Watch(ctx, show, show)
}

// show gets one question answered. It withdraws the question if its process no longer waits.
func (f *Folder) show(ctx context.Context, q *question, there func(workspace string) bool, ask Asker) {
	if f.abandoned(ctx, q.ID) || q.Answer != nil || !there(q.Workspace) {
		return
	}
	if !f.edit(ctx, q.ID, func(q *question) { q.Takers++ }) {
		return
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for f.waiting(ctx, q.ID) {
			select {
			case <-ctx.Done():
			case <-time.After(pollInterval):
			}
		}
		stop()
	}()
	yes, err := ask(ctx, q.Workspace, usecase.Question{ID: q.ID, About: q.About, Message: q.Message, Details: func(context.Context) (any, error) {
		return q.Details, nil
	}})
	f.edit(context.WithoutCancel(ctx), q.ID, func(q *question) {
		q.Takers--
		if err == nil && q.Answer == nil {
			q.Answer = &yes
		}
	})
	if err != nil && !errors.Is(err, usecase.ErrNoAsker) && ctx.Err() == nil {
		f.logger.WarnContext(ctx, "cannot show a question", "question", q.ID, "error", err)
	}
}

// waiting reports whether a question still waits for its answer.
func (f *Folder) waiting(ctx context.Context, id string) bool {
	if ctx.Err() != nil || f.abandoned(ctx, id) {
		return false
	}
	now, err := f.files.Read(ctx, id)
	return err == nil && now.Answer == nil
}

// abandoned reports whether the asking process is gone. If so, it removes the question.
func (f *Folder) abandoned(ctx context.Context, id string) bool {
	release, free, err := durable.TryLock(f.lock(id + askerLockSuffix))
	if err != nil || !free {
		return false
	}
	release()
	f.remove(ctx, id)
	return true
}

// edit changes a question. It returns false if the question no longer exists.
func (f *Folder) edit(ctx context.Context, id string, change func(q *question)) bool {
	_, err := f.files.Change(ctx, id, func(q *question) error { change(q); return nil })
	if err != nil && !errors.Is(err, records.ErrNone) && ctx.Err() == nil {
		f.logger.WarnContext(ctx, "cannot change a question", "question", id, "error", err)
	}
	return err == nil
}
