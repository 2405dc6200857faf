package attacks_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"plotline/api"
	"plotline/internal/access"
	"plotline/internal/fault"
	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/fetch"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// protocol is what the attackers and the other tenants of one test speak.
type protocol string

const (
	plain  protocol = "HTTP1"
	secure protocol = "HTTP2" // with TLS
	mcp    protocol = "MCP"   // a call is a tool call, over HTTP/1.1; what is not a tool stays a request
)

// everyProtocol runs an attack by calls over each protocol, in the first tier only over plain HTTP.
func everyProtocol(t *testing.T, attack func(t *testing.T, p protocol)) {
	t.Helper()
	attackOver(t, attack, tier.Pick([]protocol{plain}, []protocol{plain, secure, mcp}))
}

// everyHTTP is everyProtocol for an attack that is not about tool calls, or makes them itself.
func everyHTTP(t *testing.T, attack func(t *testing.T, p protocol)) {
	t.Helper()
	attackOver(t, attack, tier.Pick([]protocol{plain}, []protocol{plain, secure}))
}

// size returns how much a test stores: in the full tier much, over plain HTTP. The store does not know the protocol.
func (p protocol) size(first, full int) int {
	if p != plain {
		return first
	}
	return tier.Pick(first, full)
}

// attackOver runs the attacks one after another, because each may use all processors.
func attackOver(t *testing.T, attack func(t *testing.T, p protocol), protocols []protocol) {
	t.Helper()
	for _, p := range protocols {
		t.Run(string(p), func(t *testing.T) { attack(t, p) })
	}
}

// clients are the HTTP clients of a server. Each token has its own, so that callers share no connection of HTTP/2.
type clients struct {
	trust *tls.Config // nil without TLS
	mu    sync.Mutex
	each  map[string]*http.Client
}

// of returns the client of a token.
func (c *clients) of(token string) *http.Client {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.each[token] == nil {
		if c.each == nil {
			c.each = map[string]*http.Client{}
		}
		c.each[token] = c.another()
	}
	return c.each[token]
}

// another returns a client with connections of its own.
func (c *clients) another() *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: c.trust.Clone(), ForceAttemptHTTP2: true}}
}

// secured returns the flags for this protocol, and what its clients trust.
func (p protocol) secured(t *testing.T) (args []string, trust *tls.Config) {
	t.Helper()
	if p != secure {
		return nil, nil
	}
	certFile, keyFile, pool := serving.Certificate(t)
	return []string{"--tls-cert", certFile, "--tls-key", keyFile}, &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
}

// tools translates requests into tool calls.
type tools struct {
	operations []apiclient.Operation // those that are tools too
	calls      atomic.Int64
}

// translate makes the server's calls tool calls. A test that makes none fails.
func (s *server) translate(t *testing.T) {
	t.Helper()
	token := s.token(t, "tools", access.Admin)
	document := s.must(t, http.StatusOK, http.MethodGet, "/api/openapi.json", token, "").body
	operations, err := apiclient.Operations(document)
	if err != nil {
		t.Fatal(err)
	}
	list := statelessCall("tools/list", "", "")
	listed := s.must(t, http.StatusOK, http.MethodPost, list.path, token, string(list.body), list.headers...).body
	found := &tools{}
	for id, o := range operations {
		if id == "analyzeImage" || strings.Contains(string(listed), `"name":"`+id+`"`) { // it is a tool that no list names
			found.operations = append(found.operations, o)
		}
	}
	s.tools = found
	t.Cleanup(func() {
		if found.calls.Load() == 0 {
			t.Error("the test called no tool")
		}
	})
}

// find returns the operation of a request, and its arguments.
func (t *tools) find(method, path string, body []byte) (o apiclient.Operation, args json.RawMessage, found bool) {
	if t == nil {
		return o, nil, false
	}
	for _, candidate := range t.operations {
		if given, is := candidate.Arguments(method, path, body); is && (!found || len(candidate.InPath) < len(o.InPath)) {
			o, args, found = candidate, given, true
		}
	}
	return o, args, found
}

// callTool makes a tool call of an operation, and returns the answer that REST would give.
func (s *server) callTool(ctx context.Context, o apiclient.Operation, token string, args json.RawMessage) (answer, error) {
	s.tools.calls.Add(1)
	call := statelessCall("tools/call", o.ID, `"name":"`+o.ID+`","arguments":`+string(args))
	got, err := s.send(ctx, http.MethodPost, call.path, token, call.body, call.headers...)
	if err != nil || got.status != http.StatusOK {
		return got, err
	}
	var reply struct {
		Error  *struct{ Message string }
		Result struct {
			IsError bool
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal(got.body, &reply); err != nil || reply.Error == nil && len(reply.Result.Content) == 0 {
		return got, fmt.Errorf("%s: %.300s: %w", o.ID, got.body, err)
	}
	if reply.Error != nil {
		return answer{http.StatusBadRequest, got.header, got.body}, nil
	}
	text := []byte(reply.Result.Content[0].Text)
	if !reply.Result.IsError {
		return answer{o.Success, got.header, text}, nil
	}
	var rejected struct{ Code fault.Code }
	err = json.Unmarshal(text, &rejected)
	return answer{api.StatusOf(rejected.Code), got.header, text}, err
}

// send sends one request. The token may be empty, and the body nil.
func (s *server) send(ctx context.Context, method, path, token string, body []byte, headers ...string) (answer, error) {
	all := []string{"Content-Type", "application/json"}
	if token != "" {
		all = append(all, "Authorization", "Bearer "+token)
	}
	got, err := fetch.By(ctx, s.clients.of(token), method, s.URL+path, body, append(all, headers...)...)
	return answer{got.Status, got.Header, got.Body}, err
}
