// Package shared tests a Neo4j that others use too, or that is set up unlike a new one: through the doors of the program,
// against real servers of both versions. `make test-all` runs it.
package shared
