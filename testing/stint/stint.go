// Package stint says for how long the tests go on that find the more the longer they do: for a moment,
// or for as long as PLOTLINE_SOAK says.
package stint

import (
	"os"
	"testing"
	"time"
)

// EnvSoak is a duration, such as 10m.
const EnvSoak = "PLOTLINE_SOAK"

// Of is how long a test shall go on: short, unless the environment wants more.
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
