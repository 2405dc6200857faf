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
)

// releaseMemory returns memory to the system after large requests, until ctx ends. Go itself collects when the
// heap has doubled, or after two minutes. An idle server would hold hundreds of megabytes until then.
func releaseMemory(ctx context.Context) {
	again := time.NewTicker(lookAgain)
	defer again.Stop()
	inUse := uint64(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			if heapBytes() > inUse+mostBeyond {
				debug.FreeOSMemory()
				inUse = heapBytes()
			}
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
