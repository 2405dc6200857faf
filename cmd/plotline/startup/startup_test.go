package startup_test

import (
	"os"
	"runtime/debug"
	"testing"

	"plotline/cmd/plotline/startup"
)

// TestDone checks that the collector waits for a larger heap during the start, unless GOGC is set.
func TestDone(t *testing.T) {
	if os.Getenv("GOGC") != "" {
		t.Skip("the environment has a setting of its own")
	}
	if got := percent(); got != 400 {
		t.Errorf("%d while the program starts", got)
	}
	startup.Done()
	if got := percent(); got != 100 {
		t.Errorf("%d when it has started", got)
	}
}

func percent() int {
	now := debug.SetGCPercent(100)
	debug.SetGCPercent(now)
	return now
}
