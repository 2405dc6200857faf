package main

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// lookAgain is how often the heap is looked at.
	lookAgain = 15 * time.Second
	// mostBeyond is what the heap may hold beyond what was in use when it was last cleaned up.
	mostBeyond = 64 << 20
)

// giveBack cleans up after large requests, until ctx ends. Go itself does so when as much again is asked for, or
// after two minutes: a server that was busy and is idle would hold hundreds of megabytes meanwhile.
func giveBack(ctx context.Context) {
	again := time.NewTicker(lookAgain)
	defer again.Stop()
	inUse := uint64(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			if heap() > inUse+mostBeyond {
				debug.FreeOSMemory()
				inUse = heap()
			}
		}
	}
}

// heap gives the bytes that the Go heap takes from the system.
func heap() (bytes uint64) {
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
