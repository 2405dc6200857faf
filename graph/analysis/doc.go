// Package analysis turns texts and queries into tokens, and into terms, which are tokens reduced to their
// stems. Both stores index its output, so that a query finds the same in each.
package analysis
