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
	s := start(t, "--media-root", t.TempDir(), "--max-connections", "200")
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
