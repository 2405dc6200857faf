package tools_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"plotline/internal/fault"
	"plotline/tools"
)

// created creates an episode and returns its id.
func created(t *testing.T, c *client.Client, query string) string {
	t.Helper()
	var made struct {
		ID string `json:"episode_id"`
	}
	args := fmt.Sprintf(`{"query":%q,"reward":0}`, query)
	if err := json.Unmarshal(call(t, c, "create_episode", args).RawStructuredContent, &made); err != nil {
		t.Fatal(err)
	}
	return made.ID
}

func read(t *testing.T, c *client.Client, uri string) (mcp.TextResourceContents, error) {
	t.Helper()
	var req mcp.ReadResourceRequest
	req.Params.URI = uri
	result, err := c.ReadResource(t.Context(), req)
	if err != nil {
		return mcp.TextResourceContents{}, err
	}
	contents, ok := mcp.AsTextResourceContents(result.Contents[0])
	if !ok || len(result.Contents) != 1 {
		t.Fatalf("got %v", result.Contents)
	}
	return *contents, nil
}

func TestResources(t *testing.T) {
	t.Parallel()
	c := connect(t, newServer(allTools(t)...))
	id := created(t, c, "design & <draw>")
	episode := text(t, call(t, c, "get_episode", `{"episode_id":"`+id+`"}`))
	around := text(t, call(t, c, "get_dependency_graph", `{"episode_ids":["`+id+`"],"depth":2,"format":"mermaid"}`))
	newest := text(t, call(t, c, "get_dependency_graph", `{"format":"mermaid"}`))
	for uri, want := range map[string]mcp.TextResourceContents{
		"plotline://episodes/" + id:                  {MIMEType: "application/json", Text: episode},
		"plotline://episodes/" + strings.ToUpper(id): {MIMEType: "application/json", Text: episode},
		"plotline://graph/" + id:                     {MIMEType: "text/vnd.mermaid", Text: around},
		"plotline://graph":                           {MIMEType: "text/vnd.mermaid", Text: newest},
	} {
		want.URI = uri
		got, err := read(t, c, uri)
		if err != nil {
			t.Errorf("%s: %v", uri, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", uri, diff)
		}
	}
}

func TestResourcesAreListed(t *testing.T) {
	t.Parallel()
	all := allTools(t)
	checkLists(t, []listTest{
		{"all", all, []string{
			"plotline://graph", "plotline://episodes/{episode_id}", "plotline://graph/{episode_id}", "plotline://plans/{task_id}",
		}},
		{"plans alone", tools.In(all, tools.Plans), []string{"plotline://plans/{task_id}"}},
		{"episodes alone", tools.In(all, tools.Episodes), []string{"plotline://episodes/{episode_id}"}},
		{"none", nil, []string{}},
	}, func(c *client.Client) []string {
		fixed, err := c.ListResources(t.Context(), mcp.ListResourcesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		templates, err := c.ListResourceTemplates(t.Context(), mcp.ListResourceTemplatesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		got := make([]string, 0, len(fixed.Resources)+len(templates.ResourceTemplates))
		for _, r := range fixed.Resources {
			got = append(got, r.URI)
			checkShown(t, r.URI, r.Title, r.Description, r.MIMEType)
		}
		for _, r := range templates.ResourceTemplates {
			got = append(got, r.URITemplate.Raw())
			checkShown(t, r.Name, r.Title, r.Description, r.MIMEType)
		}
		return got
	})
}

// listTest has the tools of a server, and the list that its clients must see.
type listTest struct {
	name string
	list []tools.Tool
	want []string
}

// checkLists compares what a list shows to the clients of several servers.
func checkLists(t *testing.T, tests []listTest, show func(c *client.Client) []string) {
	t.Helper()
	for _, test := range tests {
		if diff := cmp.Diff(test.want, show(connect(t, newServer(test.list...)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func checkShown(t *testing.T, name string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if text == "" {
			t.Errorf("%s: title, description or type is missing: %q", name, texts)
		}
	}
}

func TestResourceThatIsNotThere(t *testing.T) {
	t.Parallel()
	const missing = "00000000-0000-7000-8000-000000000000"
	s := newServer(allTools(t)...)
	for _, uri := range []string{
		"plotline://episodes/" + missing, "plotline://graph/" + missing, "plotline://episodes/nonsense",
		"plotline://episodes/", "plotline://nothing", "file:///etc/passwd",
	} {
		legacy := answer(t, s, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"`+uri+`"}}`)
		if legacy.Error.Code != -32002 || !strings.Contains(legacy.Error.Message, uri) {
			t.Errorf("%s: got %+v, want -32002", uri, legacy.Error)
		}
		modern := answer(t, s, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"`+uri+`","_meta":{
			"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`)
		if modern.Error.Code != -32602 {
			t.Errorf("%s: got %+v, want -32602", uri, modern.Error)
		}
	}
	got := answer(t, s, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"plotline://episodes/`+missing+`"}}`)
	want := "handler not found for resource URI 'plotline://episodes/" + missing + "': 'Episode not found: " + missing + "': resource not found"
	if got.Error.Message != want {
		t.Errorf("got  %s\nwant %s", got.Error.Message, want)
	}
}

type rpcAnswer struct {
	Error struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	Result json.RawMessage `json:"result"`
}

func answer(t *testing.T, s *tools.Server, message string) rpcAnswer {
	t.Helper()
	raw, err := json.Marshal(s.MCP().HandleMessage(t.Context(), json.RawMessage(message)))
	if err != nil {
		t.Fatal(err)
	}
	var a rpcAnswer
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestResourceWhenTheStoreIsAway checks that reading gives this server's error, and that completion gives nothing.
func TestResourceWhenTheStoreIsAway(t *testing.T) {
	t.Parallel()
	list := allTools(t)
	for i := range list {
		list[i].Call = failing(fault.Database(fault.New(fault.Unavailable, "Neo4j is away; start it").Because(errors.New("secret"))))
	}
	s := newServer(list...)
	got := answer(t, s, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"plotline://graph"}}`)
	if got.Error.Code != -32603 || got.Error.Message != "Database operation failed: Neo4j is away; start it" {
		t.Errorf("got %+v", got.Error)
	}
	if values := completed(t, connect(t, s), "plotline://graph/{episode_id}", "episode_id", ""); len(values) != 0 {
		t.Errorf("got %v", values)
	}
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	c := connect(t, newServer(allTools(t)...))
	first, second := created(t, c, "Find the leak"), created(t, c, "Mend the roof")
	tests := []struct {
		uri, argument, typed string
		want                 []string
	}{
		{"plotline://episodes/{episode_id}", "episode_id", "", []string{second, first}},
		{"plotline://graph/{episode_id}", "episode_id", first, []string{first}},
		{"plotline://graph/{episode_id}", "episode_id", strings.ToUpper(first), []string{first}},
		{"plotline://episodes/{episode_id}", "episode_id", "ROOF", []string{second}},
		{"plotline://episodes/{episode_id}", "episode_id", "nowhere", []string{}},
		{"plotline://episodes/{episode_id}", "other", "", []string{}},
		{"plotline://other/{id}", "episode_id", "", []string{}},
	}
	for _, test := range tests {
		got := completed(t, c, test.uri, test.argument, test.typed)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s %s=%q (-want +got):\n%s", test.uri, test.argument, test.typed, diff)
		}
	}
}

func completed(t *testing.T, c *client.Client, uri, argument, typed string) []string {
	t.Helper()
	var req mcp.CompleteRequest
	req.Params.Ref = mcp.ResourceReference{Type: "ref/resource", URI: uri}
	req.Params.Argument = mcp.CompleteArgument{Name: argument, Value: typed}
	result, err := c.Complete(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if result.Completion.Total != len(result.Completion.Values) {
		t.Errorf("total %d of %d values", result.Completion.Total, len(result.Completion.Values))
	}
	return result.Completion.Values
}
