package httpclient

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// Request encodes a request. Headers come in pairs.
func (s *Server) Request(method, path, body string, headers ...string) []byte {
	var b strings.Builder
	_, _ = fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, s.Host())
	if s.Token != "" {
		_, _ = fmt.Fprintf(&b, "Authorization: Bearer %s\r\n", s.Token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		_, _ = fmt.Fprintf(&b, "%s: %s\r\n", headers[i], headers[i+1])
	}
	if body != "" {
		_, _ = fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n" + body)
	return []byte(b.String())
}

// Get encodes a GET request.
func (s *Server) Get(path string) []byte { return s.Request(http.MethodGet, path, "") }

// JSON encodes a request to REST with a body.
func (s *Server) JSON(method, path, body string) []byte {
	return s.Request(method, path, body, "Content-Type", "application/json")
}

const (
	legacy = "2025-11-25"
	modern = "2026-07-28"
	both   = "application/json, text/event-stream"
	meta   = `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + modern + `","io.modelcontextprotocol/clientCapabilities":{}}`
)

// Tool encodes a tool call in a session of the older era.
func (s *Server) Tool(session, tool, args string) []byte {
	return s.message(session, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+args+`}}`)
}

func (s *Server) message(session, body string) []byte {
	headers := []string{"Content-Type", "application/json", "Accept", both}
	if session != "" {
		headers = append(headers, "Mcp-Session-Id", session, "Mcp-Protocol-Version", legacy)
	}
	return s.Request(http.MethodPost, "/mcp", body, headers...)
}

// StatelessTool encodes a tool call in the era without sessions.
func (s *Server) StatelessTool(tool, args string) []byte {
	return s.stateless("tools/call", tool, `"name":"`+tool+`","arguments":`+args)
}

// Listen encodes a request for a stream in the era without sessions.
func (s *Server) Listen() []byte {
	return s.stateless("subscriptions/listen", "", `"notifications":{"toolsListChanged":true}`)
}

func (s *Server) stateless(method, name, params string) []byte {
	headers := []string{"Content-Type", "application/json", "Accept", both, "Mcp-Protocol-Version", modern, "Mcp-Method", method}
	if name != "" {
		headers = append(headers, "Mcp-Name", name)
	}
	return s.Request(http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+`,`+meta+`}}`, headers...)
}

// Begin begins a session.
func (s *Server) Begin(c *Conn) (session string, err error) {
	got, err := c.Do(s.message("", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"`+legacy+
		`","capabilities":{},"clientInfo":{"name":"plotline-testing","version":"1"}}}`))
	if err != nil || got.Session == "" {
		return "", fmt.Errorf("initialize: %d %.300s: %w", got.Status, got.Body, err)
	}
	session = got.Session
	got, err = c.Do(s.message(session, `{"jsonrpc":"2.0","method":"notifications/initialized"}`))
	if err != nil || got.Status != http.StatusAccepted {
		return "", fmt.Errorf("notifications/initialized: %d %.300s: %w", got.Status, got.Body, err)
	}
	return session, nil
}

// End ends a session.
func (s *Server) End(c *Conn, session string) error {
	got, err := c.Do(s.Request(http.MethodDelete, "/mcp", "", "Mcp-Session-Id", session, "Mcp-Protocol-Version", legacy))
	if err != nil || got.Status != http.StatusNoContent {
		return fmt.Errorf("ending a session: %d %.300s: %w", got.Status, got.Body, err)
	}
	return nil
}

// Stream opens the stream of a session on a separate connection.
func (s *Server) Stream(ctx context.Context, session string) (*Conn, error) {
	c, err := s.Dial(ctx)
	if err != nil {
		return nil, err
	}
	got, err := c.Do(s.Request(http.MethodGet, "/mcp", "", "Accept", "text/event-stream", "Mcp-Session-Id", session, "Mcp-Protocol-Version", legacy))
	if err != nil || got.Status != http.StatusOK || !got.Stream {
		c.Close()
		return nil, fmt.Errorf("a stream: %d %.300s: %w", got.Status, got.Body, err)
	}
	return c, nil
}
