// Package api serves Plotline over HTTP: the REST API under /api, the MCP and Socket.IO handlers that the
// caller passes in, health checks and metrics. It also authenticates clients and limits what they use.
//
// The package holds no rules about episodes and relationships. A route names a use case, gathers its
// arguments from path, query and body, and writes the result. The use case validates.
//
// A request passes these steps in order: request id, log and metrics, Host and Origin, credential, rate
// limit, reading of the body, concurrency limit. Errors are problem documents (RFC 9457).
package api
