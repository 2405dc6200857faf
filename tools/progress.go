package tools

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/graph/pause"
)

const (
	// patience is how long a report, or an answer behind one, waits for a client that is slow to read.
	patience = time.Second
	// handOver is what a transport needs to write a notification that it has taken. mcp-go gives no
	// sign of it, and loses what is not written when the answer is.
	handOver = 5 * time.Millisecond
)

// reporter sends progress notifications for one call whose client gave a token.
type reporter struct {
	mcp     *server.MCPServer
	session server.ClientSession
	token   mcp.ProgressToken

	mu   sync.Mutex
	last int
	sent bool
}

// reporter is nil when the client asked for no progress.
func (s *Server) reporter(ctx context.Context, meta *mcp.Meta) *reporter {
	session := server.ClientSessionFromContext(ctx)
	if meta == nil || meta.ProgressToken == nil || session == nil {
		return nil
	}
	return &reporter{mcp: s.mcp, session: session, token: meta.ProgressToken, last: -1}
}

// report sends a notification. Progress must grow: what does not is left out.
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

// flusher is a session that knows when its notifications are written: ours over stdio.
type flusher interface {
	flush(ctx context.Context)
}

// settle lets the last notification out before the answer. A call that sent none does not wait.
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

// await gives something time to come about, as long as patience lasts. It is false when ctx ended first.
func await(ctx context.Context, holds func() bool) bool {
	for waited := time.Duration(0); !holds() && waited < patience; waited += time.Millisecond {
		if pause.For(ctx, time.Millisecond) != nil {
			return false
		}
	}
	return true
}
