// Package promises tests that every test named in SECURITY.md exists. `make test` runs it.
package promises
