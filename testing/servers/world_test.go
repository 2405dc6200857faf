package servers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/serving"
)

// count is the number of servers.
const count = 3

// patience is far longer than any wait here.
const patience = time.Minute

// world is one Neo4j, several servers before it and a balancer before them.
type world struct {
	*balancer

	url   string // of the balancer
	token string // of an admin, the same at every server
	media string // a media folder of all servers
}

// start starts the servers. They share the data folder, as plans and projects need.
func start(t *testing.T, version neo4jtest.Version, choose choice) *world {
	t.Helper()
	database := neo4jtest.Open(t, version)
	workspace := database.Workspace(t, "PlotlineLock", "PlotlineModel", "PlotlinePart", "PlotlineSerial", "PlotlineSpentSerial")
	dir, media := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "tokens.json")
	w := &world{token: serving.Token(t, binary, file, workspace), media: media}
	targets := make([]string, count)
	for i := range targets {
		targets[i] = serving.Start(t, binary, database.Env(), "--data-dir", dir, "--tokens", file,
			"--toolsets", "all", "--media-root", workspace+"="+media).URL
	}
	w.balancer, w.url = balance(t, targets, choose)
	return w
}

// reply is an HTTP reply.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// open sends a request with the token to an address. Headers come in pairs.
func (w *world) open(ctx context.Context, t *testing.T, method, address, body string, headers ...string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+w.token)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// send sends a request through the balancer.
func (w *world) send(t *testing.T, method, path, body string, headers ...string) reply {
	t.Helper()
	return w.sendTo(t, w.url, method, path, body, headers...)
}

// sendTo sends a request to the balancer or to one server.
func (w *world) sendTo(t *testing.T, url, method, path, body string, headers ...string) reply {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	response := w.open(ctx, t, method, url+path, body, headers...)
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{response.StatusCode, response.Header, text}
}

// into decodes a reply with the wanted status.
func (r reply) into(t *testing.T, status int, out any) {
	t.Helper()
	if r.status != status {
		t.Fatalf("got %d %s, want %d", r.status, r.body, status)
	}
	if err := json.Unmarshal(r.body, out); err != nil {
		t.Fatalf("%s: %v", r.body, err)
	}
}

// expect checks the status of a reply.
func (r reply) expect(t *testing.T, status int) {
	t.Helper()
	if r.status != status {
		t.Fatalf("got %d %s, want %d", r.status, r.body, status)
	}
}

// episode creates an episode by REST, or finds the one of its key, and returns its id.
func (w *world) episode(t *testing.T, body string) string {
	t.Helper()
	got := w.send(t, http.MethodPost, "/api/v1/episodes", body)
	var made struct {
		ID string `json:"episode_id"`
	}
	if err := json.Unmarshal(got.body, &made); err != nil || got.status >= http.StatusBadRequest || made.ID == "" {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	return made.ID
}
