package hook

import (
	"io"
	"net"
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
