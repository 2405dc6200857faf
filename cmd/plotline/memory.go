package main

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// lookAgain is the interval between checks of the heap.
	lookAgain = 15 * time.Second
	// mostBeyond is the allowed growth of the heap since the last collection.
	mostBeyond = 64 << 20
	// What was in use at a release may be free soon. Then only another release finds out. The time until then doubles
	// while releases find little.
	nextRelease, lastRelease = 30 * time.Second, time.Hour
)

// releaseMemory returns memory to the system after large requests, until ctx ends. Go itself collects when the
// heap has doubled, or after two minutes. An idle server would hold hundreds of megabytes until then.
func releaseMemory(ctx context.Context) {
	again := time.NewTicker(lookAgain)
	defer again.Stop()
	inUse, released, wait := uint64(0), time.Now(), nextRelease
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			held := heapBytes()
			if held <= inUse+mostBeyond && (inUse <= mostBeyond || time.Since(released) < wait) {
				continue
			}
			debug.FreeOSMemory()
			inUse, released = heapBytes(), time.Now()
			if wait *= 2; held > inUse+mostBeyond/2 {
				wait = nextRelease
			}
			wait = min(wait, lastRelease)
		}
	}
}

// heapBytes returns the bytes of the Go heap that the system provides.
func heapBytes() (bytes uint64) {
	parts := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
	}
	metrics.Read(parts)
	for _, part := range parts {
		bytes += part.Value.Uint64()
	}
	return bytes
}
