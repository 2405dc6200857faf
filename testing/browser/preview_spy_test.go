package browser_test

import (
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/testing/browser/kit/browser"
)

// spy accepts TCP and UDP traffic on one port.
type spy struct {
	t       *testing.T
	tcp     net.Listener
	udp     net.PacketConn
	serving sync.WaitGroup

	mu       sync.Mutex
	received []string
}

func listen(t *testing.T) *spy {
	t.Helper()
	s := &spy{t: t}
	var err error
	if s.tcp, err = new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	// The same port is almost always free for UDP.
	if s.udp, err = new(net.ListenConfig).ListenPacket(t.Context(), "udp", s.tcp.Addr().String()); err != nil {
		t.Fatal(err)
	}
	s.serving.Go(s.accept)
	s.serving.Go(func() { s.read(func(b []byte) (int, error) { n, _, err := s.udp.ReadFrom(b); return n, err }) })
	t.Cleanup(func() {
		_, _ = s.tcp.Close(), s.udp.Close()
		s.serving.Wait()
	})
	return s
}

func (s *spy) accept() {
	for {
		conn, err := s.tcp.Accept()
		if err != nil {
			return
		}
		s.serving.Go(func() {
			defer func() { _ = conn.Close() }()
			_ = conn.SetDeadline(time.Now().Add(time.Minute))
			s.read(conn.Read)
		})
	}
}

// read records received data. A connection alone means nothing, because browsers open some in advance.
func (s *spy) read(from func([]byte) (int, error)) {
	buffer := make([]byte, 1<<10)
	for {
		n, err := from(buffer)
		if n > 0 {
			line, _, _ := strings.Cut(string(buffer[:n]), "\r\n")
			s.mu.Lock()
			s.received = append(s.received, strconv.Quote(line))
			s.mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

func (s *spy) checkNothingReceived() {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range s.received {
		s.t.Errorf("the scene reached the network: %s", line)
	}
}

// hostile is filming with a scene that knows the spy's address.
func hostile(t *testing.T, s *spy, code string) (w *world, p *tab, scene string) {
	t.Helper()
	return startPreview(t, browser.Desk, strings.ReplaceAll(code, "SPY", "http://"+s.tcp.Addr().String()))
}
