// Package analysis turns texts and queries into what a search compares: tokens, and terms, which are tokens
// reduced to their stems. Both stores index what it gives, so that a query finds the same on each.
package analysis
