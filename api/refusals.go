package api

import (
	"context"
	"log/slog"
	"sync/atomic"

	"golang.org/x/time/rate"
)

// reason says which bound refused a client, for a metric.
type reason string

const (
	refusedToken          reason = "token"            // missing, unknown, revoked or expired
	refusedRate           reason = "rate"             // too many requests a second
	refusedRunning        reason = "running"          // no place to run
	refusedStreams        reason = "streams"          // no place to listen
	refusedBodySize       reason = "body_size"        // a body that is too large
	refusedBodyTime       reason = "body_time"        // a body that did not come
	refusedBodyMemory     reason = "body_memory"      // no room for a body
	refusedAnswerMemory   reason = "answer_memory"    // no room for an answer
	refusedSite           reason = "site"             // a page of another site
	refusedHost           reason = "host"             // a name that is not ours
	refusedSockets        reason = "sockets"          // no place for another socket
	refusedPendingSockets reason = "pending_sockets"  // a socket that named no token made room for another
	refusedConnections    reason = "connections"      // an idle connection made room for another
	refusedSessions       reason = "sessions"         // of MCP: all of a client's are in use
	refusedSessionsEnded  reason = "sessions_ended"   // of MCP: one left alone made room for another
	refusedMessage        reason = "mcp_message_size" // of MCP: too much beside the arguments
)

// reasons are all there are: a metric has each from the start.
func reasons() []reason {
	return []reason{
		refusedToken, refusedRate, refusedRunning, refusedStreams, refusedBodySize, refusedBodyTime, refusedBodyMemory,
		refusedAnswerMemory,
		refusedSite, refusedHost, refusedSockets, refusedPendingSockets, refusedConnections, refusedSessions,
		refusedSessionsEnded, refusedMessage,
	}
}

// warnings writes lines to the log that strangers can cause, a few a second at most, so that they
// cannot fill the disk. A line says how many were left out before it.
type warnings struct {
	logger  *slog.Logger
	limit   *rate.Limiter
	leftOut atomic.Int64
}

func newWarnings(logger *slog.Logger) *warnings {
	const aSecond, atOnce = 1, 20
	return &warnings{logger: logger, limit: rate.NewLimiter(aSecond, atOnce)}
}

// warn writes a line, or counts it.
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
