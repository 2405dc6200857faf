package tools_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

const (
	page      = "<!doctype html><title>a page</title>"
	showsApps = `"capabilities":{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}`
)

// withApp is a server that has a page.
func withApp(list ...tools.Tool) *tools.Server {
	cfg := config(list...)
	cfg.App = page
	return tools.New(cfg)
}

// declaring returns the transports with a client that declares these capabilities, a JSON member. Each also returns
// the answer to the greeting.
func declaring(capabilities string) map[string]func(t *testing.T, s *tools.Server) (sender, string) {
	greeting := strings.Replace(hello, `"capabilities":{}`, capabilities, 1)
	meta := strings.Replace(modernMeta, `clientCapabilities":{}`, `clientCapabilities":`+strings.TrimPrefix(capabilities, `"capabilities":`), 1)
	modern := func(method, name, more string) string { return request(method, name, more+","+meta) }
	return map[string]func(t *testing.T, s *tools.Server) (sender, string){
		"stdio, 2025-11-25": func(t *testing.T, s *tools.Server) (sender, string) {
			t.Helper()
			p := dial(t, s)
			p.send(greeting)
			answer := p.receive()
			p.send(helloed)
			return func(method, name, more string) string { p.send(request(method, name, more)); return p.receive() }, answer
		},
		"stdio, 2026-07-28": func(t *testing.T, s *tools.Server) (sender, string) {
			t.Helper()
			p := dial(t, s)
			send := func(method, name, more string) string { p.send(modern(method, name, more)); return p.receive() }
			return send, send("server/discover", "", "")
		},
		"HTTP, 2025-11-25": func(t *testing.T, s *tools.Server) (sender, string) {
			t.Helper()
			site := serve(t, s, streamhttp.Config{})
			session := site.beginWith(greeting)
			answer := site.send(http.MethodPost, greeting).body
			return func(method, name, more string) string {
				return site.send(http.MethodPost, request(method, name, more), session...).body
			}, answer
		},
		"HTTP, 2026-07-28": func(t *testing.T, s *tools.Server) (sender, string) {
			t.Helper()
			site := serve(t, s, streamhttp.Config{})
			send := func(method, name, more string) string {
				header := name
				if method == "resources/read" {
					header = "ui://plotline/graph"
				}
				return site.send(http.MethodPost, modern(method, name, more), modernHeaders(method, header)...).body
			}
			return send, send("server/discover", "", "")
		},
	}
}

// TestAppIsOffered checks what a client sees that shows MCP Apps, over every transport.
func TestAppIsOffered(t *testing.T) {
	t.Parallel()
	for how, open := range declaring(showsApps) {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			send, greeting := open(t, withApp(allTools(t)...))
			if !strings.Contains(greeting, `"extensions":{"io.modelcontextprotocol/ui":{}}`) {
				t.Errorf("the server does not announce the extension: %.600s", greeting)
			}
			var listing struct {
				Result struct {
					Tools []struct {
						Name string
						Meta struct{ UI struct{ ResourceURI string } } `json:"_meta"`
					}
				}
			}
			decode(t, send("tools/list", "", ""), &listing)
			drawn := map[string]string{}
			for _, tool := range listing.Result.Tools {
				if tool.Meta.UI.ResourceURI != "" {
					drawn[tool.Name] = tool.Meta.UI.ResourceURI
				}
			}
			const uri = "ui://plotline/graph"
			want := map[string]string{"recall": uri, "find_related_episodes": uri, "explain_connection": uri, "get_dependency_graph": uri}
			if diff := cmp.Diff(want, drawn); diff != "" {
				t.Errorf("(-want +drawn):\n%s", diff)
			}
			if listed := send("resources/list", "", ""); !strings.Contains(listed, `"mimeType":"text/html;profile=mcp-app"`) {
				t.Errorf("the page is not listed: %s", listed)
			}
			type contents struct {
				URI, MIMEType, Text string
				Meta                json.RawMessage `json:"_meta"`
			}
			var got struct{ Result struct{ Contents []contents } }
			decode(t, send("resources/read", "", `,"uri":"ui://plotline/graph"`), &got)
			if len(got.Result.Contents) != 1 {
				t.Fatalf("got %+v", got)
			}
			const meta = `{"ui":{"csp":{"baseUriDomains":[],"connectDomains":[],"frameDomains":[],"resourceDomains":[]},"prefersBorder":true}}`
			if diff := cmp.Diff(contents{uri, "text/html;profile=mcp-app", page, json.RawMessage(meta)}, got.Result.Contents[0]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestAppIsKeptFromOthers checks that clients that do not show MCP Apps get the same bytes as from a server without a
// page.
func TestAppIsKeptFromOthers(t *testing.T) {
	t.Parallel()
	for name, capabilities := range map[string]string{
		"none":          `"capabilities":{}`,
		"other":         `"capabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}`,
		"other types":   `"capabilities":{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/uri-list"]}}}`,
		"no types":      `"capabilities":{"extensions":{"io.modelcontextprotocol/ui":{}}}`,
		"malformed":     `"capabilities":{"extensions":{"io.modelcontextprotocol/ui":["text/html;profile=mcp-app"]}}`,
		"types as text": `"capabilities":{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":"text/html;profile=mcp-app"}}}`,
	} {
		for how, open := range declaring(capabilities) {
			t.Run(name+", "+how, func(t *testing.T) {
				t.Parallel()
				with, greeted := open(t, withApp(allTools(t)...))
				without, plain := open(t, newServer(allTools(t)...))
				if greeted != plain {
					t.Errorf("the greeting differs:\n%s\n%s", greeted, plain)
				}
				for _, method := range []string{"tools/list", "resources/list", "resources/templates/list", "prompts/list"} {
					if got, want := with(method, "", ""), without(method, "", ""); got != want {
						t.Errorf("%s differs: %d bytes, want %d", method, len(got), len(want))
					}
				}
			})
		}
	}
}

// TestAppThatIsNotThere checks the answer of a program that was built without its pages, and of one whose toolsets
// have nothing to draw.
func TestAppThatIsNotThere(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		server *tools.Server
		want   string
	}{
		"not built": {newServer(allTools(t)...), "built without its pages"},
		"no tool":   {withApp(tools.In(allTools(t), tools.Media)...), "Resource not found: ui://plotline/graph"},
	} {
		for how, open := range declaring(showsApps) {
			t.Run(name+", "+how, func(t *testing.T) {
				t.Parallel()
				send, greeting := open(t, test.server)
				answers := fmt.Sprint(greeting, send("tools/list", "", ""), send("resources/list", "", ""))
				if strings.Contains(answers, "mcp-app") || strings.Contains(answers, "/ui") {
					t.Error("the page is announced")
				}
				if got := send("resources/read", "", `,"uri":"ui://plotline/graph"`); !strings.Contains(got, test.want) {
					t.Errorf("got %s", got)
				}
			})
		}
	}
}

func decode(t *testing.T, raw string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(raw), into); err != nil {
		t.Fatalf("%v in %.1000s", err, raw)
	}
}
