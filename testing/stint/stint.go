// Package stint sets the running time of tests that find more the longer they run. The time is short by
// default, or the value of PLOTLINE_SOAK. Tests import it.
package stint

import (
	"os"
	"testing"
	"time"
)

// EnvSoak is a duration, such as 10m.
const EnvSoak = "PLOTLINE_SOAK"

// Of returns the running time of a test: short, unless the environment sets a longer one.
func Of(tb testing.TB, short time.Duration) time.Duration {
	tb.Helper()
	text := os.Getenv(EnvSoak)
	if text == "" {
		return short
	}
	long, err := time.ParseDuration(text)
	if err != nil {
		tb.Fatalf("%s must be a duration, such as 10m: %q", EnvSoak, text)
	}
	return max(short, long)
}
