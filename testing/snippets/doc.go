// Package snippets tests the examples in the documentation. It runs the commands of README.md,
// CONTRIBUTING.md and docs/ page by page, in order, each page in its own checkout and home folder. It
// starts a real client with each client configuration, and gives drawings to their real parsers. `make
// test` runs part of the tests, `make test-all` the rest.
//
// A block that cannot run here has a comment with the reason before its fence:
//
//	<!-- not run: it needs a cluster -->
//	<!-- run by testing/compose -->       another test performs these steps
//	<!-- prints -->                       the required output of the block before; … matches anything
//
// A block without a comment in an unknown language is a failure.
package snippets
