package snippets_test

import (
	"os"
	"testing"

	"plotline/testing/kit/serving"
)

// binary is the path of the program. It is built once, in place of `make build` in each checkout.
var binary string

func TestMain(m *testing.M) { os.Exit(serving.Main(m, &binary)) }
