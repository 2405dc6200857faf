package hook

import (
	"io"
	"net"
	"syscall"
	"time"
)

// dial connects to a socket of the machine.
func dial(path string, limit time.Duration) (io.ReadWriteCloser, error) {
	conn, err := net.DialTimeout("unix", path, limit)
	if err != nil {
		return nil, err
	}
	return conn, conn.SetDeadline(time.Now().Add(limit))
}

// suffix ends the names of programs.
const suffix = ".exe"

// detached lets a process outlive the client's job.
func detached() *syscall.SysProcAttr {
	const detachedProcess, breakawayFromJob = 0x00000008, 0x01000000
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: detachedProcess | breakawayFromJob | syscall.CREATE_NEW_PROCESS_GROUP}
}
