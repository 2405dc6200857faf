package attacks_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"testing"

	"plotline/internal/access"
)

// TestUnfinishedHeadersDoNotBlockNewConnections opens many connections that never finish a header. The
// server must close them in favour of newer ones and keep accepting.
func TestUnfinishedHeadersDoNotBlockNewConnections(t *testing.T) {
	t.Parallel()
	s := plain.start(t, "--media-root", t.TempDir(), "--max-connections", "200")
	token := s.token(t, "victim", access.Writer)
	conns := make([]net.Conn, 600)
	for i := range conns {
		conns[i] = s.dial(t)
		_, _ = io.WriteString(conns[i], "GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: ")
	}
	for range 5 {
		s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes", token, `{"query":"q","reward":0}`)
	}
	for _, conn := range conns[:300] {
		if _, err := bufio.NewReader(conn).ReadByte(); err == nil {
			t.Fatal("an old connection got an answer")
		}
	}
	// The time limit of a header closes them too, but much later. The connections closed for newer ones are
	// counted.
	if ended := s.refusals(t, token, "connections"); ended < 400 {
		t.Errorf("%d connections made room, want at least 400", ended)
	}
	s.checkAlive(t)
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
