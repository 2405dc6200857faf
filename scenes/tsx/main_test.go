package tsx_test

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// scene returns a scene with some code before it.
func scene(before string) string {
	return before + "\nexport default function Scene() { return <div>Hello</div> }\n"
}
