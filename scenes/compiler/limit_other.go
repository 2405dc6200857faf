//go:build !linux

package compiler

import (
	"os"
	"runtime/metrics"
	"time"
)

// limit ends this process when it uses too much memory. Only Linux limits a process's memory reliably, so the process
// measures itself. wallTime limits its duration.
func limit() error {
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
		for range time.Tick(5 * time.Millisecond) {
			if metrics.Read(sample); sample[0].Value.Uint64() > memoryMost {
				os.Exit(1)
			}
		}
	}()
	return nil
}
