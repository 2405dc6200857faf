// Package api is the door over HTTP: REST under /api, the handlers that it is handed for MCP, health,
// metrics, and everything that decides who may come in.
//
// It decides nothing about episodes and relationships. A route names a use case, gathers its
// arguments from path, query and body, and shows what came of it; the use case judges. A request
// passes, in this order: its id, the log and the metrics, Host and Origin, the credential, the rate,
// the concurrency, and the reading of its body; what fails on the way is answered as RFC 9457 tells.
package api
