package recorder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"plotline/internal/durable"
	"plotline/internal/project"
	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
)

const (
	// silence is how long a session says nothing before its last task is over.
	silence = 6 * time.Hour
	// settles is for how long after the last line the client's own record is read again.
	settles = 30 * time.Second
	// keepDone is how long the file of a session that is over stays in the spool.
	keepDone = 24 * time.Hour
	// retryAfter is how long a session waits after a failure, so that it does not hold up others.
	retryAfter = 30 * time.Second
)

// drain writes what the files of the spool have got since the last time, and then the briefs that this changes. A session
// that fails waits, and does not hold up others. The caller holds the lock of the spool.
func (r *Recorder) drain(ctx context.Context) error {
	files, err := r.spool.Sessions()
	if err != nil {
		return err
	}
	changed := files[:0:0]
	for _, f := range files {
		if now := r.stampOf(f); now != r.seen[f.Path] || r.seen[f.Path] == (stamp{}) {
			changed = append(changed, f)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	if err := os.MkdirAll(string(r.home), 0o700); err != nil {
		return err
	}
	release, err := durable.Lock(ctx, r.home.lock())
	if err != nil {
		return err
	}
	defer release()
	var failed []error
	for _, f := range changed {
		if ctx.Err() != nil {
			break
		}
		if r.Now().Before(r.later[f.Path]) {
			continue
		}
		now, err := r.drainSession(ctx, f)
		if err != nil {
			r.later[f.Path] = r.Now().Add(retryAfter)
			failed = append(failed, fmt.Errorf("%s/%s: %w", f.Client, f.Session, err))
			continue
		}
		delete(r.later, f.Path)
		r.seen[f.Path] = now
	}
	return errors.Join(append(failed, ctx.Err())...)
}
