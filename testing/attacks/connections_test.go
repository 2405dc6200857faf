package attacks_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"testing"

	"plotline/internal/access"
	"plotline/testing/kit/tier"
)

// TestUnfinishedHeadersDoNotBlockNewConnections opens many connections that never finish a header. The
// server must close them in favour of newer ones and keep accepting.
func TestUnfinishedHeadersDoNotBlockNewConnections(t *testing.T) {
	t.Parallel()
	for name, attack := range map[string]struct {
		over  protocol
		begin func(t *testing.T, s *server) net.Conn
	}{
		"HTTP1": {plain, func(t *testing.T, s *server) net.Conn {
			t.Helper()
			conn := s.dial(t)
			_, _ = io.WriteString(conn, "GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: ")
			return conn
		}},
		"TLS that never begins": {secure, func(t *testing.T, s *server) net.Conn {
			t.Helper()
			return s.dial(t)
		}},
		"HTTP2": {secure, func(t *testing.T, s *server) net.Conn {
			t.Helper()
			conn, frames := s.dialHTTP2(t)
			headers := s.headersHTTP2(0, http.MethodGet, "/livez", "", 0)
			headers.EndHeaders = false
			_ = frames.WriteHeaders(headers)
			return conn
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if attack.over != plain {
				tier.Full(t)
			}
			s := attack.over.start(t, "--media-root", t.TempDir(), "--max-connections", "200")
			token := s.token(t, "victim", access.Writer)
			conns := make([]net.Conn, 600)
			for i := range conns {
				conns[i] = attack.begin(t, s)
			}
			for range 5 {
				s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes", token, `{"query":"q","reward":0}`)
			}
			for _, conn := range conns[:300] {
				got, err := io.ReadAll(conn)
				if errors.Is(err, os.ErrDeadlineExceeded) || bytes.Contains(got, []byte("200")) {
					t.Fatalf("an old connection got %q, %v", got, err)
				}
			}
			// The time limit of a header closes them too, but much later. The connections closed for newer ones are
			// counted.
			if ended := s.refusals(t, token, "connections"); ended < 400 {
				t.Errorf("%d connections made room, want at least 400", ended)
			}
			s.checkAlive(t)
		})
	}
}

// TestNoHTTP2WithoutTLS checks that the server speaks only HTTP/1.1 without TLS. Floods of HTTP/2 streams
// and resets are then impossible.
func TestNoHTTP2WithoutTLS(t *testing.T) {
	t.Parallel()
	s := plain.start(t, "--media-root", t.TempDir())
	for _, test := range []struct {
		name, sent string
		status     int
	}{
		{"prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00", 0},
		{"upgrade", "GET /livez HTTP/1.1\r\nHost: " + s.Host() + "\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n", http.StatusOK},
	} {
		conn := s.dial(t)
		_, _ = io.WriteString(conn, test.sent)
		in := bufio.NewReader(conn)
		if begin, err := in.Peek(5); string(begin) != "HTTP/" { // HTTP/2 would reply with a frame
			t.Errorf("%s: %q, %v", test.name, begin, err)
			continue
		}
		response, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		_ = response.Body.Close()
		if response.ProtoMajor != 1 || test.status != 0 && response.StatusCode != test.status || test.status == 0 && response.StatusCode < http.StatusBadRequest {
			t.Errorf("%s: %s %s", test.name, response.Proto, response.Status)
		}
	}
	s.checkAlive(t)
}
