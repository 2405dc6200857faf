// Package outage tests a server under load while its Neo4j stops and returns. Neo4j is shut down or killed
// during every kind of call. No acknowledged change may be lost, and no change may be partial or
// duplicated. Clients may only be told that the store is unavailable, and no call may hang. `make test-all`
// runs it, `make soak` runs it for longer.
package outage
