// Package collector lets garbage collections wait while the heap is small.
//
// Go's collector runs after the heap has doubled, or at 4 MB. A start allocates 6 MB, so it would add 2 ms to the reply
// to initialize. A server holds 3 MB, so it would run 23 times a second when 16 clients write, and take a twentieth of
// the processor's time. Here it runs when the heap is 16 MB, or has doubled if it holds more than 8.
//
// The package imports almost nothing, so that Go initialises it before the libraries that allocate most.
package collector

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

const (
	usual = 100 // GOGC, in percent: garbage against what is live
	most  = 400
	small = 16 << 20 // bytes of heap below which nothing is collected
	step  = 20       // a change by less is not worth stopping the program
)

var before = begin()

var now atomic.Int64 // the percentage, once the program has started

// begin raises the percentage, unless the environment sets it.
func begin() int {
	before := debug.SetGCPercent(most)
	if before != usual {
		debug.SetGCPercent(before)
	}
	return before
}

// Started returns the 1.3 MB that only the start needed to the system. From now on, every collection sets the
// percentage for the next.
func Started() {
	if before == usual {
		debug.FreeOSMemory()
		now.Store(most)
		adjust()
	}
}

// adjust sets the percentage, and does so again after the next collection.
func adjust() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	next := percent(live[0].Value.Uint64())
	if change := next - now.Load(); change >= step || change <= -step {
		now.Store(next)
		debug.SetGCPercent(int(next))
	}
	type garbage struct{ _ *int } // not part of a block of tiny objects, which lives longer
	runtime.AddCleanup(new(garbage), func(int) { adjust() }, 0)
}

// percent returns the percentage with which collection begins at the small heap, or as usual in a larger one.
func percent(live uint64) int64 {
	if live > small/2 {
		return usual
	}
	return min(small*100/max(int64(live), 1)-100, most)
}
