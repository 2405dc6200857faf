// Package graph is Plotline's domain: episodes (what an agent did, how it went, the reward) and typed,
// weighted, directed relationships between them.
//
// Service holds the use cases that every transport calls. Store is the contract of a database, and its
// comments are the specification. The package imports no driver, no transport and no web framework. It
// contains Kahn's ordering and the level-by-level search, so that every store gives the same results. Package
// analysis does the same for the words of texts.
package graph
