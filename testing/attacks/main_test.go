package attacks_test

import (
	"os"
	"testing"

	"plotline/testing/kit/serving"
)

// binary is the path of the released program.
var binary string

func TestMain(m *testing.M) {
	status := serving.Main(m, &binary)
	removeNeo4j()
	os.Exit(status)
}
