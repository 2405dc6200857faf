package hook

import (
	"io"
	"os"
	"runtime"
	"sync/atomic"
	"time"
)

// watchdog ends the process when the thread that started it has taken too long. Its clock does not count the time in which that
// thread waited for a processor: on a machine with too much to do, a program that waits for its turn is not one that hangs, and
// what it has to write should not be lost.
type watchdog struct {
	began time.Time
	most  atomic.Int64 // nanoseconds
}

// newWatchdog watches the calling thread.
func newWatchdog(began time.Time) *watchdog {
	runtime.LockOSThread()
	w := &watchdog{began: began}
	w.limit(time.Hour)
	go w.watch(thisThread())
	return w
}

// limit sets when to end the process, counted from its start.
func (w *watchdog) limit(limit time.Duration) { w.most.Store(int64(limit)) }

func (w *watchdog) watch(thread int) {
	const tick, longest = 5 * time.Millisecond, time.Second
	for {
		limit, took := time.Duration(w.most.Load()), time.Since(w.began)
		if took >= limit {
			worked, waited, ready := usage(thread)
			if took >= longest || worked >= limit || took-waited >= limit && !ready {
				os.Exit(0)
			}
		}
		time.Sleep(min(tick, max(time.Millisecond, limit-took)))
	}
}

// input is an input that ends at a time. The client may never close it.
type input struct {
	parts chan []byte
	rest  []byte
	end   <-chan time.Time
}

// newInput reads an input for a while.
func newInput(from io.Reader, limit time.Duration) *input {
	in := &input{parts: make(chan []byte, 1), end: time.After(limit)}
	go func() {
		defer close(in.parts)
		for {
			const size = 64 << 10 // of a pipe
			part := make([]byte, size)
			n, err := from.Read(part)
			if n > 0 {
				in.parts <- part[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	return in
}

// Read returns io.EOF after the time, if nothing is there to be read.
func (in *input) Read(p []byte) (int, error) {
	if len(in.rest) == 0 {
		select {
		case in.rest = <-in.parts:
		default:
			select {
			case in.rest = <-in.parts:
			case <-in.end:
			}
		}
	}
	if len(in.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, in.rest)
	in.rest = in.rest[n:]
	return n, nil
}
