package transport

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// patience is how long a report waits for a slow client.
const patience = time.Second

// Reporter sends progress notifications for one call whose client sent a progress token.
type Reporter struct {
	mcp     *server.MCPServer
	session server.ClientSession
	token   mcp.ProgressToken

	mu   sync.Mutex
	last int
	sent bool
}

// NewReporter returns nil if the client asked for no progress.
func NewReporter(ctx context.Context, to *server.MCPServer, meta *mcp.Meta) *Reporter {
	session := server.ClientSessionFromContext(ctx)
	if meta == nil || meta.ProgressToken == nil || session == nil {
		return nil
	}
	return &Reporter{mcp: to, session: session, token: meta.ProgressToken, last: -1}
}

// Report sends a notification. Progress must increase: Report drops values that do not.
func (r *Reporter) Report(ctx context.Context, done, total int, message string) {
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
		if !errors.Is(err, server.ErrNotificationChannelBlocked) || waited >= patience {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// Settle waits until the last notification is written, so that the answer does not overtake it. It returns at once if
// the call sent none.
func (r *Reporter) Settle(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.sent {
		return
	}
	if f, ok := r.session.(Flusher); ok {
		f.Flush(ctx)
	}
}
