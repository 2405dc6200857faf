package sharing

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"plotline/internal/fault"
)

const (
	// Small is the size in bytes below which answers are not counted and never wait. Most answers are
	// smaller.
	Small = 64 << 10
	// maxWait bounds how long an answer waits for memory if its call has no time limit.
	maxWait = 30 * time.Second
)

// Memory is the memory that all answers share. Each workspace, and each credential, may hold a part of it.
type Memory struct {
	pool    *Pool
	refused func()
}

// NewMemory returns a memory of total bytes, of which each workspace and each credential may hold at most each. It
// calls refused for each call that got no memory.
func NewMemory(total, each int64, refused func()) *Memory {
	return &Memory{NewPool(total, each), refused}
}

type holdKey struct{}

// hold is the memory that one call holds.
type hold struct {
	memory *Memory

	mu     sync.Mutex
	payers []string // set by the first call under the context
	bytes  int64
	ended  bool
}

// Begin lets the calls under the context hold answers. end returns their memory. It must be called when the
// answer is written or abandoned; further calls do nothing.
func (m *Memory) Begin(ctx context.Context) (held context.Context, end func()) {
	h := &hold{memory: m}
	return context.WithValue(ctx, holdKey{}, h), h.end
}

func (h *hold) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = true
	h.change(0)
}

// change sets the size of the hold, without waiting. The caller holds the lock.
func (h *hold) change(bytes int64) {
	switch more := bytes - h.bytes; {
	case more > 0:
		h.memory.pool.Overdraw(more, h.payers...)
	case more < 0:
		h.memory.pool.Give(-more, h.payers...)
	}
	h.bytes = bytes
}

// addBytes adds bytes taken from the pool. It returns them if the request has already ended.
func (h *hold) addBytes(payers []string, bytes int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended || h.bytes > 0 && !slices.Equal(h.payers, payers) {
		h.memory.pool.Give(bytes, payers...)
		return
	}
	h.payers = payers
	h.bytes += bytes
}

const (
	// copies is how often the bytes of a result count until its answer is made. They are encoded as JSON,
	// which is copied while it grows.
	copies = 3
	// unreserved is the size of the largest result that a call may read before it has memory for it, in bytes.
	unreserved = 256 << 10
	// waitedFor is the size of the smallest result for which a call that holds memory waits.
	waitedFor = 1 << 20
)

// Reserve takes memory from the shares of a workspace and of the call's credential, before a read whose result has
// at most bytes. If none is free, it waits until the call's time limit. It does not wait for small results. A call that
// holds memory from an earlier read gives it back while it waits for all of it, because two such calls could wait for
// each other. It does not wait for less than a mebibyte more, nor if it has held as much as that before: then what it
// has read may be as large, and would not be counted while it waits.
func Reserve(ctx context.Context, workspace string, bytes int64) error {
	h, bounded := ctx.Value(holdKey{}).(*hold)
	if !bounded || bytes <= unreserved {
		return nil
	}
	held, done := h.extend(bytes)
	if done {
		return nil
	}
	return h.take(ctx, workspace, held+copies*bytes)
}

// extend makes a hold a little larger without waiting. If that is not enough it gives the hold back, and says how much
// it was.
func (h *hold) extend(bytes int64) (held int64, done bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	held = h.bytes
	switch {
	case h.ended:
		return 0, true
	case held > 0 && (bytes < waitedFor || held >= h.share(copies*bytes)):
		h.change(h.share(held + copies*bytes))
		return held, true
	}
	h.change(0)
	return held, false
}

// Hold corrects the hold of a call to its result. It waits only if the call holds nothing.
func Hold(ctx context.Context, workspace string, result any) error {
	h, bounded := ctx.Value(holdKey{}).(*hold)
	if !bounded {
		return nil
	}
	bytes := copies * Weigh(result)
	if h.holds() || bytes < Small {
		Settle(ctx, workspace, bytes)
		return nil
	}
	return h.take(ctx, workspace, bytes)
}

// holds reports whether the call holds memory.
func (h *hold) holds() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.bytes > 0
}

// take waits for memory until the call's time limit.
func (h *hold) take(ctx context.Context, workspace string, bytes int64) error {
	waiting := ctx
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		waiting, cancel = context.WithTimeout(ctx, maxWait)
		defer cancel()
	}
	payers := PayersOf(ctx, workspace)
	bytes = h.share(bytes)
	if h.memory.pool.Take(waiting, bytes, payers...) {
		h.addBytes(payers, bytes)
		return nil
	}
	if err := ctx.Err(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	h.memory.refused()
	return fault.New(fault.RateLimited, "this call waited until its time limit, because other replies, most of them of this workspace or token, filled the memory for replies; "+
		"read open replies to their end, or request fewer or smaller pages at once")
}

// share returns how many bytes a result counts. It is at most one share, so the largest result passes if its payers
// hold no other.
func (h *hold) share(bytes int64) int64 { return min(bytes, h.memory.pool.Share()) }

// Settle adjusts the hold of a call to the size of its finished answer in bytes. It does not wait. Two calls
// therefore never wait for each other's memory, and a call that has changed something always gets its answer.
func Settle(ctx context.Context, workspace string, bytes int64) {
	h, bounded := ctx.Value(holdKey{}).(*hold)
	if !bounded {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended {
		return
	}
	if h.bytes == 0 {
		h.payers = PayersOf(ctx, workspace)
	}
	if bytes < Small {
		bytes = 0
	}
	h.change(h.share(bytes))
}
