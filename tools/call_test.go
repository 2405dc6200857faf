package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/testing/kit/logbuffer"
	"plotline/testing/kit/tier"
	"plotline/tools"
)

type listing struct {
	Zeta   string       `json:"zeta"`
	Alpha  []string     `json:"alpha"`
	Items  []listed1    `json:"items"`
	Cycles [][]int      `json:"cycles"`
	Gone   []string     `json:"gone,omitempty"`
	Kept   []string     `json:"cycle_path" nullable:"true"`
	Extra  input.Object `json:"extra,omitempty"`
	Status string       `json:"status"`
}

type listed1 struct {
	Path []string `json:"path"`
}

func TestResultIsStructuredAndText(t *testing.T) {
	t.Parallel()
	c := connect(t, newServer(fake("look", func(context.Context, none) (listing, error) {
		return listing{
			Zeta: "<a> & 桜", Items: []listed1{{}}, Cycles: [][]int{nil},
			Extra: input.Object(`{"big":12345678901234567890,"none":null}`), Status: "success",
		}, nil
	})))
	const want = `{"zeta":"<a> & 桜","alpha":[],"items":[{"path":[]}],"cycles":[[]],"cycle_path":null,` +
		`"extra":{"big":12345678901234567890,"none":null},"status":"success"}`
	result := call(t, c, "look", `{}`)
	if got := text(t, result); got != want {
		t.Errorf("text\n got %s\nwant %s", got, want)
	}
	if result.IsError || !sameJSON(t, result.RawStructuredContent, want) {
		t.Errorf("structured\n got %s\nwant %s", result.RawStructuredContent, want)
	}
	if got := string(result.RawStructuredContent); !strings.HasPrefix(got, `{"zeta":`) || !strings.HasSuffix(got, `"status":"success"}`) {
		t.Errorf("the order of fields is lost: %s", got)
	}
}

// sameJSON compares byte for byte, except that the transport escapes <, > and &.
func sameJSON(t *testing.T, got json.RawMessage, want string) bool {
	t.Helper()
	var escaped bytes.Buffer
	json.HTMLEscape(&escaped, []byte(want))
	return escaped.String() == string(got)
}

type drawing struct {
	Graph string `json:"graph"`
}

func (d drawing) Text() (string, bool) { return d.Graph, d.Graph != "" }

func TestResultWithItsOwnText(t *testing.T) {
	t.Parallel()
	c := connect(t, newServer(fake("draw", func(context.Context, none) (drawing, error) {
		return drawing{"graph TD\n  n1[\"a\"]"}, nil
	})))
	result := call(t, c, "draw", `{}`)
	if got := text(t, result); got != "graph TD\n  n1[\"a\"]" {
		t.Errorf("got %q", got)
	}
	if string(result.RawStructuredContent) != `{"graph":"graph TD\n  n1[\"a\"]"}` {
		t.Errorf("got %s", result.RawStructuredContent)
	}
}

func TestReplyThatIsTooLarge(t *testing.T) {
	t.Parallel()
	big := func(context.Context, none) (drawing, error) { return drawing{strings.Repeat("x", tools.MaxReply)}, nil }
	exempt := fake("exempt", big)
	exempt.Unlimited = true
	c := connect(t, newServer(fake("big", big), exempt))
	got := failureOf(t, call(t, c, "big", `{}`))
	want := failed{"Too large", "The reply would be 4194316 bytes, more than 4194304; narrow it by limit, ids or filters", "big", "too_large"}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if !tier.IsFull() {
		return // the client takes seconds to read a reply of this size under the race detector
	}
	if result := call(t, c, "exempt", `{}`); result.IsError || len(text(t, result)) != tools.MaxReply {
		t.Errorf("an exempt tool was refused: %v", result.IsError)
	}
}

func TestEveryCode(t *testing.T) {
	t.Parallel()
	for _, code := range fault.Codes() {
		c := connect(t, newServer(fake("fail", func(context.Context, none) (none, error) {
			return none{}, fault.New(code, "why <so>").Because(errors.New("secret")).At(3).With("cycle_path", []string{"a", "b"})
		})))
		got := text(t, call(t, c, "fail", `{}`))
		want := `{"error":"` + code.Title() + `","details":"why <so>","tool":"fail","code":"` + string(code) +
			`","cycle_path":["a","b"],"index":3}`
		if code == fault.Internal {
			if !strings.HasPrefix(got, `{"error":"Internal error","details":"request `) || strings.Contains(got, "why") {
				t.Errorf("%s: got %s", code, got)
			}
			continue
		}
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", code, got, want)
		}
		failureOf(t, call(t, c, "fail", `{}`))
	}
}

func TestHeadingOfAToolPage(t *testing.T) {
	t.Parallel()
	c := connect(t, newServer(fake("fail", func(context.Context, none) (none, error) {
		err := fault.New(fault.Unavailable, "d")
		err.Heading = "Failed to retrieve episodes"
		return none{}, err
	})))
	if got := failureOf(t, call(t, c, "fail", `{}`)); got.Error != "Failed to retrieve episodes" || got.Code != "unavailable" {
		t.Errorf("got %+v", got)
	}
}

func TestPanicAndWhatIsNotAFault(t *testing.T) {
	t.Parallel()
	log := &logbuffer.Buffer{}
	panics := fake("panics", func(context.Context, none) (none, error) { return none{}, nil })
	panics.Call = func(context.Context, audit.Caller, json.RawMessage) (any, error) { panic("secret password") }
	plain := fake("plain", func(context.Context, none) (none, error) { return none{}, nil })
	plain.Call = func(context.Context, audit.Caller, json.RawMessage) (any, error) {
		return nil, errors.New("secret dsn")
	}
	unwritable := fake("unwritable", func(context.Context, none) (struct {
		X float64 `json:"x"`
	}, error,
	) {
		return struct {
			X float64 `json:"x"`
		}{math.NaN()}, nil
	})
	cfg := config(panics, plain, unwritable)
	cfg.Logger = log.Logger()
	c := connect(t, tools.New(cfg))
	for _, name := range []string{"panics", "plain", "unwritable"} {
		got := failureOf(t, call(t, c, name, `{}`))
		id, ok := strings.CutPrefix(got.Details, "request ")
		if got.Code != "internal" || !ok || len(id) != 36 {
			t.Errorf("%s: got %+v", name, got)
		}
		if !strings.Contains(log.String(), id) {
			t.Errorf("%s: the log does not know request %s:\n%s", name, id, log)
		}
	}
	if !strings.Contains(log.String(), "secret password") || !strings.Contains(log.String(), "call_test.go") {
		t.Errorf("the log has no panic with its stack:\n%s", log)
	}
}

func TestWhatTheProtocolRefuses(t *testing.T) {
	t.Parallel()
	s := newServer(fake("look", func(context.Context, none) (none, error) { return none{}, nil }))
	tests := []struct{ name, message, want string }{
		{
			"unknown tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"tool 'nope' not found: tool not found"}}`,
		},
		{
			"name that is no text", `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":5}}`,
			`{"jsonrpc":"2.0","id":"x","error":{"code":-32600,"message":"params.name of tools/call must be a string, not a number"}}`,
		},
		{
			"params that are no object", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":[]}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"params of prompts/get must be an object, not a list"}}`,
		},
		{
			"method that is not there", `{"jsonrpc":"2.0","id":1,"method":"tools/fly"}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method tools/fly not found"}}`,
		},
		{
			"no JSON", `{"jsonrpc":"2.0",`,
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Failed to parse message"}}`,
		},
		{
			"arguments that are no object", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":[1]}}`,
			`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"error\":\"Parameter validation failed\",` +
				`\"details\":\"arguments must be a JSON object\",\"tool\":\"look\",\"code\":\"invalid_argument\"}"}],"isError":true}}`,
		},
		{
			"no arguments", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look"}}`,
			`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{}"}],"structuredContent":{}}}`,
		},
	}
	for _, test := range tests {
		got, err := json.Marshal(s.MCP().HandleMessage(t.Context(), json.RawMessage(test.message)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, bare(string(got))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestCallerOfTheRecord(t *testing.T) {
	t.Parallel()
	tool, records := fakeRecorded("look", func(_ context.Context, in none) (none, error) { return in, nil })
	call(t, connect(t, newServer(tool)), "look", `{}`)

	named := config(tool)
	named.Caller = func(context.Context) audit.Caller {
		return audit.Caller{Workspace: "team", Actor: "token-7", Role: access.Writer}
	}
	call(t, connect(t, tools.New(named)), "look", `{}`)

	want := []audit.Caller{
		{Workspace: "default", Actor: "tester/0.1", Transport: "mcp"},
		{Workspace: "team", Actor: "token-7", Transport: "mcp"},
	}
	if diff := cmp.Diff(want, records.callers()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCancellationReachesTheUseCase(t *testing.T) {
	t.Parallel()
	started, ended := make(chan struct{}), make(chan error, 1)
	c := connect(t, newServer(fake("wait", func(ctx context.Context, _ none) (none, error) {
		close(started)
		<-ctx.Done()
		ended <- ctx.Err()
		return none{}, ctx.Err()
	})))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-started
		cancel()
	}()
	if result, err := try(ctx, c, "wait", `{}`); err == nil {
		if got := failureOf(t, result); got.Code != "cancelled" || got.Error != "Request was aborted" {
			t.Errorf("got %+v", got)
		}
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the use case saw %v", err)
	}
}

func TestHiddenToolIsCallableAndNotListed(t *testing.T) {
	t.Parallel()
	hidden := fake("hidden", func(context.Context, none) (none, error) { return none{}, nil })
	hidden.Hidden = true
	s := newServer(hidden, fake("shown", func(context.Context, none) (none, error) { return none{}, nil }))
	if got := listed(t, s); len(got) != 1 || got[0].Name != "shown" {
		t.Errorf("listed: %v", got)
	}
	if result := call(t, connect(t, s), "hidden", `{}`); result.IsError {
		t.Errorf("got %s", text(t, result))
	}
}

// TestGraphUseCases calls the real use cases once. They have their own tests.
func TestGraphUseCases(t *testing.T) {
	t.Parallel()
	c := connect(t, newServer(allTools(t)...))
	var made struct {
		Episodes []struct {
			ID graph.ID `json:"episode_id"`
		} `json:"episodes"`
	}
	result := call(t, c, "create_episodes", `{"episodes":[{"query":"a","reward":"1"},{"query":"b","reward":0}],
		"relationships":[{"from":"#0","to":"#1","relationship_type":"follows"}]}`)
	if err := json.Unmarshal(result.RawStructuredContent, &made); err != nil || len(made.Episodes) != 2 {
		t.Fatalf("got %s, %v", text(t, result), err)
	}
	a, b := made.Episodes[0].ID, made.Episodes[1].ID
	got := text(t, call(t, c, "add_episode_relationship",
		`{"from_episode_id":"`+string(b)+`","to_episode_id":"`+string(a)+`","relationship_type":"follows"}`))
	want := `{"error":"Cycle detected","details":"Adding this relationship would create a cycle",` +
		`"tool":"add_episode_relationship","code":"cycle","cycle":[{"id":2,"name":"b"},{"id":1,"name":"a"},{"id":2,"name":"b"}],"cycle_path":["` + string(b) + `","` + string(a) + `","` + string(b) + `"]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	drawn := call(t, c, "get_dependency_graph", `{"format":"mermaid"}`)
	if got := text(t, drawn); !strings.HasPrefix(got, "graph TD\n") {
		t.Errorf("got %s", got)
	}
	if strings.Contains(string(drawn.RawStructuredContent), `"nodes"`) {
		t.Errorf("a drawing has no nodes: %s", drawn.RawStructuredContent)
	}
	list := string(call(t, c, "list_episodes", `{"limit":1}`).RawStructuredContent)
	if !strings.Contains(list, `"total_count":2,"limit":1,"offset":0,"next_cursor":"`) || !strings.HasSuffix(list, `","status":"success"}`) {
		t.Errorf("got %s", list)
	}
}
