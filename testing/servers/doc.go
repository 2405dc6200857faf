// Package servers tests several `plotline serve` before one Neo4j, behind a reverse proxy. The tests are what
// docs/scaling.md says about such a set-up: what needs no more than a plain round robin, and what must return to the
// server where it began.
package servers
