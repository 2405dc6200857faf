package tools

import "github.com/mark3labs/mcp-go/mcp"

// flushed marks a notification that is not sent: it tells that those before it were.
const flushed = "plotline/flushed"

// barrier waits until the notifications given so far are written, by somebody who asks passed about
// each, or the client is gone.
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

// passed is true for the mark of a barrier, whose end of waiting it is.
func passed(n mcp.JSONRPCNotification) bool {
	written, mark := n.Params.AdditionalFields[flushed].(chan struct{})
	if mark {
		close(written)
	}
	return mark
}
