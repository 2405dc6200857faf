package e2e_test

import (
	"os"
	"testing"

	"plotline/testing/kit/serving"
)

// binary is the path of the program as released, without the race detector. It is built once.
var binary string

func TestMain(m *testing.M) { os.Exit(serving.Main(m, &binary)) }
