package neo4jtest

import (
	"testing"

	"go.uber.org/goleak"
)

// Packages that import this one may check for leaks, so a search for a server must leave no goroutine
// behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
