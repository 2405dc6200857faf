package hook

import "syscall"

// suffix ends the names of programs.
const suffix = ".exe"

// detached lets a process outlive the client's job.
func detached() *syscall.SysProcAttr {
	const detachedProcess, breakawayFromJob = 0x00000008, 0x01000000
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: detachedProcess | breakawayFromJob | syscall.CREATE_NEW_PROCESS_GROUP}
}
