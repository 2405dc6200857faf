// Package answers bounds the bytes of answers that are held at once. A call holds them from the moment when a
// store has read them until its client has read them, or has gone.
//
// Where a request begins, an interface calls Memory.Begin, and ends the hold when the answer is written. Below
// it, Read takes room for the result of a use case, and Settle for the bytes of its answer. A call without a
// hold has no bound: a command in a process of its own answers nobody else.
package answers

import (
	"context"
	"errors"
	"sync"
	"time"

	"plotline/graph/fault"
	"plotline/graph/turns"
)

const (
	// Small is what most answers stay below. They are not counted and never wait.
	Small = 64 << 10
	// patience is how long an answer waits for room when its call has no time limit.
	patience = 30 * time.Second
)

// Memory is the room that all answers share. A workspace may hold a part of it.
type Memory struct {
	pool    *turns.Pool
	refused func()
}

// New makes room for so many bytes, of which each workspace may hold a part. refused is called for each call
// that found no room.
func New(total, each int64, refused func()) *Memory {
	return &Memory{turns.NewPool(total, each), refused}
}

// Waiting counts the calls that wait for room.
func (m *Memory) Waiting() int { return m.pool.Waiting() }

type holdKey struct{}

// hold is what one call holds.
type hold struct {
	memory *Memory

	mu        sync.Mutex
	workspace string // the first call under the context names it
	bytes     int64
	ended     bool
}

// Begin lets the calls under the context hold answers. end returns what they hold; it must be called when the
// answer is written, or will not be. Further calls of end do nothing.
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

// change makes the hold one of so many bytes, without waiting. The caller has the lock.
func (h *hold) change(bytes int64) {
	switch more := bytes - h.bytes; {
	case more > 0:
		h.memory.pool.Overdraw(h.workspace, more)
	case more < 0:
		h.memory.pool.Give(h.workspace, -more)
	}
	h.bytes = bytes
}

// keep adds bytes that the pool gave. A call that outlived its request returns them.
func (h *hold) keep(workspace string, bytes int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended || h.bytes > 0 && h.workspace != workspace {
		h.memory.pool.Give(workspace, bytes)
		return
	}
	h.workspace = workspace
	h.bytes += bytes
}

const (
	// copies says how often the bytes of a result count until its answer is made: they become JSON, which is
	// copied while it grows.
	copies = 3
	// kept is the largest result that stays in memory while it waits for room.
	kept = 256 << 10
)

// Read runs a use case that changes nothing, and takes room for its result among those of the workspace. Where
// there is no room, it waits until the time of the call is used up. A large result does not stay in memory
// while it waits: it is read again when there is room.
func Read[T any](ctx context.Context, workspace string, read func() (T, error)) (T, error) {
	out, err := read()
	h, bounded := ctx.Value(holdKey{}).(*hold)
	if err != nil || !bounded {
		return out, err
	}
	weight := weigh(out)
	if h.tryTake(workspace, copies*weight) {
		return out, nil
	}
	if weight <= kept {
		return out, h.take(ctx, workspace, copies*weight)
	}
	// Nothing refers to out from here on, so that its memory can be used by others.
	if err := h.take(ctx, workspace, copies*weight); err != nil {
		var none T
		return none, err
	}
	return read()
}

// tryTake takes room for bytes of a workspace, if it is free now.
func (h *hold) tryTake(workspace string, bytes int64) bool {
	if bytes < Small {
		return true
	}
	bytes = h.share(bytes)
	if !h.memory.pool.TryTake(workspace, bytes) {
		return false
	}
	h.keep(workspace, bytes)
	return true
}

// take waits for room until the time of the call is used up.
func (h *hold) take(ctx context.Context, workspace string, bytes int64) error {
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	bytes = h.share(bytes)
	if h.memory.pool.Take(waiting, workspace, bytes) {
		h.keep(workspace, bytes)
		return nil
	}
	if err := ctx.Err(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	h.memory.refused()
	return fault.New(fault.RateLimited, "other answers, most of them of this workspace, took all the room until the time of this call was used up; "+
		"read the answers that are open to their end, or ask for fewer or smaller pages at once")
}

// share is what a result is counted as. The largest goes through when its workspace holds no other.
func (h *hold) share(bytes int64) int64 { return min(bytes, h.memory.pool.Share()) }

// Settle is called when the result of a call has become an answer of so many bytes: what the call holds is made
// as large. It does not wait, so that no two calls wait for what the other one holds, and no answer is refused
// of a call that has changed something.
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
		h.workspace = workspace
	}
	if bytes < Small {
		bytes = 0
	}
	h.change(h.share(bytes))
}
