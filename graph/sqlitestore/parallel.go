package sqlitestore

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel does n things on all processors. A panic reaches the caller, who answers for the call, and does not
// end the program.
func inParallel(n int, do func(i int)) {
	const worthIt = 32 // things for each goroutine
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
