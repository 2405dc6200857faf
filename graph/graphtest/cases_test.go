package graphtest_test

import (
	"testing"

	"plotline/graph/graphtest"
)

func TestCasesOnTheModel(t *testing.T) {
	t.Parallel()
	graphtest.RunCases(t, open)
}
