package transport

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

// Flusher is a session that can wait until its notifications are written.
type Flusher interface {
	Flush(ctx context.Context)
}

// flushed marks a notification that is not sent. When the writer reaches it, all earlier notifications are written.
const flushed = "plotline/flushed"

// Barrier waits until the earlier notifications are written, or the client is gone. The goroutine that writes them
// must call IsMark for each.
func Barrier(queue chan<- mcp.JSONRPCNotification, gone <-chan struct{}) {
	written := make(chan struct{})
	mark := mcp.JSONRPCNotification{Notification: mcp.Notification{
		Params: mcp.NotificationParams{AdditionalFields: map[string]any{flushed: written}},
	}}
	select {
	case queue <- mark:
	case <-gone:
		return
	}
	select {
	case <-written:
	case <-gone:
	}
}

// IsMark reports whether a notification is the mark of a barrier, and ends the wait of that barrier.
func IsMark(n mcp.JSONRPCNotification) bool {
	written, mark := n.Params.AdditionalFields[flushed].(chan struct{})
	if mark {
		close(written)
	}
	return mark
}
