//go:build !linux

package hook

import "time"

func thisThread() int { return 0 }

// usage returns nothing: the clock of the wall counts.
func usage(int) (worked, waited time.Duration, ready bool) { return 0, 0, false }
