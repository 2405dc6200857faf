package sharing

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls do for each i below n, on all processors. It repeats a panic in the caller's goroutine, so that a
// panic fails the call and does not end the program.
func Each(n int, do func(i int)) {
	const worthIt = 32 // calls per goroutine
	var next atomic.Int64
	var panicked atomic.Pointer[any]
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				panicked.Store(&p)
			}
		}()
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			do(i)
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n/worthIt) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if p := panicked.Load(); p != nil {
		panic(*p)
	}
}
