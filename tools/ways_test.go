package tools_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plotline/tools"
)

// way sends a request and returns the answer's message. name is the name of a tool, or empty. more has further
// params, each after a comma.
type way func(method, name, more string) string

// ways are the transports and protocols.
func ways() map[string]func(t *testing.T, s *tools.Server) way {
	return map[string]func(t *testing.T, s *tools.Server) way{
		"stdio, 2025-11-25": func(t *testing.T, s *tools.Server) way {
			t.Helper()
			p := dial(t, s)
			p.greet(hello)
			return func(method, name, more string) string { p.send(request(method, name, more)); return p.receive() }
		},
		"stdio, 2026-07-28": func(t *testing.T, s *tools.Server) way {
			t.Helper()
			p := dial(t, s)
			return func(method, name, more string) string {
				p.send(request(method, name, more+","+modernMeta))
				return p.receive()
			}
		},
		"HTTP, 2025-11-25": func(t *testing.T, s *tools.Server) way {
			t.Helper()
			web := serve(t, s, tools.HTTPConfig{})
			session := web.begin()
			return func(method, name, more string) string {
				return web.send(http.MethodPost, request(method, name, more), session...).body
			}
		},
		"HTTP, 2026-07-28": func(t *testing.T, s *tools.Server) way {
			t.Helper()
			web := serve(t, s, tools.HTTPConfig{})
			return func(method, name, more string) string {
				return web.send(http.MethodPost, request(method, name, more+","+modernMeta), modernHeaders(method, name)...).body
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
