package tools_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"plotline/internal/access"
	"plotline/tools/transport/streamhttp"
)

// TestHTTPAsksAndTells adds a tool to MCPServer that asks its client between two notifications. All messages arrive
// in order on the stream of the call, though mcp-go writes some of them itself.
func TestHTTPAsksAndTells(t *testing.T) {
	t.Parallel()
	s := newServer(instant())
	s.MCP().AddTool(mcp.NewTool("ask"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		tell := func(text string) {
			if err := s.MCP().SendNotificationToClient(ctx, "notifications/message", map[string]any{"data": text}); err != nil {
				t.Error(err)
			}
		}
		tell("one")
		reply, err := s.MCP().RequestElicitation(ctx, mcp.ElicitationRequest{Params: mcp.ElicitationParams{
			Message: req.GetString("question", ""), RequestedSchema: map[string]any{"type": "object"},
		}})
		if err != nil {
			return nil, err
		}
		tell("two")
		tell("three")
		return mcp.NewToolResultText(string(reply.Action)), nil
	})
	site := serve(t, s, streamhttp.Config{})
	session := site.begin()
	response := site.open(t.Context(), http.MethodPost, strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{"question":"Why?"}}}`), session...)
	defer func() { _ = response.Body.Close() }()
	lines := bufio.NewScanner(response.Body)
	next := func(want string) string {
		t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if !strings.Contains(data, want) {
					t.Fatalf("got %s, want %s", data, want)
				}
				return data
			}
		}
		t.Fatalf("the stream ended, want %s", want)
		return ""
	}
	next(`"data":"one"`)
	var asked struct {
		ID json.RawMessage `json:"id"`
	}
	if err := json.Unmarshal([]byte(next(`"message":"Why?"`)), &asked); err != nil {
		t.Fatal(err)
	}
	answer := `{"jsonrpc":"2.0","id":` + string(asked.ID) + `,"result":{"action":"decline"}}`
	if r := site.send(http.MethodPost, answer, site.begin()...); r.status != http.StatusBadRequest || !strings.HasPrefix(r.body, `{"jsonrpc"`) {
		t.Errorf("another session answers: %+v", r)
	}
	if r := site.send(http.MethodPost, answer, session...); r.status != http.StatusAccepted {
		t.Errorf("the answer: %+v", r)
	}
	next(`"data":"two"`)
	next(`"data":"three"`)
	next(`"text":"decline"`)
}

// TestHTTPClientThatLacksSomething checks the error code of the newest protocol.
func TestHTTPClientThatLacksSomething(t *testing.T) {
	t.Parallel()
	s := newServer(instant())
	s.MCP().AddTool(mcp.NewTool("sample"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, mcp.MissingRequiredClientCapabilityError{Capability: "sampling"}
	})
	r := serve(t, s, streamhttp.Config{}).caller("2026-07-28")("sample", "")
	if r.status != http.StatusBadRequest || !strings.Contains(r.body, `"id":1,"error":{"code":-32021`) || !strings.Contains(r.body, `"data":{"requiredCapabilities":{"sampling":{}}}`) {
		t.Errorf("got %+v", r)
	}
}

// TestHTTPSubscription checks that the stream stays open until Close, and carries the notifications subscribed to.
func TestHTTPSubscription(t *testing.T) {
	t.Parallel()
	s := newServer(instant())
	server.WithToolCapabilities(true)(s.MCP())
	site := serve(t, s, streamhttp.Config{})
	listen := `{"jsonrpc":"2.0","id":"s","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` + modernMeta + `}}`
	response := site.open(t.Context(), http.MethodPost, strings.NewReader(listen), modernHeaders("subscriptions/listen", "")...)
	defer func() { _ = response.Body.Close() }()
	stream := bufio.NewReader(response.Body)
	for _, want := range []string{"notifications/subscriptions/acknowledged", "notifications/tools/list_changed"} {
		var got string
		for !strings.HasPrefix(got, "data: ") {
			line, err := stream.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			got = line
		}
		if !strings.Contains(got, want) || !strings.Contains(got, `"io.modelcontextprotocol/subscriptionId":"s"`) {
			t.Errorf("got %s, want %s", got, want)
		}
		s.MCP().SendNotificationToAllClients(mcp.MethodNotificationToolsListChanged, nil)
	}
	site.endpoint.Close()
	if _, err := io.Copy(io.Discard, stream); err != nil {
		t.Errorf("the stream ended with %v", err)
	}
	if r := site.send(http.MethodPost, listen, modernHeaders("subscriptions/listen", "")...); r.status != http.StatusServiceUnavailable {
		t.Errorf("after it: %+v", r)
	}
}

// TestHTTPClientThatGoesWhileItIsAsked checks that the task is unchanged. It can be ended again, and only then a yes
// counts.
func TestHTTPClientThatGoesWhileItIsAsked(t *testing.T) {
	t.Parallel()
	r := newRenaming(t, access.Admin, nil)
	site := serve(t, r.server, streamhttp.Config{})
	session := site.beginWith(asksHello)
	id := r.task(func(tool, args string) called {
		t.Helper()
		return site.send(http.MethodPost, callOf(1, tool, args), session...).called(t)
	})
	end := func(ctx context.Context) (*http.Response, *bufio.Scanner, question) {
		t.Helper()
		response := site.open(ctx, http.MethodPost, strings.NewReader(endTask(7, id)), session...)
		events := bufio.NewScanner(response.Body)
		return response, events, questionOf(t, nextEvent(t, events))
	}
	ctx, leave := context.WithCancel(t.Context())
	gone, _, first := end(ctx)
	leave()
	_ = gone.Body.Close()
	response, events, second := end(t.Context())
	defer func() { _ = response.Body.Close() }()
	if string(first.ID) == string(second.ID) || r.moved() {
		t.Errorf("asked by %s, then by %s; moved %v", first.ID, second.ID, r.moved())
	}
	answer := `{"jsonrpc":"2.0","id":` + string(second.ID) + `,` + confirmedReply + `}`
	if r := site.send(http.MethodPost, answer, session...); r.status != http.StatusAccepted {
		t.Errorf("the answer: %+v", r)
	}
	if got := (replied{body: nextEvent(t, events)}).called(t); got.IsError || !r.moved() {
		t.Errorf("got %+v, moved %v", got, r.moved())
	}
}
