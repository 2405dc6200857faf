// Package live tells pages what happens, at once, and asks them: events over Socket.IO, protocol 5
// over Engine.IO 4, by WebSocket and by long polling.
//
// It knows no event's name and judges no token: whoever serves it brings a Door. A socket belongs to
// the workspace of its credential, and hears and is asked of nothing else. What clients send beside
// their token and their answers is ignored.
//
// The protocol is done by github.com/zishang520/socket.io. What this package adds is mostly the end of
// things: requests that wait are answered when their connection ends, nothing is written to a response
// that belongs to another request by then, and a client that reads nothing is let go.
package live
