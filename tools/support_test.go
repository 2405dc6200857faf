package tools_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"go.uber.org/goleak"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/audit"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
	"plotline/scenes"
	"plotline/testing/kit/logbuffer"
	"plotline/tools"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// allTools are all tools on an empty graph in memory and an empty data folder.
func allTools(tb testing.TB) []tools.Tool {
	tb.Helper()
	return tools.All(deps(tb, graphtest.NewModel()))
}

// deps are the domains on a store and an empty data folder.
func deps(tb testing.TB, store graph.Store) tools.Deps {
	tb.Helper()
	return depsIn(tb.TempDir(), store)
}

func depsIn(dir string, store graph.Store) tools.Deps {
	runner := quietRunner()
	library := media.NewLibraries(dir, quiet())
	memory := graph.NewService(store, runner)
	return tools.Deps{
		Graph:  memory,
		Media:  media.NewService(media.Config{Libraries: library, Runner: runner, Logger: quiet()}),
		Plans:  plans.NewService(plans.Config{DataDir: dir, Libraries: library, Memory: memory, Runner: runner, Logger: quiet()}),
		Scenes: scenes.NewService(scenes.Config{DataDir: dir, Memory: memory, Runner: runner, Logger: quiet()}),
	}
}

func quietRunner() *usecase.Runner { return &usecase.Runner{Logger: quiet()} }

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func newServer(list ...tools.Tool) *tools.Server {
	return tools.New(config(list...))
}

func config(list ...tools.Tool) tools.Config {
	return tools.Config{
		Name: "plotline", Version: "1.2.3", Tools: list, Caller: tools.Workspace("default"), Logger: quiet(),
	}
}

// panicking returns a server that panics in a hook of every request.
func panicking(log *logbuffer.Buffer) *tools.Server {
	cfg := config(instant())
	cfg.Logger = log.Logger()
	cfg.Caller = func(context.Context) audit.Caller { panic("a secret") }
	return tools.New(cfg)
}

// connect returns a client of the server in the same process, with the newest protocol.
func connect(tb testing.TB, s *tools.Server) *client.Client {
	tb.Helper()
	c, err := client.NewInProcessClient(s.MCP())
	if err != nil {
		tb.Fatal(err)
	}
	begin(tb, c, mcp.LATEST_PROTOCOL_VERSION)
	return c
}

// begin starts a client with a protocol. The client ends with the test.
func begin(tb testing.TB, c *client.Client, protocol string) {
	tb.Helper()
	tb.Cleanup(func() { _ = c.Close() })
	if err := c.Start(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	var hello mcp.InitializeRequest
	hello.Params.ClientInfo = mcp.Implementation{Name: "tester", Version: "0.1"}
	hello.Params.ProtocolVersion = protocol
	if _, err := c.Initialize(tb.Context(), hello); err != nil {
		tb.Fatal(err)
	}
}

// call calls a tool; args is JSON.
func call(tb testing.TB, c *client.Client, tool, args string) *mcp.CallToolResult {
	tb.Helper()
	result, err := try(tb.Context(), c, tool, args)
	if err != nil {
		tb.Fatalf("%s: %v", tool, err)
	}
	return result
}

func try(ctx context.Context, c *client.Client, tool, args string) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = tool
	req.Params.Arguments = json.RawMessage(args)
	return c.CallTool(ctx, req)
}

// text returns the only content block of a result.
func text(tb testing.TB, result *mcp.CallToolResult) string {
	tb.Helper()
	if len(result.Content) != 1 {
		tb.Fatalf("got %d content blocks, want 1", len(result.Content))
	}
	block, ok := mcp.AsTextContent(result.Content[0])
	if !ok {
		tb.Fatalf("got %T, want text", result.Content[0])
	}
	return block.Text
}

// failed is the error in a result.
type failed struct {
	Error   string `json:"error"`
	Details string `json:"details"`
	Tool    string `json:"tool"`
	Code    string `json:"code"`
}

func failureOf(tb testing.TB, result *mcp.CallToolResult) failed {
	tb.Helper()
	if !result.IsError || result.StructuredContent != nil {
		tb.Fatalf("isError %v, structuredContent %v: want an error without content", result.IsError, result.StructuredContent)
	}
	var f failed
	if err := json.Unmarshal([]byte(text(tb, result)), &f); err != nil {
		tb.Fatal(err)
	}
	return f
}

// fake makes a tool of a function, for behaviour that no real tool has.
func fake[In, Out any](name string, work func(ctx context.Context, in In) (Out, error)) tools.Tool {
	return fakeBy(quietRunner(), name, work)
}

// fakeRecorded makes a tool as fake does, whose audit records are collected.
func fakeRecorded[In, Out any](name string, work func(ctx context.Context, in In) (Out, error)) (tools.Tool, *recorder) {
	records, r := &recorder{}, quietRunner()
	r.Audit = audit.NewLog(records, audit.All, quiet())
	return fakeBy(r, name, work), records
}

func fakeBy[In, Out any](r *usecase.Runner, name string, work func(ctx context.Context, in In) (Out, error)) tools.Tool {
	op := usecase.Op{Name: name}
	return tools.Tool{
		UseCase: usecase.Of(r, op, func(ctx context.Context, by audit.Caller, in In) (Out, error) {
			return usecase.Do(ctx, r, by, op, in, func(ctx context.Context, _ *usecase.Note) (Out, error) { return work(ctx, in) })
		}),
		Toolset: tools.Episodes, Title: "Fake", Description: "For tests.",
		Annotations: tools.Annotations{ReadOnly: true, Idempotent: true},
	}
}

type none struct{}

// recorder collects audit records.
type recorder struct {
	mu      sync.Mutex
	records []audit.Record
}

func (r *recorder) Write(rec audit.Record) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.records = append(r.records, rec)
	return nil
}

func (r *recorder) Close() error { return nil }

func (r *recorder) callers() []audit.Caller {
	r.mu.Lock()
	defer r.mu.Unlock()
	callers := make([]audit.Caller, len(r.records))
	for i, rec := range r.records {
		callers[i] = audit.Caller{Workspace: rec.Workspace, Actor: rec.Actor, Transport: rec.Transport}
	}
	return callers
}

// failing is a use case that always fails.
func failing(err error) func(context.Context, audit.Caller, json.RawMessage) (any, error) {
	return func(context.Context, audit.Caller, json.RawMessage) (any, error) { return nil, err }
}
