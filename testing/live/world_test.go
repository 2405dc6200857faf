package live_test

import (
	"context"
	"log/slog"
	"maps"
	"net"
	"path/filepath"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"plotline/api"
	"plotline/api/live"
	"plotline/api/tokens"
	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/recording/usecases"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
	"plotline/scenes"
	"plotline/testing/kit/tier"
)

// TestMain checks for leaked goroutines. The library's timers end by themselves within 30 seconds.
func TestMain(m *testing.M) {
	tier.FullMain()
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/zishang520/socket.io/v3/pkg/utils.SetTimeout.func1"))
}

// world is a server that can be restarted at the same address, with its clients.
type world struct {
	*driver
	*live.Server // of the running server

	cfg     api.Config
	file    string // of tokens
	address string
	stop    func()
}

// begin starts a server that requires tokens, and creates the first one, for an admin of workspace "a".
func begin(t *testing.T) (w *world, admin string) {
	t.Helper()
	w = prepare(t)
	admin = w.token(access.Admin, "a")
	file, err := tokens.Open(w.file)
	if err != nil {
		t.Fatal(err)
	}
	w.cfg.Tokens = file
	w.start()
	return w, admin
}

// prepare creates a server without tokens, and does not start it.
func prepare(t *testing.T) *world {
	t.Helper()
	logger := slog.New(slog.NewTextHandler(t.Output(), nil))
	runner, dir := &usecase.Runner{Logger: logger}, t.TempDir()
	library := media.NewLibraries(dir, logger)
	w := &world{driver: startDriver(t), file: filepath.Join(t.TempDir(), "tokens.json"), address: "127.0.0.1:0", cfg: api.Config{
		Version: "test",
		UseCases: slices.Concat( // each needs a route, and each route needs one of them
			graph.NewService(graphtest.NewModel(), runner).ForRoutes(),
			media.NewService(media.Config{Libraries: library, Runner: runner, Logger: logger}).UseCases(),
			plans.NewService(plans.Config{DataDir: dir, Libraries: library, Runner: runner, Logger: logger}).ForRoutes(),
			scenes.NewService(scenes.Config{DataDir: dir, Runner: runner, Logger: logger}).ForRoutes(),
			usecases.New(usecases.Config{Runner: runner}).UseCases(),
		),
		Status: func(context.Context) (graph.Status, error) { return graph.Status{}, nil },
		Open:   audit.Caller{Workspace: "open", Role: access.Admin}, Logger: logger,
	}, stop: func() {}}
	t.Cleanup(func() { w.stop() })
	return w
}

// token creates a token named after its role and workspace.
func (w *world) token(role access.Role, workspace string) (secret string) {
	w.t.Helper()
	request := tokens.Request{Name: string(role) + " " + workspace, Role: role, Workspace: workspace}
	_, secret, err := tokens.Create(w.t.Context(), w.file, request)
	if err != nil {
		w.t.Fatal(err)
	}
	return secret
}

// start starts the server at its former address. stop shuts it down, and reports an error if something does
// not end by itself.
func (w *world) start() {
	w.t.Helper()
	w.Server = live.New(w.cfg.Logger)
	w.cfg.Live, w.cfg.Metrics = w.Server, nil
	listener, err := (&net.ListenConfig{}).Listen(w.t.Context(), "tcp", w.address)
	if err != nil {
		w.t.Fatal(err)
	}
	w.address = listener.Addr().String()
	ctx, cancel := context.WithCancel(context.WithoutCancel(w.t.Context()))
	ended := make(chan error, 1)
	server := api.New(w.cfg)
	go func() { ended <- server.Serve(ctx, listener, nil, func() {}) }()
	w.stop = func() {
		w.t.Helper()
		cancel()
		if err := <-ended; err != nil {
			w.t.Error(err)
		}
		w.stop = func() {}
	}
}

// transport is a set of transports that a client may use, and the one that it stays at.
type transport struct {
	name    string
	allowed []string
	by      string
}

func transports() []transport {
	return []transport{
		{"websocket", []string{"websocket"}, "websocket"},
		{"polling", []string{"polling"}, "polling"},
		{"either", []string{"polling", "websocket"}, "polling"}, // the library's default; there are no upgrades
	}
}

// connected returns the report of a connected client.
func (by transport) connected() string { return `connect "` + by.by + `"` }

// open makes a client connect with a token and further options.
func (w *world) open(client, token string, by transport, options map[string]any) {
	w.t.Helper()
	all := map[string]any{
		"transports": by.allowed, "auth": map[string]any{"token": token}, "reconnectionDelay": 10, "reconnectionDelayMax": 50,
	}
	maps.Copy(all, options)
	w.do(map[string]any{
		"do": "open", "client": client, "url": "http://" + w.address, "options": all,
		"answer": map[string]any{"by": client},
	})
}

// connect is open for a client that is accepted.
func (w *world) connect(client, token string, by transport) {
	w.t.Helper()
	w.open(client, token, by, nil)
	w.expect(client, by.connected())
}
