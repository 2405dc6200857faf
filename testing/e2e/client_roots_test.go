package e2e_test

import (
	"context"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/testing/kit/logbuffer"
	"plotline/testing/kit/serving"
)

// rootsClient is a client over stdio that has roots.
type rootsClient struct {
	*client.Client

	log   logbuffer.Buffer
	roots atomic.Pointer[[]string]
	fail  func(ctx context.Context) error // of each answer; nil answers
	asked atomic.Int32
}

// ListRoots answers the server.
func (c *rootsClient) ListRoots(ctx context.Context, _ mcp.ListRootsRequest) (*mcp.ListRootsResult, error) {
	defer c.asked.Add(1)
	if c.fail != nil {
		return nil, c.fail(ctx)
	}
	result := &mcp.ListRootsResult{}
	for _, uri := range *c.roots.Load() {
		result.Roots = append(result.Roots, mcp.Root{URI: uri})
	}
	return result, nil
}

// open starts the program in a folder and initializes the connection. A client without roots does not offer them.
func (c *rootsClient) open(t *testing.T, protocol, dir string, env, args []string, roots []string) {
	t.Helper()
	start := func(ctx context.Context, name string, env, args []string) (*exec.Cmd, error) {
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Dir, cmd.Env = dir, env
		return cmd, nil
	}
	environ := slices.DeleteFunc(serving.Environ(), func(pair string) bool { return strings.Contains(pair, "_PROJECT_DIR=") })
	pipe := transport.NewStdioWithOptions(binary, append(environ, env...), append([]string{"mcp"}, args...),
		transport.WithCommandFunc(start), transport.WithCommandStderrWriter(&c.log))
	if err := pipe.Start(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	var options []client.ClientOption
	if roots != nil || c.fail != nil {
		options = append(options, client.WithRootsHandler(c))
	}
	c.roots.Store(&roots)
	c.Client = client.NewClient(pipe, options...)
	t.Cleanup(func() { _ = c.Close() })
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = protocol
	hello.Params.ClientInfo = mcp.Implementation{Name: "tester", Version: "1"}
	if _, err := c.Initialize(t.Context(), hello); err != nil {
		t.Fatal(err)
	}
}

// record creates an episode.
func (c *rootsClient) record(t *testing.T) {
	t.Helper()
	var req mcp.CallToolRequest
	req.Params.Name = "create_episode"
	req.Params.Arguments = map[string]any{"query": "Light the oven"}
	if got, err := c.CallTool(t.Context(), req); err != nil || got.IsError {
		t.Fatalf("%v, %+v\n%s", err, got, c.log.String())
	}
}

// fileURI is the URI of a folder.
func fileURI(dir string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(dir)}).String()
}

// repository makes the folder of a project.
func repository(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// bothProtocols are the newest protocol, in which a call ends with what the server asks, and the one before it.
var bothProtocols = []string{mcp.LATEST_PROTOCOL_VERSION, mcp.LATEST_LEGACY_PROTOCOL_VERSION}

// TestWorkspaceOfRoots checks which workspace an MCP server with --workspace auto uses for a client that has roots, and that
// it asks for them once.
func TestWorkspaceOfRoots(t *testing.T) {
	t.Parallel()
	shop, tools, outside := repository(t, "shop"), repository(t, "my tools & more"), t.TempDir()
	deep, file := filepath.Join(shop, "src", "cart"), filepath.Join(shop, "README")
	if err := errors.Join(os.MkdirAll(deep, 0o700), os.WriteFile(file, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		roots []string // nil offers none
		fail  func(ctx context.Context) error
		dir   string // in which the client starts the server
		env   string
		args  []string
		want  string // the workspace's name without the digits
		log   string
		asked int32
	}{
		{name: "a project", roots: []string{fileURI(shop)}, dir: outside, want: "shop", log: `by="the client's root"`, asked: 1},
		{name: "a folder of a project", roots: []string{fileURI(deep)}, dir: outside, want: "shop", asked: 1},
		{name: "encoded", roots: []string{fileURI(tools) + "/"}, dir: shop, want: "my-tools-more", asked: 1},
		{name: "this host", roots: []string{strings.Replace(fileURI(tools), "file://", "FILE://localhost", 1)}, dir: shop, want: "my-tools-more", asked: 1},
		{
			name: "the first folder of this machine",
			roots: []string{
				"https://example.org/a", "file://example.org" + filepath.ToSlash(shop), fileURI(shop) + "/none", fileURI(file), "file:shop", shop,
				"", "%", "file:///%00", fileURI(tools), fileURI(shop),
			},
			dir: outside, want: "my-tools-more", asked: 1,
		},
		{name: "outside of a project", roots: []string{fileURI(outside), fileURI(tools)}, dir: shop, want: "default", asked: 1},
		{name: "none is a folder here", roots: []string{"https://example.org/a"}, dir: shop, want: "shop", log: `by="the current folder"`, asked: 1},
		{name: "an empty list", roots: []string{}, dir: shop, want: "shop", log: `by="the current folder"`, asked: 1},
		{name: "no roots", dir: shop, want: "shop", log: `by="the current folder"`},
		{
			name: "an error", fail: func(context.Context) error { return errors.New("a secret") }, dir: shop, want: "shop",
			log: "the client has roots, but did not list them", asked: 1,
		},
		{name: "named by the client", roots: []string{fileURI(tools)}, dir: outside, env: "CLAUDE_PROJECT_DIR=" + shop, want: "shop", log: "by=CLAUDE_PROJECT_DIR"},
		{name: "a fixed workspace", roots: []string{fileURI(tools)}, dir: shop, args: []string{"--workspace", "fixed"}, want: "fixed"},
	} {
		for _, protocol := range bothProtocols {
			if protocol == mcp.LATEST_PROTOCOL_VERSION && tt.fail != nil {
				continue // mcp-go's client then fails the call, and sends nothing
			}
			t.Run(tt.name+" "+protocol, func(t *testing.T) {
				t.Parallel()
				data, c := privateDir(t), &rootsClient{fail: tt.fail}
				c.open(t, protocol, tt.dir, []string{tt.env}, append([]string{"--data-dir", data, "--workspace", "auto"}, tt.args...), tt.roots)
				c.record(t)
				c.record(t)
				list := must(t, plotline(t, nil, "workspace", "list", "--data-dir", data))
				if !regexp.MustCompile(`\n` + tt.want + `(-[0-9a-f]{8})? +2 `).MatchString(list) {
					t.Errorf("the client wrote to another workspace than %s:\n%s\n%s", tt.want, list, c.log.String())
				}
				if got := c.log.String(); !strings.Contains(got, tt.log) || strings.Contains(got, "secret") {
					t.Errorf("the log does not say %s:\n%s", tt.log, got)
				}
				if got := c.asked.Load(); got != tt.asked {
					t.Errorf("the client was asked %d times for its roots, want %d", got, tt.asked)
				}
			})
		}
	}
}

// TestRootsThatDoNotCome checks that a client that offers roots and does not answer gets the workspace of the current folder
// after a while, and that the start does not wait.
func TestRootsThatDoNotCome(t *testing.T) {
	t.Parallel()
	data, shop := privateDir(t), repository(t, "shop")
	c := &rootsClient{fail: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }}
	began := time.Now()
	c.open(t, mcp.LATEST_LEGACY_PROTOCOL_VERSION, shop, nil, []string{"--data-dir", data, "--workspace", "auto"}, nil)
	if _, err := c.ListTools(t.Context(), mcp.ListToolsRequest{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(c.log.String(), "did not list them") {
		t.Errorf("the start waited for the roots, %s", time.Since(began))
	}
	c.record(t)
	list := must(t, plotline(t, nil, "workspace", "list", "--data-dir", data))
	if got := c.log.String(); !regexp.MustCompile(`\nshop-[0-9a-f]{8} +1 `).MatchString(list) || !strings.Contains(got, "did not list them") {
		t.Errorf("%s\n%s", list, got)
	}
}

// TestRootsThatChange checks that a session keeps its workspace when the client changes its roots, and that the log says so.
func TestRootsThatChange(t *testing.T) {
	t.Parallel()
	data, shop, tools := privateDir(t), repository(t, "shop"), repository(t, "tools")
	c := &rootsClient{}
	c.open(t, mcp.LATEST_LEGACY_PROTOCOL_VERSION, t.TempDir(), nil, []string{"--data-dir", data, "--workspace", "auto"}, []string{fileURI(shop)})
	c.record(t)
	for _, roots := range [][]string{{fileURI(shop), fileURI(tools)}, {fileURI(tools)}} {
		asked := c.asked.Load()
		c.roots.Store(&roots)
		if err := c.RootListChanges(t.Context()); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); c.asked.Load() == asked && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
			continue
		}
	}
	for deadline := time.Now().Add(time.Minute); !strings.Contains(c.log.String(), "keeps its workspace"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the log does not say that the roots changed:\n%s", c.log.String())
		}
	}
	c.record(t)
	list := must(t, plotline(t, nil, "workspace", "list", "--data-dir", data))
	if !regexp.MustCompile(`\nshop-[0-9a-f]{8} +2 `).MatchString(list) || strings.Count(c.log.String(), "keeps its workspace") != 1 {
		t.Errorf("%s\n%s", list, c.log.String())
	}
}
