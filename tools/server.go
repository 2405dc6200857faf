package tools

import (
	"context"
	"log/slog"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"golang.org/x/text/language"

	"plotline/graph/audit"
)

// listsLast is how long a client of the newest protocol may keep a list: it changes with a restart
// alone, and is the caller's own, since a token may see less than another.
const listsLast = 5 * time.Minute

// Config is what a Server is made of.
type Config struct {
	Name    string // of the program, as clients see it
	Version string
	Tools   []Tool // those that exist
	// Toolsets are offered; nil is all. Resources and prompts follow from the tools offered. A call of another
	// tool is answered with how to switch it on.
	Toolsets []Toolset
	// Choice are the toolsets that a client over HTTP may ask for by the query toolsets; nil is Toolsets.
	Choice   []Toolset
	ReadOnly bool // offer only tools that change nothing and ask no model
	// Caller says for a request in which workspace it runs, and on whose behalf if that is known
	// better than by the client's own name.
	Caller func(ctx context.Context) audit.Caller
	Locale language.Tag // of titles and descriptions; English when it is not set or not there
	Logger *slog.Logger // told of internal errors; nil tells nobody
}

// Server offers tools, resources and prompts by the Model Context Protocol. It touches no database.
type Server struct {
	mcp     *server.MCPServer
	cfg     Config
	all     *Registry
	tools   *Registry // that are offered
	chosen  bool      // by the query of a client
	text    texts
	callers func(ctx context.Context) audit.Caller
	logger  *slog.Logger
	stdio   limits
	seal    seal // of what clients carry for us
}

// New makes a server. It panics on tools that cannot be published, and without Caller.
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
	if cfg.Choice == nil {
		cfg.Choice = cfg.Toolsets
	}
	s := &Server{
		cfg: cfg, all: NewRegistry(cfg.Tools...), tools: NewRegistry(cfg.offered()...), text: text,
		callers: cfg.Caller, logger: cfg.Logger, stdio: standardLimits(), seal: newSeal(),
	}
	s.mcp = server.NewMCPServer(cfg.Name, cfg.Version,
		server.WithInstructions(s.instructions()),
		server.WithToolCapabilities(false),
		server.WithResourceCapabilities(false, false),
		server.WithPromptCapabilities(false),
		server.WithCompletions(),
		server.WithLogging(),
		server.WithResourceCompletionProvider(completer{s}),
		server.WithHooks(s.hooks()),
		server.WithToolHandlerMiddleware(lacking),
		server.WithCacheHints(listsLast.Milliseconds(), mcp.CacheScopePrivate),
		server.WithMethodCacheHints(mcp.MethodResourcesRead, 0, mcp.CacheScopePrivate),
	)
	for _, t := range s.tools.List() {
		s.mcp.AddTool(s.published(t), s.handler(t))
	}
	s.addResources()
	s.addPrompts()
	return s
}

// offered keeps the tools that the configuration switches on.
func (c Config) offered() []Tool {
	list := In(c.Tools, c.Toolsets...)
	if c.ReadOnly {
		list = ReadOnly(list)
	}
	return list
}

// MCP is the protocol's server, for a door of another transport.
func (s *Server) MCP() *server.MCPServer { return s.mcp }

// published is what tools/list shows of a tool. The schemas are set raw, and everything else beside
// them: mcp-go's own options for schemas contradict a raw one, and then the whole list fails.
func (s *Server) published(t Tool) mcp.Tool {
	shown := mcp.NewToolWithRawSchema(t.Name,
		s.text.get(t.Description, t.Name+".description"),
		inputSchema(t.In, s.text.fields(t.Name+".in.")))
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
