package shared_test

import (
	"os"
	"testing"

	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// binary is the path of the released program.
var binary string

func TestMain(m *testing.M) {
	tier.FullMain()
	os.Exit(serving.Main(m, &binary))
}
