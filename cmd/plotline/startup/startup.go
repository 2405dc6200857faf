// Package startup delays garbage collection while the program starts. A start allocates 6 MB. The default
// collector begins at a heap of 4 MB and adds 2 ms to the reply to initialize.
//
// The package imports nothing else, so that Go initialises it before the libraries that allocate most.
package startup

import "runtime/debug"

const (
	usual = 100
	held  = 400 // collection begins at a heap of 16 MB
)

var before = hold()

// hold raises the GC percentage, unless the environment sets it.
func hold() int {
	before := debug.SetGCPercent(held)
	if before != usual {
		debug.SetGCPercent(before)
	}
	return before
}

// Done restores the default GC percentage, and returns to the system the 1.3 MB that only the start needed.
func Done() {
	if before == usual {
		debug.SetGCPercent(usual)
		debug.FreeOSMemory()
	}
}
