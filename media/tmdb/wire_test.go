package tmdb_test

import (
	"context"
	"net"
	"sync"
)

// wire is an in-memory network for a server and its clients. It is idle while nothing happens, unlike the
// system's network, so tests with a fake clock can use it.
type wire struct {
	calls  chan net.Conn
	closed chan struct{}
	close  func()
}

func newWire() *wire {
	w := &wire{calls: make(chan net.Conn), closed: make(chan struct{})}
	w.close = sync.OnceFunc(func() { close(w.closed) })
	return w
}

// dial is for http.Transport and ignores the address.
func (w *wire) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case w.calls <- there:
		return here, nil
	case <-w.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept, Close and Addr implement net.Listener.
func (w *wire) Accept() (net.Conn, error) {
	select {
	case conn := <-w.calls:
		return conn, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

func (w *wire) Close() error { w.close(); return nil }

func (w *wire) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }
