package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"

	"plotline/graph"
	"plotline/tools"
)

// BenchmarkNew is our part of the time from the start of the process to the answered initialize.
func BenchmarkNew(b *testing.B) {
	for _, locale := range []language.Tag{language.English, language.German} {
		b.Run(locale.String(), func(b *testing.B) {
			for b.Loop() {
				cfg := config(graphTools(b)...)
				cfg.Locale = locale
				tools.New(cfg)
			}
			if each := b.Elapsed() / time.Duration(b.N); each > 5*time.Millisecond {
				b.Errorf("New took %v, want at most 5 ms", each)
			}
		})
	}
}

// BenchmarkListing is tools/list, written out.
func BenchmarkListing(b *testing.B) {
	s := newServer(graphTools(b)...)
	for b.Loop() {
		rawListing(b, s)
	}
}

// BenchmarkCall is what a call costs over its use case: mcp-go and the adapter, both ways.
func BenchmarkCall(b *testing.B) {
	s := newServer(fake("look", func(context.Context, struct {
		ID string `json:"id"`
	},
	) (listing, error) {
		return listing{Zeta: "x", Alpha: []string{"a"}, Items: []listed1{{[]string{"p"}}}, Rings: [][]int{}, Kept: []string{"k"}}, nil
	}))
	message := json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":{"id":"0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000"}}}`)
	for b.Loop() {
		ctx, short := tools.LiftArguments(b.Context(), message)
		if _, err := json.Marshal(s.MCP().HandleMessage(ctx, short)); err != nil {
			b.Fatal(err)
		}
	}
	if each := b.Elapsed() / time.Duration(b.N); each > 100*time.Microsecond {
		b.Errorf("a call took %v, want at most 0.1 ms", each)
	}
}

// BenchmarkBulkCall is a call with 1,000 items over its use case, as ServeStdio makes it.
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
	for name, lift := range map[string]func(context.Context, json.RawMessage) (context.Context, json.RawMessage){
		"lifted": tools.LiftArguments,
		"as mcp-go reads it": func(ctx context.Context, message json.RawMessage) (context.Context, json.RawMessage) {
			return ctx, message
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(message)))
			for b.Loop() {
				ctx, short := lift(b.Context(), message)
				if _, err := json.Marshal(s.MCP().HandleMessage(ctx, short)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
