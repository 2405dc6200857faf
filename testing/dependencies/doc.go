// Package dependencies tests that docs/dependencies.md lists the dependencies in go.mod and
// web/package.json. `make test` runs it.
package dependencies
