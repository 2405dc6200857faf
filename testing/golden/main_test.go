package golden_test

import (
	"os"
	"testing"

	"plotline/testing/kit/serving"
)

// binary is the path of the program.
var binary string

func TestMain(m *testing.M) { os.Exit(serving.Main(m, &binary)) }
