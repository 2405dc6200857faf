package recorder

import (
	"context"
	"errors"
	"os"
	"time"

	"plotline/internal/durable"
	"plotline/internal/pause"
	"plotline/internal/recording/spool"
)

const (
	// interval is how often files are looked at without a knock, and how often a process that is not the recorder tries to
	// become it.
	interval = 2 * time.Second
	// gather is how long a knock waits for the lines that follow it closely.
	gather = 50 * time.Millisecond
	// lastDrain is how long the recorder drains when its process ends.
	lastDrain = time.Second
	// flushWait is how long Flush waits for the recorder to drain, or to end.
	flushWait = 20 * time.Second
	flushLook = 200 * time.Millisecond
)

// Run is the recorder until ctx ends, whenever no other process is. At the end it drains for at most a second.
func (r *Recorder) Run(ctx context.Context) {
	for first := true; first || pause.For(ctx, interval); first = false {
		release, held := r.become()
		if !held {
			continue
		}
		r.serve(ctx)
		release()
	}
}

// become takes the lock of the spool, if the person consents, the store is the right one and no other process holds it.
func (r *Recorder) become() (release func(), held bool) {
	if !r.wanted() {
		return nil, false
	}
	if err := os.MkdirAll(string(r.spool), 0o700); err != nil {
		return nil, false
	}
	release, held, err := durable.TryLock(r.spool.Lock())
	if err != nil {
		r.Logger.Debug("the lock of the spool cannot be taken", "error", err)
	}
	return release, held && err == nil
}

// wanted reports whether this process may record now.
func (r *Recorder) wanted() bool {
	s, err := r.Settings()
	return err == nil && s.Record == spool.On && r.Mine(s)
}

// serve drains and answers until ctx ends or the settings change. The caller holds the lock of the spool.
func (r *Recorder) serve(ctx context.Context) {
	listening := r.listen(ctx)
	defer listening.close()
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		if err := errors.Join(r.drain(ctx), r.expire(ctx)); err != nil && ctx.Err() == nil {
			r.Logger.WarnContext(ctx, "some sessions wait: their episodes cannot be written", "error", err)
		}
		select {
		case <-ctx.Done():
			r.drainLast(ctx)
			return
		case <-r.wake:
			pause.For(ctx, gather)
		case <-tick.C:
		}
		if !r.wanted() {
			return
		}
	}
}

// drainLast drains once more after the end of ctx, for a short time.
func (r *Recorder) drainLast(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastDrain)
	defer cancel()
	if err := r.drain(ctx); err != nil {
		r.Logger.DebugContext(ctx, "some sessions wait for the next start", "error", err)
	}
}

// Knock makes the recorder look at the files now.
func (r *Recorder) knock() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// errBusy reports that the recorder is another process, and has not drained everything in time.
var errBusy = errors.New("another process is the recorder, and has not drained everything yet")

// Flush drains what waits, as soon as no other process is the recorder. It ends early if that one has drained everything.
// It does nothing if the settings name another store.
func (r *Recorder) Flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, flushWait)
	defer cancel()
	for r.wanted() {
		if release, held := r.become(); held {
			defer release()
			return errors.Join(r.drain(ctx), r.expire(ctx))
		}
		if waiting, err := r.waiting(); err != nil || len(waiting) == 0 {
			return err
		}
		_ = Knock(ctx, r.spool)
		if !pause.For(ctx, flushLook) {
			return errBusy
		}
	}
	return nil
}

// waiting lists the files of which not every line is drained. A task that runs does not count.
func (r *Recorder) waiting() ([]spool.File, error) {
	files, err := r.spool.Sessions()
	if err != nil {
		return nil, err
	}
	var waiting []spool.File
	for _, f := range files {
		s, err := r.home.readSession(f)
		if err != nil {
			return nil, err
		}
		if s.Drained.Size != f.Size && (s.Last == 0 || !runs(f)) {
			waiting = append(waiting, f)
		}
	}
	return waiting, nil
}
