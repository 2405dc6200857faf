// Package live pushes events to web pages and asks them questions over Socket.IO. It speaks Socket.IO
// protocol 5 over Engine.IO 4, by WebSocket and by long polling.
//
// The package knows no event names and does not check tokens: the caller passes these checks in as a Config. A
// socket belongs to one workspace, which it names when it opens, and receives only the events and questions of that
// workspace. From clients it accepts only a token and answers, and ignores everything else.
//
// github.com/zishang520/socket.io implements the protocol. This package mainly adds clean termination.
// Waiting requests are answered when their connection ends. Nothing is written to a response after its
// request ended. A client that does not read is disconnected.
package live
