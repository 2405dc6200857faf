// Package live holds the server of live events against the real socket.io-client from npm: by
// WebSocket, by long polling, and by polling that becomes a WebSocket.
package live
