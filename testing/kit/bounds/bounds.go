// Package bounds helps fuzz tests check memory use. It enlarges inputs and counts the bytes that parsing
// them allocates. Fuzz tests import it.
package bounds

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// maxGrown limits the growth of an input, so that parsing stays fast.
const maxGrown = 128 << 10

// Grow makes a long input from a short one. It repeats every second part between broken bars: "[¦1,¦1]"
// makes a wide list, and "¦[¦1¦]¦" a deep one. It replaces percent signs alternately by first and last.
func Grow(text string, first, last uint64, times uint16) string {
	var grown strings.Builder
	for i, part := range strings.Split(text, "¦") {
		part = numbered(part, first, last)
		n := 1
		if i%2 == 1 {
			n = max(1, min(int(times), maxGrown/max(1, len(part))))
		}
		grown.WriteString(strings.Repeat(part, n))
	}
	return grown.String()
}

func numbered(text string, first, last uint64) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "%") {
		if i > 0 {
			b.WriteString(strconv.FormatUint(first, 10))
			first, last = last, first
		}
		b.WriteString(part)
	}
	return b.String()
}

// Bytes fails the test if the call allocates more than the given number of bytes, or 64 times that under
// the race detector. It counts the allocations of the whole process, so it suits only fuzz targets, which
// run alone.
func Bytes(tb testing.TB, most int, call func()) {
	tb.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > slack*uint64(max(0, most)) {
		tb.Errorf("%d bytes allocated, want at most %d", taken, slack*most)
	}
}
