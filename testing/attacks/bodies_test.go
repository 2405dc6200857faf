package attacks_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/internal/access"
	"plotline/testing/kit/tier"
)

// largest is the size limit of a request's body.
const largest = 16 << 20

// dial opens a connection that the test closes.
func (s *server) dial(t *testing.T) net.Conn {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", s.Host())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(patience))
	return conn
}

// head begins a request with a body of this length. The token may be empty.
func (s *server) head(method, path, token string, length int) string {
	credential := ""
	if token != "" {
		credential = "Authorization: Bearer " + token + "\r\n"
	}
	return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", method, path, s.Host(), credential, length)
}

// holdConnections attacks from several connections until ctx ends. Each runs attack, and reconnects when the
// server has closed it.
func (s *server) holdConnections(ctx context.Context, connections int, attack func(conn net.Conn)) error {
	var all sync.WaitGroup
	for range connections {
		all.Go(func() {
			for ctx.Err() == nil {
				conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", s.Host())
				if err != nil {
					continue
				}
				stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
				attack(conn)
				_, _ = io.Copy(io.Discard, conn) // until the server closes it
				stop()
				_ = conn.Close()
			}
		})
	}
	all.Wait()
	return nil
}

// checkPeakMemory checks the peak memory of the process.
func (s *server) checkPeakMemory(t *testing.T, bytes int64) {
	t.Helper()
	if most := s.memory(t, "VmHWM"); most > bytes {
		t.Errorf("the process held %d MiB, want at most %d", most>>20, bytes>>20)
	}
}

// waitForFreedMemory waits until the process uses less than 100 MiB beyond the 50 MiB of an idle one.
func (s *server) waitForFreedMemory(t *testing.T) {
	t.Helper()
	for began := time.Now(); s.memory(t, "VmRSS") > 150<<20; time.Sleep(100 * time.Millisecond) {
		if time.Since(began) > patience {
			t.Fatalf("the process still holds %d MiB", s.memory(t, "VmRSS")>>20)
		}
	}
}

// holdBodies holds 20 connections, each with the head of a request and almost all of its body.
func (s *server) holdBodies(ctx context.Context, head, letter string) error {
	chunk := strings.Repeat(letter, 1<<20-1) // never all of it
	return s.holdConnections(ctx, 20, func(conn net.Conn) {
		_, _ = io.WriteString(conn, head)
		for range 16 {
			if _, err := io.WriteString(conn, chunk); err != nil {
				return
			}
		}
	})
}

// TestLargeBodyWithoutTokenIsRejected sends large bodies without a token to the one route that accepts
// bodies before it checks the token. Each must be rejected before its body is read.
func TestLargeBodyWithoutTokenIsRejected(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyHTTP(t, func(t *testing.T, p protocol) {
		s := p.start(t, "--media-root", t.TempDir())
		token := s.token(t, "victim", access.Writer)
		s.checkOtherDuring(t, token, func(ctx context.Context) error {
			return s.holdBodies(ctx, s.head(http.MethodPost, "/socket.io/?EIO=4&transport=polling", "", largest), "x")
		})
		s.checkPeakMemory(t, 150<<20)
	})
}

// TestLargeBodiesOfOneTokenDoNotBlockOthers holds as many large bodies with one token as possible. Others
// must be able to write.
func TestLargeBodiesOfOneTokenDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyProtocol(t, func(t *testing.T, p protocol) {
		s := p.start(t, "--media-root", t.TempDir())
		token, hostile := s.token(t, "victim", access.Writer), s.token(t, "hostile", access.Reader)
		s.checkOtherDuring(t, token, func(ctx context.Context) error {
			return s.holdBodies(ctx, s.head(http.MethodPost, "/api/v1/graph", hostile, largest), " ")
		})
		s.checkPeakMemory(t, 300<<20)
	})
}

// TestLargeBodiesWaitAndSucceed checks that the limit delays 16 clients of one token and rejects none.
func TestLargeBodiesWaitAndSucceed(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyHTTP(t, func(t *testing.T, p protocol) {
		s := p.start(t, "--media-root", t.TempDir())
		token := s.token(t, "victim", access.Writer)
		body := []byte(`{"query":"q","reward":0` + strings.Repeat(" ", largest-24) + `}`)
		var all sync.WaitGroup
		for range 16 {
			all.Go(func() {
				got, err := s.do(t.Context(), http.MethodPost, "/api/v1/episodes", token, body)
				if err != nil || got.status != http.StatusCreated {
					t.Errorf("%d %s %v", got.status, got.body, err)
				}
			})
		}
		all.Wait()
		s.checkAlive(t)
	})
}

// TestMissingBodyWithoutTokenClosesConnection checks that the server closes a request without a token whose
// body does not arrive.
func TestMissingBodyWithoutTokenClosesConnection(t *testing.T) {
	t.Parallel()
	s := plain.start(t, "--media-root", t.TempDir())
	for _, path := range []string{"/api/v1/episodes", "/mcp", "/nowhere", "/livez", "/socket.io/?EIO=4&transport=polling"} {
		conns := make([]net.Conn, 20)
		for i := range conns {
			conns[i] = s.dial(t)
			_, _ = io.WriteString(conns[i], s.head(http.MethodPost, path, "", 1000))
		}
		for _, conn := range conns {
			in := bufio.NewReader(conn)
			response, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatalf("%s: no answer: %v", path, err)
			}
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
			if response.StatusCode < 400 {
				t.Errorf("%s: %d", path, response.StatusCode)
			}
			if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
				t.Errorf("%s: the connection stays open: %v", path, err)
			}
		}
	}
	s.checkAlive(t)
}
