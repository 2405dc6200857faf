package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/tools"
	"plotline/tools/transport"
	"plotline/tools/transport/streamhttp"
)

// BenchmarkNew measures this package's share of the time from process start to the answer of initialize.
func BenchmarkNew(b *testing.B) {
	for _, locale := range []language.Tag{language.English, language.German} {
		b.Run(locale.String(), func(b *testing.B) {
			dir := b.TempDir()
			for b.Loop() {
				cfg := config(tools.All(depsIn(dir, graphtest.NewModel()))...)
				cfg.Locale = locale
				tools.New(cfg)
			}
			if each := b.Elapsed() / time.Duration(b.N); each > 5*time.Millisecond {
				b.Errorf("New took %v, want at most 5 ms", each)
			}
		})
	}
}

// BenchmarkListing measures tools/list, including encoding.
func BenchmarkListing(b *testing.B) {
	s := newServer(allTools(b)...)
	for b.Loop() {
		rawListing(b, s)
	}
}

// anyTool is an endpoint that owns every tool.
var anyTool = &transport.Endpoint{Owns: func(string) bool { return true }}

// BenchmarkCall measures the overhead of a call over its use case: mcp-go and the adapter, for request and answer.
func BenchmarkCall(b *testing.B) {
	s := newServer(fake("look", func(context.Context, struct {
		ID string `json:"id"`
	},
	) (listing, error) {
		return listing{Zeta: "x", Alpha: []string{"a"}, Items: []listed1{{[]string{"p"}}}, Cycles: [][]int{}, Kept: []string{"k"}}, nil
	}))
	message := json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":{"id":"0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000"}}}`)
	for b.Loop() {
		ctx, short := anyTool.TakeArguments(b.Context(), message)
		if _, err := json.Marshal(s.MCP().HandleMessage(ctx, short)); err != nil {
			b.Fatal(err)
		}
	}
	if each := b.Elapsed() / time.Duration(b.N); each > 100*time.Microsecond {
		b.Errorf("a call took %v, want at most 0.1 ms", each)
	}
}

// BenchmarkBulkCall measures a call with 1,000 items without its use case, as ServeStdio makes it.
func BenchmarkBulkCall(b *testing.B) {
	s := newServer(fake("bulk", func(_ context.Context, in graph.CreateEpisodesInput) (none, error) {
		if len(in.Episodes) != 1000 {
			b.Errorf("got %d episodes", len(in.Episodes))
		}
		return none{}, nil
	}))
	item := `{"query":"find out why the nightly build fails on the second machine","reward":0.5,"tags":["build","ci"]}`
	message := json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"bulk","arguments":{"episodes":[` +
		strings.Repeat(item+",", 999) + item + `]}}}`)
	for name, take := range map[string]func(context.Context, json.RawMessage) (context.Context, json.RawMessage){
		"taken out": anyTool.TakeArguments,
		"as mcp-go reads it": func(ctx context.Context, message json.RawMessage) (context.Context, json.RawMessage) {
			return ctx, message
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(message)))
			for b.Loop() {
				ctx, short := take(b.Context(), message)
				if _, err := json.Marshal(s.MCP().HandleMessage(ctx, short)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTransports measures a call from the client's bytes to the client's bytes: over a pipe, and over a socket
// with both protocols.
func BenchmarkTransports(b *testing.B) {
	list := allTools(b)
	text := strings.Repeat("<what was learned> ", 220_000)
	list = append(list, fake("large", func(context.Context, none) (learned, error) { return learned{text[:4_000_000]}, nil }))
	s := newServer(list...)
	line := dial(b, s)
	id := seed(b, line.call)
	for _, c := range []struct{ name, tool, args string }{
		{"get_episode", "get_episode", `{"episode_id":"` + id + `"}`},
		{"graph of 500", "get_dependency_graph", `{}`},
		{"4 MB", "large", `{}`},
	} {
		transports := map[string]func(tool, args string) called{
			"stdio": func(tool, args string) called { return line.call(tool, json.RawMessage(args)) },
		}
		for _, era := range eras() {
			call := serve(b, s, streamhttp.Config{}).caller(era)
			transports["HTTP "+era] = func(tool, args string) called { return call(tool, `,"arguments":`+args).called(b) }
		}
		for name, call := range transports {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if got := call(c.tool, c.args); got.IsError {
						b.Fatal(got)
					}
				}
			})
		}
	}
}

type learned struct {
	Text string `json:"text"`
}

// seed creates a chain of 500 episodes and returns the id of one.
func seed(b *testing.B, call func(tool string, args json.RawMessage) called) string {
	b.Helper()
	episodes, links := make([]string, 0, 500), make([]string, 0, 500)
	for i := range 500 {
		episodes = append(episodes, `{"query":"step of the work that must be remembered","reward":0.5}`)
		if i > 0 {
			links = append(links, fmt.Sprintf(`{"from":"#%d","to":"#%d","relationship_type":"follows"}`, i-1, i))
		}
	}
	made := call("create_episodes", json.RawMessage(`{"episodes":[`+strings.Join(episodes, ",")+`],"relationships":[`+strings.Join(links, ",")+`]}`))
	var answer struct {
		Episodes []struct {
			ID string `json:"episode_id"`
		} `json:"episodes"`
	}
	if err := json.Unmarshal(made.Structured, &answer); err != nil || len(answer.Episodes) != 500 {
		b.Fatalf("%v: %+v", err, made)
	}
	return answer.Episodes[0].ID
}
