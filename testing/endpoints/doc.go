// Package endpoints tests the real program over both network APIs, REST and MCP over HTTP. Both must give the
// same results, admit only authorised clients, and withstand malformed requests. `make test` runs it.
package endpoints
