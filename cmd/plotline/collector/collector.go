// Package collector lets garbage collections wait while the heap is small.
//
// Go's collector runs after the heap has doubled, or at 4 MB. A start allocates 6 MB, so it would add 2 ms to the reply
// to initialize. A server holds 3 MB, so it would run 23 times a second when 16 clients write, and take a twentieth of
// the processor's time. Here it runs when the heap has grown fivefold, and at 16 MB at the earliest. That ends as soon as
// a collection finds more than 8 MB in use.
//
// The package imports almost nothing, so that Go initialises it before the libraries that allocate most.
package collector

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// Percent of the live heap that may be garbage, as in GOGC.
const (
	usual = 100
	rare  = 400
)

// In bytes.
const (
	small = 8 << 20  // the most that a small heap holds
	bound = 64 << 20 // of the runtime's memory, at which a collection no longer waits
	none  = math.MaxInt64
)

var own = begin()

// begin lets collections wait from the start, and reports whether it does: not if the environment sets GOGC or GOMEMLIMIT.
func begin() bool {
	percent, limit := debug.SetGCPercent(rare), debug.SetMemoryLimit(bound)
	if percent != usual || limit != none {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
		return false
	}
	decideNext()
	return true
}

// Started returns the 1.3 MB that only the start needed to the system.
func Started() {
	if own {
		debug.FreeOSMemory()
	}
}

// decideNext lets the next collection decide whether the one after it may wait.
func decideNext() {
	type garbage struct{ _ *int } // not part of a block of tiny objects, which lives longer
	runtime.AddCleanup(new(garbage), func(int) {
		decide()
		decideNext()
	}, 0)
}

// asUsual is whether collections do not wait.
var asUsual atomic.Bool

func decide() {
	now := !isSmall()
	switch {
	case asUsual.Swap(now) == now:
	case now:
		debug.SetGCPercent(usual)
		debug.SetMemoryLimit(none)
	default: // a heap that grows fast may be large before the next decision; it reaches the bound first
		debug.SetMemoryLimit(bound)
		debug.SetGCPercent(rare)
	}
}

// isSmall reports whether the last collection found a small heap, and the memory is well below the bound.
func isSmall() bool {
	found := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(found)
	live, mapped, released := found[0].Value.Uint64(), found[1].Value.Uint64(), found[2].Value.Uint64()
	return live <= small && mapped-released <= bound*3/4
}
