package neo4jtest

import (
	"testing"

	"go.uber.org/goleak"
)

// A package that tests with this one may look for leaks too: nothing may stay
// behind after a search for a server.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
