package outage_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plotline/internal/fault"
	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/ledger"
)

// clients is the number of concurrent writers, half of them over REST and half over MCP.
const clients = 8

// crowd holds all of them.
type crowd struct {
	workers []*worker
	enough  chan struct{}
	done    sync.WaitGroup
}

// worker writes, and settles unacknowledged changes as soon as the store is back.
type worker struct {
	*ledger.Writer

	name             string
	written, refused atomic.Int64
}

func startWriters(t *testing.T, list []apiclient.Client) *crowd {
	t.Helper()
	c := &crowd{enough: make(chan struct{})}
	for i := range clients {
		name := fmt.Sprint("w", i)
		w := &worker{Writer: ledger.New(name, list[i%len(list)], uint64(i)), name: name}
		w.Patience = patience // the server may complete work that a caller has abandoned
		c.workers = append(c.workers, w)
		c.done.Go(func() { w.run(t, c.enough) })
	}
	t.Cleanup(func() { c.finish(t) })
	return c
}

// run writes until it is stopped.
func (w *worker) run(t *testing.T, enough <-chan struct{}) {
	t.Helper()
	for !t.Failed() {
		select {
		case <-enough:
			return
		default:
		}
		err := w.Step(t.Context())
		for err != nil && isOutageError(err) && !t.Failed() {
			w.refused.Add(1)
			time.Sleep(200 * time.Millisecond)
			_, err = w.Settle(t.Context())
		}
		if err != nil {
			t.Error(err)
			return
		}
		w.written.Add(1)
		time.Sleep(20 * time.Millisecond)
	}
}

// isOutageError reports whether the store's absence explains an error.
func isOutageError(err error) bool {
	var refused *apiclient.RejectedError
	return errors.As(err, &refused) && isOutageCode(refused.Answer.Code)
}

// isOutageCode reports whether a client may see the code while the store is away.
func isOutageCode(code fault.Code) bool { return code == fault.Unavailable || code == fault.Timeout }

// waitFor waits until each client has done something a further number of times.
func (c *crowd) waitFor(t *testing.T, what string, times int64, count func(*worker) int64) {
	t.Helper()
	before := make([]int64, len(c.workers))
	for i, w := range c.workers {
		before[i] = count(w)
	}
	began := time.Now()
	for i, w := range c.workers {
		for ; count(w) < before[i]+times; time.Sleep(10 * time.Millisecond) {
			if time.Since(began) > patience || t.Failed() {
				t.Fatalf("%s has not %s %d times", w.name, what, times)
			}
		}
	}
	t.Logf("each client has %s %d times after %s", what, times, time.Since(began).Round(100*time.Millisecond))
}

// finish lets each client complete its current change.
func (c *crowd) finish(t *testing.T) {
	t.Helper()
	select {
	case <-c.enough:
	default:
		close(c.enough)
	}
	c.done.Wait()
}

// verify compares the data with the acknowledged changes a last time.
func (c *crowd) verify(ctx context.Context, t *testing.T) {
	t.Helper()
	writers := make([]*ledger.Writer, len(c.workers))
	for i, w := range c.workers {
		writers[i] = w.Writer
		if _, err := w.Settle(ctx); err != nil {
			t.Error(err)
		}
	}
	t.Log("acknowledged ", ledger.Sum(writers))
}
