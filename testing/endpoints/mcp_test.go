package endpoints_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"testing"

	"plotline/internal/fault"
)

// modernMeta is part of every request in the era without sessions.
const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

const initializeMessage = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
	`"clientInfo":{"name":"endpoints","version":"1"}}}`

// rpc calls MCP in the newer era. params is the inside of an object.
func (s *server) rpc(t *testing.T, token, method, name, params string) reply {
	t.Helper()
	if params != "" {
		params += ","
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s%s}}`, method, params, modernMeta)
	return s.send(t, token, http.MethodPost, "/mcp", body, "Accept", "application/json",
		"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", method, "Mcp-Name", name)
}

// begin begins a session of the older era and returns the headers that name it.
func (s *server) begin(t *testing.T, token string) []string {
	t.Helper()
	r := s.send(t, token, http.MethodPost, "/mcp", initializeMessage, "Accept", "application/json, text/event-stream")
	id := r.header.Get("Mcp-Session-Id")
	if r.status != http.StatusOK || id == "" {
		t.Fatalf("initialize: %d %s", r.status, r.body)
	}
	headers := []string{
		"Mcp-Session-Id", id, "Mcp-Protocol-Version", "2025-11-25", "Accept", "application/json, text/event-stream",
	}
	s.send(t, token, http.MethodPost, "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, headers...)
	return headers
}

// rpcReply is a JSON-RPC reply.
type rpcReply struct {
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

func (r reply) rpc(t *testing.T) rpcReply {
	t.Helper()
	var answer rpcReply
	if err := json.Unmarshal(r.body, &answer); err != nil || (answer.Result == nil) == (answer.Error == nil) {
		t.Fatalf("got %d %.500s: %v", r.status, r.body, err)
	}
	return answer
}

// result decodes a reply that must not be an error.
func (r reply) result(t *testing.T, into any) {
	t.Helper()
	answer := r.rpc(t)
	if answer.Error != nil {
		t.Fatalf("got %+v", *answer.Error)
	}
	if err := json.Unmarshal(answer.Result, into); err != nil {
		t.Fatal(err)
	}
}

// tool calls a tool and returns its structured result or its error.
func (s *server) tool(t *testing.T, token, name string, args json.RawMessage) (json.RawMessage, *fault.Error) {
	t.Helper()
	params := fmt.Sprintf(`"name":%q`, name)
	if len(args) > 0 {
		params += `,"arguments":` + string(args)
	}
	return s.rpc(t, token, "tools/call", name, params).toolResult(t, name)
}

// toolResult decodes the result of a tool call.
func (r reply) toolResult(t *testing.T, name string) (json.RawMessage, *fault.Error) {
	t.Helper()
	var got struct {
		IsError    bool                    `json:"isError"`
		Structured json.RawMessage         `json:"structuredContent"`
		Content    []struct{ Text string } `json:"content"`
	}
	r.result(t, &got)
	if len(got.Content) != 1 || got.IsError == (got.Structured != nil) {
		t.Fatalf("%s: got %+v", name, got)
	}
	if !got.IsError {
		return got.Structured, nil
	}
	members := object(t, []byte(got.Content[0].Text))
	err := &fault.Error{Code: fault.Code(fmt.Sprint(members["code"])), Details: fmt.Sprint(members["details"]), Extra: members}
	title, _ := members["error"].(string)
	if err.Heading = ownTitle(title, err); title != err.Title() || members["tool"] != name {
		t.Errorf("%s: got %v", name, members)
	}
	maps.DeleteFunc(members, func(member string, _ any) bool {
		return member == "error" || member == "details" || member == "tool" || member == "code"
	})
	return nil, err
}
