package api

import (
	"context"
	"log/slog"
	"sync/atomic"

	"golang.org/x/time/rate"
)

// reason names the limit that rejected a client, for a metric.
type reason string

const (
	refusedToken          reason = "token"            // missing, unknown, revoked or expired
	refusedRate           reason = "rate"             // too many requests per second
	refusedRunning        reason = "running"          // no running slot
	refusedStreams        reason = "streams"          // no stream slot
	refusedBodySize       reason = "body_size"        // body too large
	refusedBodyTime       reason = "body_time"        // body did not arrive in time
	refusedBodyMemory     reason = "body_memory"      // no memory for a body
	refusedAnswerMemory   reason = "answer_memory"    // no memory for an answer
	refusedSite           reason = "site"             // page of another site
	refusedWorkspace      reason = "workspace"        // choice of a workspace that the token does not list, or by no page
	refusedHost           reason = "host"             // Host not allowed
	refusedSockets        reason = "sockets"          // no socket slot
	refusedPendingSockets reason = "pending_sockets"  // a socket without a token was closed for a new one
	refusedConnections    reason = "connections"      // an idle connection was closed for a new one
	refusedSessions       reason = "sessions"         // MCP: all sessions of a client are in use
	refusedSessionsEnded  reason = "sessions_ended"   // MCP: an idle session was ended for a new one
	refusedMessage        reason = "mcp_message_size" // MCP: too much data beside the arguments
)

// reasons lists every reason, so that the metric has each series from the start.
func reasons() []reason {
	return []reason{
		refusedToken, refusedRate, refusedRunning, refusedStreams, refusedBodySize, refusedBodyTime, refusedBodyMemory,
		refusedAnswerMemory,
		refusedSite, refusedWorkspace, refusedHost, refusedSockets, refusedPendingSockets, refusedConnections, refusedSessions,
		refusedSessionsEnded, refusedMessage,
	}
}

// warnings writes warnings that unauthenticated clients can cause. It limits their rate so that they cannot
// fill the disk. Each line reports how many were dropped before it.
type warnings struct {
	logger  *slog.Logger
	limit   *rate.Limiter
	leftOut atomic.Int64
}

func newWarnings(logger *slog.Logger) *warnings {
	const aSecond, atOnce = 1, 20
	return &warnings{logger: logger, limit: rate.NewLimiter(aSecond, atOnce)}
}

// warn writes or drops a line.
func (w *warnings) warn(ctx context.Context, message string, args ...any) {
	if !w.limit.Allow() {
		w.leftOut.Add(1)
		return
	}
	if before := w.leftOut.Swap(0); before > 0 {
		args = append(args, "left_out_before", before)
	}
	w.logger.WarnContext(ctx, message, args...) //nolint:sloglint // the callers name it
}
