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
	"sync/atomic"
	"testing"
	"time"

	"plotline/internal/access"
	"plotline/testing/kit/fetch"
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

// holdBodies holds 20 connections until ctx ends, each with a request and almost all of its body. When the server has
// answered or closed one, the next request begins.
func (s *server) holdBodies(ctx context.Context, path, token, letter string) error {
	part := strings.Repeat(letter, largest-16) // never all of it
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			client := s.clients.another()
			defer client.CloseIdleConnections()
			for ctx.Err() == nil {
				body := unfinished(ctx, part)
				request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+path, body)
				if err != nil {
					continue
				}
				request.ContentLength = largest
				request.Header.Set("Content-Type", "application/json")
				if token != "" {
					request.Header.Set("Authorization", "Bearer "+token)
				}
				if response, err := client.Do(request); err == nil {
					_, _ = io.Copy(io.Discard, response.Body)
					_ = response.Body.Close()
				}
			}
		})
	}
	all.Wait()
	return nil
}

// unfinished is the body of a request whose end never comes.
func unfinished(ctx context.Context, begin string) io.ReadCloser {
	out, in := io.Pipe() // the client closes it once it has an answer
	go func() {
		_, _ = io.WriteString(in, begin)
		<-ctx.Done()
		_ = in.Close()
	}()
	return out
}

// TestLargeBodyWithoutTokenIsRejected sends large bodies without a token to the one route that accepts
// bodies before it checks the token. Each must be rejected before its body is read.
func TestLargeBodyWithoutTokenIsRejected(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		token := s.token(t, "victim", access.Writer)
		s.checkOtherDuring(t, token, func(ctx context.Context) error {
			return s.holdBodies(ctx, handshake, "", "x")
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
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		token, hostile := s.token(t, "victim", access.Writer), s.token(t, "hostile", access.Reader)
		path := "/api/v1/graph"
		if p == mcp {
			path = "/mcp"
		}
		s.checkOtherDuring(t, token, func(ctx context.Context) error {
			return s.holdBodies(ctx, path, hostile, " ")
		})
		s.checkPeakMemory(t, 300<<20)
	})
}

// TestLargeBodiesWaitAndSucceed checks that the limit delays 16 clients of one token and rejects none.
func TestLargeBodiesWaitAndSucceed(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyHTTP(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		token := s.token(t, "victim", access.Writer)
		all := waited(t)
		for range 16 {
			all.Go(func() {
				client := s.clients.another()
				defer client.CloseIdleConnections()
				if got, err := s.sendLargest(t.Context(), client, token); err != nil || got.Status != http.StatusCreated {
					t.Errorf("%s, %v", got, err)
				}
			})
		}
		all.Wait()
		s.checkAlive(t)
	})
}

// TestLargeBodiesOfOneConnection checks that bodies which wait for memory do not stop those that the server reads, although
// they share a connection of HTTP/2. It rejects some, and they succeed when they are sent again.
func TestLargeBodiesOfOneConnection(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	s := secure.start(t, "--media-root", t.TempDir())
	token := s.token(t, "victim", access.Writer)
	all := waited(t)
	var rejected atomic.Int64
	for range 8 {
		all.Go(func() {
			for range 100 {
				got, err := s.sendLargest(t.Context(), s.clients.of(token), token)
				if err == nil && got.Status == http.StatusCreated {
					return
				}
				if err != nil || got.Status != http.StatusTooManyRequests || got.Header.Get("Retry-After") != "1" {
					t.Errorf("%s, %v", got, err)
					return
				}
				rejected.Add(1)
				time.Sleep(time.Second) // as it is told
			}
			t.Error("rejected 100 times")
		})
	}
	all.Wait()
	if rejected.Load() == 0 {
		t.Error("none had to wait")
	}
	s.checkAlive(t)
}

// sendLargest creates an episode by a request of the largest size.
func (s *server) sendLargest(ctx context.Context, client *http.Client, token string) (fetch.Reply, error) {
	body := []byte(`{"query":"q","reward":0` + strings.Repeat(" ", largest-24) + `}`)
	return fetch.By(ctx, client, http.MethodPost, s.URL+"/api/v1/episodes", body, "Authorization", "Bearer "+token)
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
