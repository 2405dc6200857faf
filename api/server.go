package api

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"plotline/api/live"
	"plotline/api/tokens"
	"plotline/graph"
	"plotline/graph/audit"
	"plotline/graph/embedding"
	"plotline/graph/usecase"
)

// doorName is what the audit record calls this way in.
const doorName = "rest"

const mcpPath = "/mcp"

// compressedFrom is the least length of an answer that is compressed, in bytes.
const compressedFrom = 1400

// Config is what a Server is made of.
type Config struct {
	Version  string
	UseCases []usecase.UseCase                               // each needs a route
	Status   func(ctx context.Context) (graph.Status, error) // reaches the store
	Audit    *audit.Log
	MCP      http.Handler // serves /mcp
	Sessions func() int   // of MCP that are open, for a metric
	// Waiting counts the calls that wait for other calls, by kind, for a metric.
	Waiting func() map[string]int
	// Embeddings counts the vectors of episodes, for metrics; nil: nobody makes any.
	Embeddings func() embedding.Counts
	Live       *live.Server // serves /socket.io/; nil: nobody does
	Pages      fs.FS        // with an index.html; nil: there are none, and / says so

	Tokens *tokens.File // who may come in; nil: everybody who reaches us is Open
	Open   audit.Caller // whoever comes in without a token where none is needed
	// ReadOnly makes a reader of everybody, whatever the token says.
	ReadOnly bool

	Hosts   []string // names in the Host header beside the machine's own
	Origins []string // of pages that may call us, beside our own: https://example.org

	Metrics *Metrics
	Limits  Limits
	Logger  *slog.Logger
}

// Server is the door over HTTP.
type Server struct {
	cfg    Config
	echo   *echo.Echo
	gate   *gate
	watch  *watch
	logger *slog.Logger
}

// New makes a server. It panics when a use case has no route.
func New(cfg Config) *Server {
	cfg.Limits = cfg.Limits.withDefaults()
	if cfg.Metrics == nil {
		cfg.Metrics = NewMetrics(cfg.Version)
	}
	cfg.Metrics.watch(cfg)
	s := &Server{cfg: cfg, echo: echo.New(), gate: newGate(cfg), watch: newWatch(cfg.Tokens), logger: cfg.Logger}
	e := s.echo
	e.HideBanner, e.HidePort = true, true
	e.Logger.SetOutput(io.Discard) // ours is slog; Echo's writes to standard output by default
	e.IPExtractor = echo.ExtractIPDirect()
	e.HTTPErrorHandler = s.handleError
	e.Pre(s.gate.timed, s.gate.holding, identified, cfg.Metrics.count, s.logged, middleware.RecoverWithConfig(middleware.RecoverConfig{
		DisableErrorHandler: true, LogErrorFunc: s.panicked,
	}), hardened, s.gate.hosts)
	if len(cfg.Origins) > 0 {
		e.Pre(crossOrigin(cfg.Origins))
	}
	e.Pre(s.gate.origins)
	s.addRoutes()
	return s
}

func (s *Server) addRoutes() {
	e, routes := s.echo, routesOf(s.cfg.UseCases)
	compressed := middleware.GzipWithConfig(middleware.GzipConfig{Level: 1, MinLength: compressedFrom})
	admitted := []echo.MiddlewareFunc{s.gate.admitted, s.gate.connected, s.gate.buffered, s.gate.running}
	for _, r := range routes {
		inner := append([]echo.MiddlewareFunc{compressed, r.unshadowed(routes)}, admitted...)
		if r.method == http.MethodGet {
			s.get(r.echoPath(), r.handler(), inner...)
			continue
		}
		e.Add(r.method, r.echoPath(), r.handler(), inner...)
	}
	if s.cfg.MCP != nil {
		e.Match([]string{http.MethodGet, http.MethodPost, http.MethodDelete}, mcpPath, echo.WrapHandler(s.cfg.MCP),
			append(admitted, s.watch.over)...)
	}
	s.addSockets()
	s.get("/livez", alive)
	s.get("/readyz", s.ready)
	s.get("/metrics", echo.WrapHandler(s.cfg.Metrics.handler()), s.gate.admitted, s.gate.connected)
	s.addDocs(routes, compressed)
	s.addPages(compressed)
}

// get serves what can be read, by GET and by HEAD, as load balancers ask.
func (s *Server) get(path string, h echo.HandlerFunc, inner ...echo.MiddlewareFunc) {
	s.echo.GET(path, h, inner...)
	s.echo.HEAD(path, h, inner...)
}

// Handler serves every path.
func (s *Server) Handler() http.Handler { return s.echo }

// panicked is told of a panic; the client gets an internal error with the request's id.
func (s *Server) panicked(c echo.Context, err error, stack []byte) error {
	id := requestID(c)
	s.logger.ErrorContext(c.Request().Context(), "panic", "path", c.Path(), "request_id", id, "error", err, "stack", string(stack))
	return internal(id)
}
