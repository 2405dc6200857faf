//go:build unix

package hook

import "syscall"

// suffix ends the names of programs.
const suffix = ""

// detached lets a process outlive the session of its terminal.
func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
