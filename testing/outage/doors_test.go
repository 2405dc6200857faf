package outage_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// foreign is what a driver, a network or Go says, and no client may read.
var foreign = regexp.MustCompile(`(?i)Neo\.|Neo4jError|ConnectivityError|TransactionExecution|RetryLimit|bolt|dial tcp|EOF|refused|broken pipe|reset by|i/o timeout|context |deadline|goroutine|0x`)

// rest is the door of REST.
type rest struct{ url string }

// expected is the status of the codes that a client may see here.
var expected = map[string]int{
	"unavailable": http.StatusServiceUnavailable, "timeout": http.StatusGatewayTimeout, "already_exists": http.StatusConflict,
}

func (d rest) call(ctx context.Context, tool string, args map[string]any) (answer, error) {
	method, path, body := http.MethodPost, "/episodes", args
	switch tool {
	case "add_episode_relationship":
		path = "/relationships"
	case "get_episode":
		method, path, body = http.MethodGet, fmt.Sprint("/episodes/", args["episode_id"]), nil
	}
	var sent io.Reader = http.NoBody
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return answer{}, err
		}
		sent = bytes.NewReader(raw)
	}
	request, err := http.NewRequestWithContext(ctx, method, d.url+"/api/v1"+path, sent)
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	got, err := http.DefaultClient.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = got.Body.Close() }()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		return answer{}, err
	}
	if got.StatusCode < http.StatusBadRequest {
		return resultOf(text)
	}
	refused, err := refusalOf(text)
	if err == nil && (expected[refused.code] != got.StatusCode || got.Header.Get("Content-Type") != "application/problem+json") {
		err = fmt.Errorf("%s %s: %d %s %s", method, path, got.StatusCode, got.Header.Get("Content-Type"), text)
	}
	return refused, err
}

func resultOf(text []byte) (answer, error) {
	var a answer
	err := json.Unmarshal(text, &a.result)
	return a, err
}

// refusalOf reads a refusal, which must be one that the store's being away explains.
func refusalOf(text []byte) (answer, error) {
	var refused struct{ Code, Detail, Details string }
	if err := json.Unmarshal(text, &refused); err != nil {
		return answer{}, fmt.Errorf("%w: %s", err, text)
	}
	if expected[refused.Code] == 0 || foreign.MatchString(refused.Detail+refused.Details) {
		return answer{}, fmt.Errorf("refused with %s", text)
	}
	return answer{code: refused.Code}, nil
}

// overMCP is the door of MCP, in a session.
type overMCP struct{ client *client.Client }

func dialMCP(t *testing.T, url string) overMCP {
	t.Helper()
	c, err := client.NewStreamableHttpClient(url + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: "outage", Version: "1"}
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Initialize(t.Context(), hello); err != nil {
		t.Fatal(err)
	}
	return overMCP{c}
}

func (d overMCP) call(ctx context.Context, tool string, args map[string]any) (answer, error) {
	var call mcp.CallToolRequest
	call.Params.Name, call.Params.Arguments = tool, args
	got, err := d.client.CallTool(ctx, call)
	if err != nil {
		return answer{}, err
	}
	text, ok := mcp.AsTextContent(got.Content[0])
	if !ok {
		return answer{}, fmt.Errorf("no text: %v", got.Content)
	}
	if got.IsError {
		return refusalOf([]byte(text.Text))
	}
	return resultOf([]byte(text.Text))
}
