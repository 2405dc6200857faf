// Package graphtest proves that a store keeps the contract of graph.Store.
//
// Run is the conformance suite: one line per store, no store named and none skipped. RunModel plays
// random operations against NewModel, a plain in-memory store, and the store under test at once, and
// compares after each step. RunCases plays the data cases of testdata/cases through the use cases;
// with an Invoke of its own, another door plays the very same files.
package graphtest
