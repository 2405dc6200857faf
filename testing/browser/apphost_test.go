package browser_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	esbuild "github.com/evanw/esbuild/pkg/api"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/installed"
)

// sandboxPolicy is the policy of a sandbox if an app declares no domain, as the specification of MCP Apps has it.
const sandboxPolicy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"media-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'self'"

// bundles holds the scripts of the hosts, each bundled once.
var bundles sync.Map

// hostScript bundles a host of the folder apphost with its packages from npm.
func hostScript(t *testing.T, entry string) []byte {
	t.Helper()
	if _, err := os.Stat(filepath.Join("apphost", "node_modules", ".complete")); err != nil {
		installed.Missing(t, "the hosts of the MCP App are not installed: run `make deps`")
	}
	bundle, _ := bundles.LoadOrStore(entry, sync.OnceValue(func() esbuild.BuildResult {
		return esbuild.Build(esbuild.BuildOptions{
			EntryPoints: []string{filepath.Join("apphost", entry)}, Bundle: true, Format: esbuild.FormatIIFE, Platform: esbuild.PlatformBrowser,
			JSX: esbuild.JSXAutomatic, Define: map[string]string{"process.env.NODE_ENV": `"production"`}, LogLevel: esbuild.LogLevelSilent,
		})
	}))
	once, _ := bundle.(func() esbuild.BuildResult)
	result := once()
	if len(result.Errors) > 0 {
		t.Fatalf("%s: %+v", entry, result.Errors[0])
	}
	return result.OutputFiles[0].Contents
}

// chat is a page that shows the MCP App as a chat does.
type chat struct {
	*tab
	app     *tab
	sandbox string
}

// openChat opens a chat whose script is of the folder apphost. It reaches the program on its own origin, and the
// sandbox is on another.
func (w *world) openChat(script string, screen browser.Screen) *chat {
	w.t.Helper()
	server, err := url.Parse(w.server.URL)
	if err != nil {
		w.t.Fatal(err)
	}
	bundle := hostScript(w.t, script)
	host := http.NewServeMux()
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(server)
		r.Out.Header.Del("Origin") // the program rejects pages of other origins
	}}
	host.HandleFunc("/mcp", func(out http.ResponseWriter, r *http.Request) {
		// A reply closes the body of its request. If the proxy still read it, it would break off the reply.
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(out, err.Error(), http.StatusBadGateway)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(out, r)
	})
	lines := &relay{w: w}
	host.HandleFunc("GET /stdio", lines.events)
	host.HandleFunc("POST /stdio", lines.message)
	host.HandleFunc("/host.js", func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = out.Write(bundle)
	})
	host.HandleFunc("/favicon.ico", func(out http.ResponseWriter, _ *http.Request) { out.WriteHeader(http.StatusNoContent) })
	host.HandleFunc("/", func(out http.ResponseWriter, r *http.Request) { http.ServeFile(out, r, "apphost/host.html") })
	sandbox := http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Security-Policy", sandboxPolicy)
		http.ServeFile(out, r, "apphost/sandbox.html")
	})
	hosts, sandboxes := httptest.NewServer(host), httptest.NewServer(sandbox)
	w.t.Cleanup(hosts.Close)
	w.t.Cleanup(sandboxes.Close)

	page, err := chromium.Open(screen)
	if err != nil {
		w.t.Fatal(err)
	}
	c := &chat{tab: &tab{Page: page, t: w.t}, app: &tab{Page: page.Inside(2), t: w.t}, sandbox: sandboxes.URL + "/"}
	w.t.Cleanup(func() { c.check(hosts.Listener.Addr().String(), sandboxes.Listener.Addr().String()) })
	c.must(c.Go(hosts.URL + "/"))
	return c
}

// settings are what a chat can do, and how it looks.
type settings struct {
	Auto         bool           `json:"auto"` // negotiates the newest protocol
	Capabilities map[string]any `json:"capabilities"`
	Context      map[string]any `json:"context"`
	Stdio        bool           `json:"stdio,omitempty"` // reaches `plotline mcp` over the relay
	TextOnly     bool           `json:"textOnly,omitempty"`
	Cancel       bool           `json:"cancel,omitempty"`
	Sandbox      string         `json:"sandbox"`
	Strict       bool           `json:"-"` // the app's frame may only run scripts
}

// able are the capabilities of a chat that can do everything that the app uses.
func able() map[string]any {
	none := map[string]any{}
	return map[string]any{"serverTools": none, "message": map[string]any{"text": none}, "updateModelContext": map[string]any{"text": none}}
}

// begin connects the chat to the program.
func (c *chat) begin(s settings) {
	c.t.Helper()
	s.Sandbox = c.sandbox
	if !s.Strict {
		s.Sandbox += "?rights=allow-scripts+allow-same-origin" // in the sandbox's process, so that tests can look inside
	}
	if s.Capabilities == nil {
		s.Capabilities = able()
	}
	c.wait("typeof window.begin === 'function'")
	value[any](c.tab, "void (window.begun = false, begin("+string(expect.JSON(c.t, s))+").then(() => (window.begun = true)))")
	c.wait("window.begun")
}

// show calls a tool, and shows the app in place of its result. A failure becomes a complaint of the page.
func (c *chat) show(tool string, arguments map[string]any) {
	c.t.Helper()
	value[any](c.tab, "void show("+js(tool)+", "+string(expect.JSON(c.t, arguments))+")")
}
