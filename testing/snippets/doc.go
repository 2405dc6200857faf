// Package snippets holds the tests that run what the documentation shows: the commands of README.md,
// CONTRIBUTING.md and docs/, page by page and block by block in their order, in a checkout and a home
// folder of the page's own; client configurations by starting a real client; drawings by their real
// parsers.
//
// A block that cannot be run here says why in a comment before its fence:
//
//	<!-- not run: it needs a cluster -->
//	<!-- run by testing/compose -->       another test goes this way
//	<!-- prints -->                       what the block before must print; … stands for anything
//
// A block without a comment, in a language that is not known here, is a failure.
package snippets
