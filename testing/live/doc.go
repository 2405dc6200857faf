// Package live tests the server of live events with the real socket.io-client from npm. It uses WebSocket,
// long polling, and an upgrade from polling to WebSocket. `make test-all` runs it.
package live
