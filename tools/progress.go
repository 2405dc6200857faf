package tools

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/internal/pause"
)

const (
	// patience is how long a report, or the answer after it, waits for a slow client.
	patience = time.Second
	// handOver is the time that a transport needs to write a notification that it has taken. mcp-go does not report
	// when it is written, and drops notifications that are unwritten when the answer is written.
	handOver = 5 * time.Millisecond
)

// reporter sends progress notifications for one call whose client sent a progress token.
type reporter struct {
	mcp     *server.MCPServer
	session server.ClientSession
	token   mcp.ProgressToken

	mu   sync.Mutex
	last int
	sent bool
}

// reporter returns nil if the client asked for no progress.
func (s *Server) reporter(ctx context.Context, meta *mcp.Meta) *reporter {
	session := server.ClientSessionFromContext(ctx)
	if meta == nil || meta.ProgressToken == nil || session == nil {
		return nil
	}
	return &reporter{mcp: s.mcp, session: session, token: meta.ProgressToken, last: -1}
}

// report sends a notification. Progress must increase: report drops values that do not.
func (r *reporter) report(ctx context.Context, done, total int, message string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if done <= r.last {
		return
	}
	params := map[string]any{"progressToken": r.token, "progress": done}
	if total > 0 {
		params["total"] = total
	}
	if message != "" {
		params["message"] = message
	}
	for waited := time.Duration(0); ; waited += time.Millisecond {
		err := r.mcp.SendNotificationToClient(ctx, string(mcp.MethodNotificationProgress), params)
		if err == nil {
			r.last, r.sent = done, true
			return
		}
		if !errors.Is(err, server.ErrNotificationChannelBlocked) || waited >= patience || pause.For(ctx, time.Millisecond) != nil {
			return
		}
	}
}

// flusher is a session that can wait until its notifications are written.
type flusher interface {
	flush(ctx context.Context)
}

// settle waits until the last notification is written, so that the answer does not overtake it. It returns at once if
// the call sent none.
func (r *reporter) settle(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.sent {
		return
	}
	if f, ok := r.session.(flusher); ok {
		f.flush(ctx)
		return
	}
	waiting := r.session.NotificationChannel()
	if await(ctx, func() bool { return len(waiting) == 0 }) {
		_ = pause.For(ctx, handOver)
	}
}

// await waits until a condition holds, for at most patience. It returns false if ctx ended first.
func await(ctx context.Context, holds func() bool) bool {
	for waited := time.Duration(0); !holds() && waited < patience; waited += time.Millisecond {
		if pause.For(ctx, time.Millisecond) != nil {
			return false
		}
	}
	return true
}
