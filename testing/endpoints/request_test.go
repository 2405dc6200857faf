package endpoints_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"plotline/graph/graphtest"
)

// pool is shared by the tests. It does not decompress bodies.
var pool = &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 64}

var client = &http.Client{
	Transport: pool, Timeout: 2 * time.Minute,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func closeIdle() { pool.CloseIdleConnections() }

// reply is an HTTP reply.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// open sends a request and leaves the body unread. Headers come in pairs; an empty one is omitted.
func (s *server) open(ctx context.Context, t *testing.T, token, method, path string, body io.Reader, headers ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, body)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		switch {
		case headers[i] == "Host":
			req.Host = headers[i+1]
		case headers[i+1] == "":
			req.Header.Del(headers[i])
		default:
			req.Header.Set(headers[i], headers[i+1])
		}
	}
	response, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// send sends a request and returns its reply.
func (s *server) send(t *testing.T, token, method, path, body string, headers ...string) reply {
	t.Helper()
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	response := s.open(t.Context(), t, token, method, path, content, headers...)
	defer func() { _ = response.Body.Close() }()
	return read(t, response)
}

// read reads a whole reply. The caller closes it.
func read(t *testing.T, response *http.Response) reply {
	t.Helper()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{response.StatusCode, response.Header, raw}
}

// dial opens a connection for requests that no Go client would send.
func (s *server) dial(t *testing.T) net.Conn {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", s.host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	return conn
}

// raw sends bytes and reads the reply.
func (s *server) raw(t *testing.T, method, bytes string) reply {
	t.Helper()
	conn := s.dial(t)
	if _, err := io.WriteString(conn, bytes); err != nil {
		t.Logf("the server reads no more: %v", err) // it may have replied already
	}
	return answerOn(t, conn, method)
}

// slow begins a request to create an episode, and waits until the server asks for the body of that length.
func (s *server) slow(t *testing.T, token string, length int) net.Conn {
	t.Helper()
	conn := s.dial(t)
	_, _ = fmt.Fprintf(conn, "POST /api/v1/episodes HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"+
		"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n", s.host, token, length)
	const want = "HTTP/1.1 100 Continue\r\n\r\n"
	got := make([]byte, len(want))
	if _, err := io.ReadFull(conn, got); err != nil || string(got) != want {
		t.Fatalf("the server does not ask for the body: %q, %v", got, err)
	}
	return conn
}

func answerOn(t *testing.T, conn net.Conn, method string) reply {
	t.Helper()
	response, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	defer func() { _ = response.Body.Close() }()
	return read(t, response)
}

func object(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	fields, is := graphtest.DecodeJSON(t, raw).(map[string]any)
	if !is {
		t.Fatalf("%.2000s is no object", raw)
	}
	return fields
}
