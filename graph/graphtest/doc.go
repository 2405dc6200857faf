// Package graphtest tests that a store keeps the contract of graph.Store.
//
// Run is the conformance suite. It treats all stores alike: it names none and exempts none. RunShared runs
// its concurrency cases through two handles on one database. RunModel applies random operations to the
// store under test and to NewModel, a plain in-memory store, and compares them after each step. RunCases
// runs the data cases of testdata/cases through the use cases. PlayCases runs them through any other API,
// given an Invoke for it. Chain, Ladder, Random and Build create large graphs.
//
// The package's own tests run the suite against stores that each break the contract in one place. The suite
// must detect every one of them.
package graphtest
