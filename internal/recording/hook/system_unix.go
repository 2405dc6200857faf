//go:build unix

package hook

import (
	"io"
	"os"
	"syscall"
	"time"
)

// dial connects to a socket of the machine. Package net does the same and adds 0.7 MB to the program.
func dial(path string, limit time.Duration) (io.ReadWriteCloser, error) {
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	syscall.CloseOnExec(fd)
	timeout := syscall.NsecToTimeval(int64(limit))
	for _, option := range []int{syscall.SO_SNDTIMEO, syscall.SO_RCVTIMEO} {
		if err == nil {
			err = syscall.SetsockoptTimeval(fd, syscall.SOL_SOCKET, option, &timeout)
		}
	}
	if err == nil {
		err = syscall.Connect(fd, &syscall.SockaddrUnix{Name: path})
	}
	if err != nil {
		_ = syscall.Close(fd)
		return nil, os.NewSyscallError("connect", err)
	}
	return os.NewFile(uintptr(fd), path), nil
}

// suffix ends the names of programs.
const suffix = ""

// detached lets a process outlive the session of its terminal.
func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
