// Package exports tests that the product uses every name that it exports. A name that only tests use belongs
// in a test file. exceptions.tsv lists the names that may stay, with reasons. `make test-all` runs the test.
package exports
