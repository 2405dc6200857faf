// Package e2e tests the real program with real clients: the official TypeScript SDK in both protocol eras,
// the MCP Inspector, and a terminal. The tests run on the embedded store and on every supported version of
// Neo4j. `make test` runs part of them, `make test-all` the rest.
package e2e
