//go:build !linux

package attacks_test

import "testing"

// limitMemory does nothing, because only Linux limits the memory of another process.
func limitMemory(*testing.T, int, uint64) {}
