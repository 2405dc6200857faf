// Package dependencies compares docs/dependencies.md with what go.mod and web/package.json ask for.
package dependencies
