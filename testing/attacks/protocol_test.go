package attacks_test

import (
	"bufio"
	"io"
	"net/http"
	"testing"
)

// TestNoHTTP2WithoutTLS checks that the server speaks only HTTP/1.1 without TLS. Floods of HTTP/2 streams
// and resets are then impossible.
func TestNoHTTP2WithoutTLS(t *testing.T) {
	t.Parallel()
	s := start(t, "--media-root", t.TempDir())
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
