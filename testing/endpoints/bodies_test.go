package endpoints_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"plotline/internal/fault"
)

const limit = 16 << 20 // of a body

// TestInvalidBodies checks that each invalid body gets the right status and has no effect.
func TestInvalidBodies(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	good := `{"query":"q","reward":0}`
	cases := map[string]struct{ body, want string }{
		"half an object":         {`{"query":"q","reward":0`, ""},
		"one character":          {`{`, ""},
		"two objects":            {good + good, ""},
		"a word behind it":       {good + "x", ""},
		"a name without quotes":  {`{query:"q","reward":0}`, ""},
		"a comma too many":       {`{"query":"q","reward":0,}`, ""},
		"no UTF-8":               {"{\"query\":\"\xff\xfe\",\"reward\":0}", "UTF-8"},
		"a name that is no text": {"{\"\xff\":1}", ""},
		"UTF-16":                 {"\xff\xfe{\x00}\x00", ""},
		"a mark of byte order":   {"\xef\xbb\xbf" + good, ""},
		"NaN":                    {`{"query":"q","reward":NaN}`, ""},
		"a number too large":     {`{"query":"q","reward":1e999}`, "reward"},
		"a list":                 {`[` + good + `]`, "must be a JSON object"},
		"a number":               {`1`, "must be a JSON object"},
		"null":                   {`null`, "must be a JSON object"},
		"spaces":                 {"  \n", ""},
		"a form":                 {"query=q&reward=0", ""},
		"deep lists":             {`{"query":"q","reward":0,"metadata":{"x":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}}`, ""},
		"open lists":             {strings.Repeat("[", 1_000_000), ""},
		"deep objects":           {strings.Repeat(`{"a":`, 200_000), ""},
	}
	for name, c := range cases {
		t.Log(name)
		s.send(t, token, http.MethodPost, "/api/v1/episodes", c.body).refused(t, http.StatusBadRequest, fault.InvalidArgument, c.want)
	}
	s.expectEpisodes(t, token, 0)
}

// TestInvalidMessages checks that MCP rejects invalid messages in its own format.
func TestInvalidMessages(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	headers := s.begin(t, token)
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_episode","arguments":{"query":"q","reward":0}}}`
	for body, want := range map[string]string{
		"{":                         "-32700",
		call[:len(call)-1]:          "-32700",
		call + call:                 "-32700",
		"[" + call + "]":            "-32600",
		strings.Repeat("[", 100_00): "-32700",
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"create_episode\",\"arguments\":{\"query\":\"\xff\",\"reward\":0}}}": "UTF-8",
	} {
		r := s.send(t, token, http.MethodPost, "/mcp", body, headers...)
		if (r.status != http.StatusBadRequest && r.status != http.StatusOK) || !strings.Contains(string(r.body), want) ||
			!strings.HasPrefix(string(r.body), `{"jsonrpc":"2.0"`) {
			t.Errorf("%.200s: %d %.500s, want %s", body, r.status, r.body, want)
		}
	}
	s.expectEpisodes(t, token, 0)
}

// TestContentTypes checks that a body is parsed as JSON only if it is sent as JSON. A form in a web page
// cannot send that.
func TestContentTypes(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	const body = `{"query":"q","reward":0}`
	for _, kind := range []string{
		"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json", "json",
		"application/jsonp", "application/json, text/plain", "*/*", "application/json;", "application/xml",
	} {
		rest := s.send(t, token, http.MethodPost, "/api/v1/episodes", body, "Content-Type", kind)
		if kind == "application/json;" { // Go's parser accepts this, and rightly
			rest.ok(t)
			continue
		}
		rest.refused(t, http.StatusUnsupportedMediaType, fault.InvalidArgument, "Content-Type: application/json")
		if mcp := s.send(t, token, http.MethodPost, "/mcp", initializeMessage, "Content-Type", kind); mcp.status != http.StatusUnsupportedMediaType || mcp.rpc(t).Error == nil {
			t.Errorf("MCP with %q: %d %s", kind, mcp.status, mcp.body)
		}
	}
	for _, kind := range []string{"application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.plotline+json"} {
		s.send(t, token, http.MethodPost, "/api/v1/episodes", body, "Content-Type", kind).ok(t)
	}
	s.expectEpisodes(t, token, 4)
}

// TestBodyAtSizeLimit checks that a body of the maximum size is read, and one byte more is rejected.
func TestBodyAtSizeLimit(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	const small = `{"query":"q","reward":0}`
	body := small + strings.Repeat(" ", limit-len(small))
	s.send(t, token, http.MethodPost, "/api/v1/episodes", body).ok(t)
	s.send(t, token, http.MethodPost, "/api/v1/episodes", body+" ").refused(t, http.StatusRequestEntityTooLarge, fault.TooLarge, "16777216 bytes")
	s.expectEpisodes(t, token, 1)
}

// TestTooLargeBodyIsNotRead checks that a body which is too large is rejected before it arrives, and that the
// server does not read the connection to its end.
func TestTooLargeBodyIsNotRead(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	for _, path := range []string{"/api/v1/episodes", "/mcp"} {
		head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n", path, s.host, token)
		conn := s.dial(t) // the body is not sent
		_, _ = io.WriteString(conn, head+"Content-Length: 20971520\r\n\r\n")
		answerOn(t, conn, http.MethodPost).refused(t, http.StatusRequestEntityTooLarge, fault.TooLarge, "send less at once")
		s.sendUntilClosed(t, conn, bytes.Repeat([]byte(" "), 1<<20), 20)

		conn = s.dial(t)
		_, _ = io.WriteString(conn, head+"Transfer-Encoding: chunked\r\n\r\n")
		chunk := append(append([]byte("100000\r\n"), bytes.Repeat([]byte(" "), 1<<20)...), "\r\n"...)
		s.sendUntilClosed(t, conn, chunk, 20)
		// Unread data resets the connection, which may drop the reply.
		s.send(t, token, http.MethodGet, "/api/v1/episodes", "").ok(t)
	}
	chunked := io.MultiReader(strings.NewReader(strings.Repeat(" ", limit+1)), strings.NewReader("{}"))
	response := s.open(t.Context(), t, token, http.MethodPost, "/api/v1/episodes", chunked)
	defer func() { _ = response.Body.Close() }()
	read(t, response).refused(t, http.StatusRequestEntityTooLarge, fault.TooLarge, "16777216 bytes")
	s.expectEpisodes(t, token, 0)
}

// sendUntilClosed sends parts until the server closes the connection, which must happen before the last.
func (s *server) sendUntilClosed(t *testing.T, conn net.Conn, part []byte, times int) {
	t.Helper()
	for range 4 * times {
		if _, err := conn.Write(part); err != nil {
			return
		}
	}
	t.Errorf("the server read %d bytes", 4*times*len(part))
}

// TestTruncatedBody checks that a truncated request has no effect, even if the received part is valid
// JSON.
func TestTruncatedBody(t *testing.T) {
	t.Parallel()
	s, token := sharedAdmin(t)
	const body = `{"query":"q","reward":0}`
	for _, framing := range []string{
		fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body)+1, body),
		fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", len(body), body),
	} {
		conn := s.dial(t)
		_, _ = fmt.Fprintf(conn, "POST /api/v1/episodes HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n%s", s.host, token, framing)
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.CloseWrite()
		}
		answerOn(t, conn, http.MethodPost).refused(t, statusOf[fault.Cancelled], fault.Cancelled, "ended early")
	}
	s.expectEpisodes(t, token, 0)
}
