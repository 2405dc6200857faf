// Package e2e starts the real program and drives it with real clients: the official TypeScript SDK in
// both protocol eras, the MCP Inspector, and a person at a terminal. Its tests run against the
// embedded store and every version of Neo4j that Plotline is tested with.
package e2e
