package tools

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"golang.org/x/text/language"

	"plotline/internal/audit"
	"plotline/tools/transport"
	"plotline/tools/transport/ask"
	"plotline/tools/transport/stdio"
	"plotline/tools/transport/streamhttp"
)

// listsLast is how long a client of the newest protocol may cache a list. Lists change only with a restart. They
// depend on the caller, since tokens differ in what they see.
const listsLast = 5 * time.Minute

// Config configures a Server.
type Config struct {
	Name    string // of the program, as clients see it
	Version string
	Tools   []Tool // all tools
	// Toolsets are offered; nil means all. Resources and prompts depend on the tools offered. A call of another tool
	// is answered with how to enable it.
	Toolsets []Toolset
	// Choice are the toolsets that an HTTP client may select with the query toolsets; nil means Toolsets.
	Choice   []Toolset
	Schemas  Schemas // the form of input schemas; "" means Standard. An HTTP client may select it with the query schema.
	ReadOnly bool    // offer only tools that change nothing and ask no model
	Recorded bool    // the work of clients becomes episodes without them
	// Caller returns the workspace of a request, and its actor if that is known better than by the client's name.
	Caller func(ctx context.Context) audit.Caller
	// Roots receives the URIs of the client's roots before the first call that needs a workspace, and again when they
	// change. There are none if the client does not list any. nil does not ask. It is for a server with one client.
	Roots  func(ctx context.Context, uris []string) error
	Locale language.Tag // of titles and descriptions; English if not set or not available
	App    string       // the page that draws results (HTML), for clients that show MCP Apps; "" offers none
	Logger *slog.Logger // for internal errors; nil logs nothing
}

// Server serves tools, resources and prompts over the Model Context Protocol. It does not access the database itself.
type Server struct {
	mcp      *server.MCPServer
	cfg      Config
	all      *Registry
	tools    *Registry // those offered
	chosen   bool      // the toolsets come from a client's query
	text     texts
	endpoint *transport.Endpoint
	callers  func(ctx context.Context) audit.Caller
	logger   *slog.Logger
	asker    *ask.Asker
	roots    clientRoots
	listed   map[string]func() mcp.Tool // what tools/list shows; made on the first list
}

// New returns a Server. It panics without Caller. The first list of tools panics if a tool cannot be published.
func New(cfg Config) *Server { return build(cfg, textsFor(cfg.Locale)) }

func build(cfg Config, text texts) *Server {
	if cfg.Caller == nil {
		panic("tools: whose workspace? Config.Caller is not set") // a default could show one tenant another's graph
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Toolsets == nil {
		cfg.Toolsets = Toolsets()
	}
	if cfg.Schemas == "" {
		cfg.Schemas = Standard
	}
	if cfg.Choice == nil {
		cfg.Choice = cfg.Toolsets
	}
	s := &Server{
		cfg: cfg, all: NewRegistry(cfg.Tools...), tools: NewRegistry(cfg.offered()...), text: text,
		callers: cfg.Caller, logger: cfg.Logger, asker: ask.New(),
		listed: map[string]func() mcp.Tool{},
	}
	s.mcp = server.NewMCPServer(cfg.Name, cfg.Version,
		server.WithExtensions(s.extensions()),
		server.WithInstructions(s.instructions()),
		server.WithToolCapabilities(false),
		server.WithResourceCapabilities(false, false),
		server.WithPromptCapabilities(false),
		server.WithCompletions(),
		server.WithLogging(),
		server.WithResourceCompletionProvider(completer{s}),
		server.WithHooks(s.hooks()),
		server.WithToolHandlerMiddleware(streamhttp.Middleware),
		server.WithCacheHints(listsLast.Milliseconds(), mcp.CacheScopePrivate),
		server.WithMethodCacheHints(mcp.MethodResourcesRead, 0, mcp.CacheScopePrivate),
	)
	s.endpoint = &transport.Endpoint{MCP: s.mcp, Owns: func(tool string) bool { return s.all.Has(tool) }, Reword: s.rewriteError, Logger: s.logger}
	for _, t := range s.tools.List() {
		s.listed[t.Name] = sync.OnceValue(func() mcp.Tool { return s.published(t) })
		s.mcp.AddTool(mcp.Tool{Name: t.Name}, s.handler(t))
	}
	s.addResources()
	s.addApp()
	s.addPrompts()
	s.addRoots()
	return s
}

// offered returns the tools that the configuration enables.
func (c Config) offered() []Tool {
	list := In(c.Tools, c.Toolsets...)
	if c.ReadOnly {
		list = ReadOnly(list)
	}
	return list
}

// ServeStdio serves one client over stdio, as stdio.Serve does.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	return stdio.Serve(ctx, s.endpoint, in, out)
}

// HTTP returns a handler that serves clients over streamable HTTP, as streamhttp.New does. A client may select toolsets
// and the form of input schemas by the query.
func (s *Server) HTTP(cfg streamhttp.Config) *streamhttp.Handler {
	all := &variants{server: s, made: map[string]*Server{}}
	return streamhttp.New(s.endpoint, all.choose, cfg)
}

// MCP returns mcp-go's server, for another transport.
func (s *Server) MCP() *server.MCPServer { return s.mcp }

// published returns a tool as tools/list shows it. mcp-go has only the name, and listTools replaces it: making the
// schemas of all tools takes 2 ms, which initialize need not wait for. published sets both schemas raw. Combining
// mcp-go's schema options with a raw schema is an error that fails the whole list.
func (s *Server) published(t Tool) mcp.Tool {
	shown := mcp.NewToolWithRawSchema(t.Name,
		s.text.get(t.Description, t.Name+".description"),
		inputSchema(t.In, s.text.fields(t.Name+".in."), s.cfg.Schemas))
	shown.RawOutputSchema = outputSchema(t.Out, s.text.fields(t.Name+".out."))
	shown.Title = s.text.get(t.Title, t.Name+".title")
	shown.Annotations = mcp.ToolAnnotation{
		ReadOnlyHint:    &t.Annotations.ReadOnly,
		DestructiveHint: &t.Annotations.Destructive,
		IdempotentHint:  &t.Annotations.Idempotent,
		OpenWorldHint:   &t.Annotations.OpenWorld,
	}
	return shown
}
