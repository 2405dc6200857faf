package api

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"plotline/api/live"
	"plotline/api/tokens"
	"plotline/graph"
	"plotline/graph/embedding"
	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// These are the names of this transport in the audit log: of requests of clients, and of those of pages, which a person
// uses.
const (
	transportName    = audit.REST
	transportOfPages = audit.Page
)

const mcpPath = "/mcp"

// compressedFrom is the minimum length of a compressed answer, in bytes.
const compressedFrom = 1400

// Config configures a Server.
type Config struct {
	Version  string
	UseCases []usecase.UseCase                               // every one needs a route
	Status   func(ctx context.Context) (graph.Status, error) // queries the store
	Audit    *audit.Log
	MCP      http.Handler // serves /mcp
	Sessions func() int   // counts the open MCP sessions, for a metric
	// Waiting counts, by kind, the calls that wait for other calls, for a metric.
	Waiting func() map[string]int
	// Embeddings counts the vectors of episodes, for metrics. It is nil if embeddings are off.
	Embeddings func() embedding.Counts
	// Orders counts the topological orders that the store keeps, for metrics. It may be nil.
	Orders func() graph.OrderCounts
	Live   *live.Server // serves /socket.io/; nil disables it
	Pages  fs.FS        // with an index.html; nil: / explains that there are none

	Tokens *tokens.File // nil: every client is Open
	Open   audit.Caller // the caller of every request if Tokens is nil
	// Workspaces lists the workspaces that the pages may choose if Tokens is nil, the one to open first. That of Open is
	// among them. If it is nil, there is only that one.
	Workspaces func(ctx context.Context) ([]string, error)
	// About describes the server for a workspace. If it is nil, only the workspace is known.
	About func(ctx context.Context, workspace string) About
	// ReadOnly treats every caller as a reader, whatever the token allows.
	ReadOnly bool

	Hosts   []string // accepted in the Host header besides the machine's own
	Origins []string // of pages that may call the server besides its own: https://example.org

	Metrics *Metrics
	Limits  Limits
	Logger  *slog.Logger
}

// Server serves Plotline over HTTP.
type Server struct {
	cfg       Config
	echo      *echo.Echo
	admission *admission
	watch     *watch
	logger    *slog.Logger
	index     []byte // of the pages; nil without them
	indexTag  string

	unfinished *unfinished
	patience   time.Duration // with requests that run when the server is told to stop
}

// New returns a server. It panics if a use case has no route.
func New(cfg Config) *Server {
	cfg.Limits = cfg.Limits.withDefaults()
	if cfg.Metrics == nil {
		cfg.Metrics = NewMetrics(cfg.Version)
	}
	cfg.Metrics.watch(cfg)
	s := &Server{
		cfg: cfg, echo: echo.New(), admission: newAdmission(cfg), watch: newWatch(cfg.Tokens), logger: cfg.Logger,
		unfinished: &unfinished{list: map[*running]struct{}{}}, patience: stopping,
	}
	e := s.echo
	e.HideBanner, e.HidePort = true, true
	e.Logger.SetOutput(io.Discard) // Echo logs to standard output by default; the server logs with slog
	e.IPExtractor = echo.ExtractIPDirect()
	e.HTTPErrorHandler = s.handleError
	e.Pre(unslashed, s.unfinished.noted, s.admission.timed, s.admission.holding, identified, cfg.Metrics.count, s.logged, middleware.RecoverWithConfig(middleware.RecoverConfig{
		DisableErrorHandler: true, LogErrorFunc: s.panicked,
	}), hardened, s.admission.hosts)
	if len(cfg.Origins) > 0 {
		e.Pre(crossOrigin(cfg.Origins))
	}
	e.Pre(s.admission.origins)
	s.addRoutes()
	return s
}

func (s *Server) addRoutes() {
	e, routes := s.echo, routesOf(s.cfg.UseCases)
	compressed := middleware.GzipWithConfig(middleware.GzipConfig{Level: 1, MinLength: compressedFrom})
	admitted := []echo.MiddlewareFunc{s.admission.admitted, s.admission.connected, s.admission.buffered, s.admission.running}
	for _, r := range routes {
		inner := append([]echo.MiddlewareFunc{compressed, r.unshadowed(routes)}, admitted...)
		if r.tag == tagMedia || r.tag == tagPlans {
			inner = append(inner, notVisiting)
		}
		if r.method == http.MethodGet {
			s.get(r.echoPath(), r.handler(), inner...)
			continue
		}
		e.Add(r.method, r.echoPath(), r.handler(), inner...)
	}
	if s.cfg.MCP != nil {
		e.Match([]string{http.MethodGet, http.MethodPost, http.MethodDelete}, mcpPath, echo.WrapHandler(s.cfg.MCP),
			append(admitted, s.watch.cancelOnRevoke)...)
	}
	s.get(aboutPath, s.about, admitted...)
	s.addSockets()
	s.get("/livez", alive)
	s.get("/readyz", s.ready)
	s.get("/metrics", echo.WrapHandler(s.cfg.Metrics.handler()), s.admission.admitted, s.admission.connected)
	s.addDocs(routes, compressed)
	// Browsers keep the files of the pages, so they are compressed better than replies.
	s.addPages(middleware.GzipWithConfig(middleware.GzipConfig{Level: 6, MinLength: compressedFrom}))
}

// get serves a path by GET and by HEAD, which load balancers use.
func (s *Server) get(path string, h echo.HandlerFunc, inner ...echo.MiddlewareFunc) {
	s.echo.GET(path, h, inner...)
	s.echo.HEAD(path, h, inner...)
}

// panicked logs a panic. The client gets an internal error with the request id.
func (s *Server) panicked(c echo.Context, err error, stack []byte) error {
	id := requestID(c)
	s.logger.ErrorContext(c.Request().Context(), "panic", "path", c.Path(), "request_id", id, "error", err, "stack", string(stack))
	return internal(id)
}
