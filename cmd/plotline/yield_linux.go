package main

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// yieldToOthers has the system prefer all other threads to that of this goroutine, which keeps it to its end.
func yieldToOthers() {
	const less = 10
	runtime.LockOSThread()                                       // a thread that is never unlocked ends with its goroutine
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), less) // one that may not is as fast as the others
}
