package compose_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

// TestCompose performs the steps of docs/operations.md: it creates a token, starts the services, stores an
// episode over REST and lists tools over MCP. Then Neo4j stops and returns.
func TestCompose(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	s := newStack(t)
	s.checkDigest(t)
	if images := s.compose(t, "config", "--images"); !strings.Contains(images, neo4jtest.LTS.Image()+"\n") {
		t.Errorf("docker-compose.yml names the images\n%swant %s, which is what the tests run on", images, neo4jtest.LTS.Image())
	}
	s.compose(t, "build")
	s.token = strings.TrimSpace(s.compose(t, "run", "--rm", "--no-deps", "plotline", "token", "create", "me", "--role", "admin"))
	s.compose(t, "up", "--detach", "--wait")
	s.address = "http://" + strings.TrimSpace(s.compose(t, "port", "plotline", "7333"))
	s.waitReady(t, http.StatusOK)

	stranger := s
	stranger.token = ""
	for _, path := range []string{"/api/v1/episodes", "/mcp"} {
		if got := stranger.call(t, http.MethodPost, path, `{"query":"x","reward":1}`); got.status != http.StatusUnauthorized {
			t.Errorf("POST %s without a token: %s, want 401", path, got)
		}
	}
	made := s.call(t, http.MethodPost, "/api/v1/episodes", `{"query":"x","reward":1}`)
	if made.status != http.StatusCreated || made.text(t, "episode_id") == "" {
		t.Fatalf("creating an episode: %s, want 201 and its id", made)
	}
	path := "/api/v1/episodes/" + made.text(t, "episode_id")
	before := s.episode(t, path)
	s.listTools(t)

	s.compose(t, "stop", "neo4j")
	s.waitReady(t, http.StatusServiceUnavailable)
	away := s.call(t, http.MethodGet, path, "")
	if away.status != http.StatusServiceUnavailable || away.kind != "application/problem+json" || away.text(t, "code") != "unavailable" {
		t.Errorf("an episode while Neo4j is away: %s, want 503 with the problem unavailable", away)
	}

	s.compose(t, "start", "neo4j")
	s.waitReady(t, http.StatusOK)
	if after := s.episode(t, path); after != before {
		t.Errorf("the episode after Neo4j came back: %s, want as before: %s", after, before)
	}
	if got := s.inspect(t, "plotline", "{{.RestartCount}} {{.State.Running}}"); got != "0 true" {
		t.Errorf("the server's restarts, and whether it runs: %s, want 0 true", got)
	}
	if logs := s.compose(t, "logs", "--no-color", "plotline"); strings.Contains(logs, "chmod 700") {
		t.Errorf("the image leaves the data folder open to other users:\n%s", logs)
	}
	s.checkHardened(t)
}

// checkHardened checks the permissions of each container.
func (s stack) checkHardened(t *testing.T) {
	t.Helper()
	const format = "{{.Config.User}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}} " +
		"{{.HostConfig.Memory}} {{.HostConfig.PidsLimit}}"
	for service, want := range map[string]string{
		"plotline": "65532:65532 true [ALL] [no-new-privileges:true] 536870912 256",
		"neo4j":    "7474:7474 false [ALL] [no-new-privileges:true] 1610612736 512",
	} {
		if got := s.inspect(t, service, format); got != want {
			t.Errorf("the container of %s: %s, want %s", service, got, want)
		}
	}
	if got := s.inspect(t, "neo4j", "{{.HostConfig.PortBindings}} {{range $name, $_ := .NetworkSettings.Networks}}{{$name}}{{end}}"); got != "map[] "+s.project+"_database" {
		t.Errorf("the published ports and the networks of Neo4j: %s, want the network database alone", got)
	}
}

// episode reads an episode that must exist.
func (s stack) episode(t *testing.T, path string) string {
	t.Helper()
	got := s.call(t, http.MethodGet, path, "")
	if got.status != http.StatusOK || got.text(t, "query") != "x" {
		t.Fatalf("GET %s: %s, want the episode", path, got)
	}
	return got.body
}

// listTools connects and lists the tools, as an agent's client does.
func (s stack) listTools(t *testing.T) {
	t.Helper()
	c, err := client.NewStreamableHttpClient(s.address+"/mcp",
		transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + s.token}))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = "2025-11-25"
	hello.Params.ClientInfo = mcp.Implementation{Name: "compose", Version: "1"}
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Initialize(t.Context(), hello); err != nil {
		t.Fatalf("MCP initialize: %v", err)
	}
	listed, err := c.ListTools(t.Context(), mcp.ListToolsRequest{})
	if err != nil {
		t.Fatalf("MCP tools/list: %v", err)
	}
	for _, tool := range listed.Tools {
		if tool.Name == "create_episode" {
			return
		}
	}
	t.Errorf("%d tools, create_episode not among them", len(listed.Tools))
}

// checkDigest checks that a release can name Neo4j's image by its digest.
func (s stack) checkDigest(t *testing.T) {
	t.Helper()
	pinned := "neo4j@sha256:" + strings.Repeat("0123456789abcdef", 4)
	s.env = append(slices.Clone(s.env), "NEO4J_IMAGE="+pinned)
	if images := s.compose(t, "config", "--images"); !strings.Contains(images, pinned+"\n") {
		t.Errorf("with NEO4J_IMAGE the images are\n%s", images)
	}
}
