package tools_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

// sender sends a request and returns the answer's message. name is the name of a tool, or empty. more has further
// params, each after a comma.
type sender func(method, name, more string) string

// transports are the transports and protocols.
func transports() map[string]func(t *testing.T, s *tools.Server) sender {
	return map[string]func(t *testing.T, s *tools.Server) sender{
		"stdio, 2025-11-25": func(t *testing.T, s *tools.Server) sender {
			t.Helper()
			p := dial(t, s)
			p.greet(hello)
			return func(method, name, more string) string { p.send(request(method, name, more)); return p.receive() }
		},
		"stdio, 2026-07-28": func(t *testing.T, s *tools.Server) sender {
			t.Helper()
			p := dial(t, s)
			return func(method, name, more string) string {
				p.send(request(method, name, more+","+modernMeta))
				return p.receive()
			}
		},
		"HTTP, 2025-11-25": func(t *testing.T, s *tools.Server) sender {
			t.Helper()
			site := serve(t, s, streamhttp.Config{})
			session := site.begin()
			return func(method, name, more string) string {
				return site.send(http.MethodPost, request(method, name, more), session...).body
			}
		},
		"HTTP, 2026-07-28": func(t *testing.T, s *tools.Server) sender {
			t.Helper()
			site := serve(t, s, streamhttp.Config{})
			return func(method, name, more string) string {
				return site.send(http.MethodPost, request(method, name, more+","+modernMeta), modernHeaders(method, name)...).body
			}
		},
	}
}

func request(method, name, more string) string {
	members := strings.TrimPrefix(more, ",")
	if name != "" {
		members = fmt.Sprintf(`"name":%q%s`, name, more)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s}}`, method, members)
}
