// Package graphtest proves that a store keeps the contract of graph.Store.
//
// Run is the conformance suite: one line per store, no store named and none left out. RunShared plays
// its concurrency cases through two handles on one database. RunModel plays random operations against
// NewModel, a plain in-memory store, and the store under test at once, and compares after each step.
// RunCases plays the data cases of testdata/cases through the use cases; with an Invoke of its own,
// PlayCases does so through any other door. Chain, Ladder, Random and Build make large graphs.
//
// The suite is proven too: its own tests play it against stores that break the contract in one place
// each, and want every one of them caught.
package graphtest
