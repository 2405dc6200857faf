package outage_test

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

// clients is how many there are, half of them over REST and half over MCP.
const clients = 16

// crowd is all the clients.
type crowd struct {
	url     string
	workers []*worker
	enough  chan struct{}
	done    sync.WaitGroup
}

func gather(t *testing.T, url string) *crowd {
	t.Helper()
	c := &crowd{url: url, enough: make(chan struct{})}
	for i := range clients {
		w := &worker{name: fmt.Sprint("w", i), door: rest{url}, answers: map[string]int{}}
		if i%2 == 1 {
			w.door = dialMCP(t, url)
		}
		c.workers = append(c.workers, w)
		c.done.Go(func() { w.run(t, c.enough) })
	}
	t.Cleanup(func() { c.finish(t) })
	return c
}

// waitFor waits until each client did it so often anew.
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

// finish has each client end with what it has begun.
func (c *crowd) finish(t *testing.T) {
	t.Helper()
	select {
	case <-c.enough:
	default:
		close(c.enough)
	}
	c.done.Wait()
}
