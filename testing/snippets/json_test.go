package snippets_test

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/testing/kit/markdown"
	"plotline/testing/kit/serving"
)

// configuration is the configuration of a client. VS Code names its servers servers, the others mcpServers.
type configuration struct {
	MCPServers map[string]entry `json:"mcpServers"`
	Servers    map[string]entry `json:"servers"`
}

type entry struct {
	Type    string            `json:"type"`
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
}

// checkJSON parses every value of a block. It gives client configurations to a client.
func (w *world) checkJSON(b markdown.Block) {
	w.t.Helper()
	values := json.NewDecoder(strings.NewReader(b.Text))
	for {
		var raw json.RawMessage
		if err := values.Decode(&raw); err == io.EOF {
			return
		} else if err != nil {
			w.failf(b, "it is no JSON: %v", err)
			return
		}
		var c configuration
		if json.Unmarshal(raw, &c) != nil {
			continue // a list, for example
		}
		for _, servers := range []map[string]entry{c.MCPServers, c.Servers} {
			for name, e := range servers {
				w.t.Run(name, func(t *testing.T) {
					t.Parallel()
					connect(t, e)
				})
			}
		}
	}
}

// connect does what a client does with an entry: it starts the program or connects to the address, and
// lists the tools.
func connect(t *testing.T, e entry) {
	t.Helper()
	switch {
	case e.URL != "" && (e.Type == "" || e.Type == "http"):
		overHTTP(t, e)
	case e.URL == "" && (e.Type == "" || e.Type == "stdio"):
		overStdio(t, e)
	default:
		t.Errorf("the entry is of no kind that clients know: %+v", e)
	}
}

// overStdio replaces the command and the folder by the real program and a folder of the test.
func overStdio(t *testing.T, e entry) {
	t.Helper()
	if !filepath.IsAbs(e.Command) || filepath.Base(e.Command) != "plotline" {
		t.Fatalf("the command is %q, want the path of a plotline", e.Command)
	}
	args := slices.Clone(e.Args)
	for i, arg := range args {
		if i > 0 && args[i-1] == "--data-dir" && filepath.IsAbs(arg) {
			args[i] = t.TempDir()
		}
	}
	if !slices.Contains(args, "--data-dir") {
		args = append(args, "--data-dir", t.TempDir())
	}
	env := serving.Environ()
	for name, value := range e.Env { // Neo4j is not used before the first call
		env = append(env, name+"="+value)
	}
	c, err := client.NewStdioMCPClient(binary, env, args...)
	if err != nil {
		t.Fatal(err)
	}
	greet(t, c)
}

// secret matches a token on a page, or a reference to one.
var secret = regexp.MustCompile(`plotline_…|\$\{[^}]+\}`)

// overHTTP connects to a real server, which requires a token if the entry shows one.
func overHTTP(t *testing.T, e entry) {
	t.Helper()
	dir := t.TempDir()
	args := []string{"--data-dir", dir}
	headers := map[string]string{}
	if len(e.Headers) > 0 {
		tokens := filepath.Join(dir, "tokens.json")
		token := serving.Token(t, binary, tokens, "default")
		args = append(args, "--tokens", tokens)
		for name, value := range e.Headers {
			headers[name] = secret.ReplaceAllLiteralString(value, token)
		}
	}
	at, err := url.Parse(e.URL)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.NewStreamableHttpClient(serving.Start(t, binary, nil, args...).URL+at.Path, transport.WithHTTPHeaders(headers))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	greet(t, c)
}

func greet(t *testing.T, c *client.Client) {
	t.Helper()
	t.Cleanup(func() { _ = c.Close() })
	if _, err := c.Initialize(t.Context(), mcp.InitializeRequest{Params: mcp.InitializeParams{
		ProtocolVersion: "2025-11-25", ClientInfo: mcp.Implementation{Name: "snippets", Version: "1"},
	}}); err != nil {
		t.Fatal(err)
	}
	listed, err := c.ListTools(t.Context(), mcp.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(listed.Tools, func(tool mcp.Tool) bool { return tool.Name == "get_episode" }) {
		t.Errorf("%d tools, and get_episode is not among them", len(listed.Tools))
	}
}
