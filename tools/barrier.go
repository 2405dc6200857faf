package tools

import "github.com/mark3labs/mcp-go/mcp"

// flushed marks a notification that is not sent. When the writer reaches it, all earlier notifications are written.
const flushed = "plotline/flushed"

// barrier waits until the earlier notifications are written, or the client is gone. The goroutine that writes them
// must call passed for each.
func barrier(queue chan<- mcp.JSONRPCNotification, gone <-chan struct{}) {
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

// isMark reports whether a notification is the mark of a barrier, and ends the wait of that barrier.
func isMark(n mcp.JSONRPCNotification) bool {
	written, mark := n.Params.AdditionalFields[flushed].(chan struct{})
	if mark {
		close(written)
	}
	return mark
}
