// Package graph is Plotline's domain: episodes (what an agent did, how it went, the reward) and
// typed, weighted, directed relationships between them.
//
// Service holds the use cases that every door calls; Store is the contract that each database
// fulfils, and its comments are the specification. The package imports no driver, no transport and
// no web framework. Kahn's ordering, the level-by-level search and the tokenizer live here, so that
// every store gives the same answers.
package graph
