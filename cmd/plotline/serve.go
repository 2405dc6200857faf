package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"
	_ "time/tzdata" // for --time-zone, on machines and in images without the zones

	"plotline/api"
	"plotline/api/live"
	"plotline/api/tokens"
	"plotline/graph/changefeed"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/recording/usecases"
	"plotline/internal/sharing"
	"plotline/plans/asking"
	"plotline/tools/transport/streamhttp"
	"plotline/web"
)

type serveCommand struct {
	auditSettings
	toolSettings
	Listen     string   `env:"PLOTLINE_LISTEN" default:"127.0.0.1:7333" help:"Address to listen on. Any address but loopback requires --tokens."`
	Tokens     string   `env:"PLOTLINE_TOKENS" placeholder:"FILE" help:"File of tokens, made by 'plotline token create'; each client needs one."`
	TLSCert    string   `name:"tls-cert" env:"PLOTLINE_TLS_CERT" placeholder:"FILE" help:"Certificate chain in PEM. Together with --tls-key, the server uses HTTPS."`
	TLSKey     string   `name:"tls-key" env:"PLOTLINE_TLS_KEY" placeholder:"FILE" help:"Private key in PEM."`
	CORSOrigin []string `name:"cors-origin" env:"PLOTLINE_CORS_ORIGIN" placeholder:"ORIGIN" help:"Origins of other sites whose pages may call, such as https://example.org."`
	AllowHost  []string `env:"PLOTLINE_ALLOW_HOST" placeholder:"NAME" help:"Host names of the server, besides those of this machine."`
	TimeZone   string   `env:"PLOTLINE_TIME_ZONE" default:"UTC" help:"Time zone in which recall reads days and times of a question, such as Europe/Berlin."`
	limitSettings
}

// Validate checks the flags that can be checked without opening anything. Kong calls it after parsing.
func (c *serveCommand) Validate() error {
	if err := c.toolSettings.Validate(); err != nil {
		return err
	}
	if err := c.limitSettings.validate(); err != nil {
		return err
	}
	if _, err := c.zone(); err != nil {
		return err
	}
	for _, name := range c.AllowHost {
		if at, err := url.Parse("http://" + name); err != nil || at.Host != name || at.Port() != "" || name == "" {
			return fmt.Errorf("--allow-host must be a name alone, such as plotline.example.org: %q", name)
		}
	}
	for _, origin := range c.CORSOrigin {
		if err := http.NewCrossOriginProtection().AddTrustedOrigin(origin); err != nil || origin == "null" {
			return fmt.Errorf("--cors-origin must be scheme://host[:port], such as https://example.org: %q", origin)
		}
	}
	return nil
}

// zone returns the time zone of the clients, which may be on machines in other zones than this one.
func (c *serveCommand) zone() (*time.Location, error) {
	zone, err := time.LoadLocation(c.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("--time-zone must be an IANA name, such as Europe/Berlin: %q", c.TimeZone)
	}
	return zone, nil
}

// Run serves pages, REST and MCP until it is stopped.
func (c *serveCommand) Run(ctx context.Context, s *settings, std streams) error {
	p, err := s.openWith(std, "serve", c.auditSettings, c.storeOptions()...)
	if err != nil {
		return err
	}
	defer p.close()
	p.warnExposed(ctx)
	s.warnForeign(ctx, p)
	secure, err := api.Certificate(c.TLSCert, c.TLSKey)
	if err != nil {
		return err
	}
	var file *tokens.File
	if c.Tokens != "" {
		if file, err = tokens.Open(c.Tokens); err != nil {
			return fmt.Errorf("--tokens: %w", err)
		}
	}
	p.closed = file != nil
	endpoints, err := c.newEndpoints(p, s, file) //nolint:contextcheck // each request has its own context
	if err != nil {
		return err
	}
	defer endpoints.mcp.Close()
	defer endpoints.close()
	listener, err := c.listen(ctx, p, file != nil)
	if err != nil {
		return err
	}
	announce(std, listener.Addr(), secure != nil, p.logger)
	s.printServedWorkspace(std)
	ctx, stop := context.WithCancel(ctx)
	var beside sync.WaitGroup
	defer beside.Wait()
	defer stop()
	beside.Go(func() { p.warm(ctx, s.Timeout) })
	beside.Go(func() { releaseMemory(ctx) })
	if !c.ReadOnly {
		beside.Go(func() { p.makeVectors(ctx, "") })
	}
	if !c.ReadOnly {
		beside.Go(func() { p.record(ctx, s) })
	}
	beside.Go(func() { p.plans.Run(ctx) })
	beside.Go(func() { p.plans.Watch(ctx, notifyPlans(endpoints.sockets, p)) })
	beside.Go(func() {
		asking.New(p.dataDir, p.logger).Serve(ctx, endpoints.sockets.CanAsk, pageAsker(endpoints.sockets))
	})
	for _, feed := range endpoints.feeds {
		beside.Go(func() { feed.Run(ctx) })
	}
	beside.Go(func() { p.scenes.Run(ctx) })
	beside.Go(func() { p.scenes.Watch(ctx, notifyScenes(endpoints.sockets)) })
	return endpoints.rest.Serve(ctx, listener, secure, endpoints.mcp.Close)
}

// listen rejects a configuration that would expose more to the network than the flags allow.
func (c *serveCommand) listen(ctx context.Context, p *program, hasTokens bool) (net.Listener, error) {
	listener, err := api.Listen(ctx, c.Listen, hasTokens)
	if err != nil {
		return nil, err
	}
	if len(p.folders.All()) == 0 && !isLoopback(listener.Addr()) {
		_ = listener.Close()
		return nil, errors.New("listening on other addresses than loopback requires --media-root, the folders that clients may use; give it, or listen on 127.0.0.1")
	}
	return listener, nil
}

// announce prints an address of the server that works on this machine.
func announce(std streams, listens net.Addr, secure bool, logger *slog.Logger) {
	at := url.URL{Scheme: "http", Host: listens.String()}
	if secure {
		at.Scheme = "https"
	}
	tcp, _ := listens.(*net.TCPAddr)
	everywhere := tcp != nil && tcp.IP.IsUnspecified()
	if everywhere {
		at.Host = net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
	}
	_, _ = fmt.Fprintf(std.err, "plotline listens on %s\nPages: %s   MCP: %s   REST: %s   try it: %s\n",
		&at, at.JoinPath("/"), at.JoinPath("mcp"), at.JoinPath("api/v1"), at.JoinPath("api/docs"))
	if everywhere {
		_, _ = fmt.Fprintln(std.err, "It also listens on the other addresses of this machine.")
	}
	if _, built := web.Files(); !built {
		_, _ = fmt.Fprintln(std.err, "The pages are not in this build: it was made without Node.js.")
	}
	if !secure && !isLoopback(listens) {
		logger.Warn("clients send tokens unencrypted: use --tls-cert and --tls-key, or a proxy with TLS")
	}
}

func isLoopback(at net.Addr) bool {
	tcp, _ := at.(*net.TCPAddr)
	return tcp != nil && tcp.IP.IsLoopback()
}

// endpoints holds everything that one address serves.
type endpoints struct {
	mcp     *streamhttp.Handler
	rest    *api.Server
	sockets *live.Server
	feeds   []*changefeed.Feed
	close   func()
}

// newEndpoints sets up what is served. It opens nothing.
func (c *serveCommand) newEndpoints(p *program, s *settings, file *tokens.File) (*endpoints, error) {
	metrics := api.NewMetrics(version())
	zone, err := c.zone()
	if err != nil {
		return nil, err
	}
	p.zone = zone // measure creates the graph service anew
	p.measure(metrics)
	sockets := live.New(p.logger)
	p.ask = pageAsker(sockets)
	p.sceneProgress = notifyProgress(sockets)
	if err := c.add(p); err != nil {
		return nil, err
	}
	sets, err := c.toolsets()
	if err != nil {
		return nil, err
	}
	server, err := c.server(p, api.CallerOf, nil)
	if err != nil {
		return nil, err
	}
	addFixtures(server.MCP())
	mcp := server.HTTP(streamhttp.Config{
		Credential: sharing.CredentialOf, SessionsEach: c.MaxSessions, SessionIdle: c.SessionIdle, OnLimit: refusedByMCP(metrics),
	})
	recording, done := p.recorderConfig(s)
	personal := usecases.New(usecases.Config{Recorder: recording, Runner: p.runner, Tokens: file != nil})
	feeds := notify(sockets, p, personal)
	pages, _ := web.Files()
	rest := api.New(api.Config{
		Version: version(), Status: p.service.Status, Audit: p.log, MCP: mcp, Sessions: mcp.Sessions, Waiting: p.service.Waiting,
		Embeddings: p.vectorCounts,
		Orders:     p.store.OrderCounts,
		UseCases:   slices.Concat(p.service.ForRoutes(), p.media.UseCases(), p.plans.ForRoutes(), p.scenes.ForRoutes(), personal.UseCases()),
		Live:       sockets, Pages: pages,
		Tokens: file, Open: audit.Caller{Workspace: s.Workspace, Role: access.Admin}, ReadOnly: c.ReadOnly,
		Workspaces: visitable(p, s.Workspace, !s.Unchosen), About: c.about(p, s, sets),
		Hosts: c.AllowHost, Origins: c.CORSOrigin, Metrics: metrics, Limits: c.limits(), Logger: p.logger,
	})
	return &endpoints{mcp, rest, sockets, feeds, done}, nil
}
