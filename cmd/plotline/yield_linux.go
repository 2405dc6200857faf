package main

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// lowerPriority lowers the priority of this goroutine's thread, which then runs nothing else.
func lowerPriority() {
	const less = 10
	runtime.LockOSThread()                                       // a thread that stays locked ends with its goroutine
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), less) // without permission, the priority stays
}
