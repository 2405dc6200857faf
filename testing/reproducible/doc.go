// Package reproducible tests that builds in two folders give identical binaries. `make test-all` runs it.
package reproducible
