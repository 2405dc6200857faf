package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"sync/atomic"
	"testing"

	"plotline/graph/graphtest"
	"plotline/internal/fault"
	"plotline/testing/kit/tier"
	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

// TestDataCases runs the contract's data cases over real pipes and sockets. MCP gives the same bytes as the use cases. Each case
// plays over one of the transports, in turn, and over all of them in the full tier.
func TestDataCases(t *testing.T) {
	t.Parallel()
	type caller func(tool string, args json.RawMessage) called
	overHTTP := func(era string) func(*testing.T, *tools.Server) caller {
		return func(t *testing.T, s *tools.Server) caller {
			t.Helper()
			call := serve(t, s, streamhttp.Config{}).caller(era)
			return func(tool string, args json.RawMessage) called {
				if len(args) > 0 {
					args = append([]byte(`,"arguments":`), args...)
				}
				return call(tool, string(args)).called(t)
			}
		}
	}
	transports := []func(*testing.T, *tools.Server) caller{
		func(t *testing.T, s *tools.Server) caller { t.Helper(); return dial(t, s).call },
		overHTTP("2025-11-25"),
		overHTTP("2026-07-28"),
	}
	all := map[string]tools.Tool{}
	for _, tool := range tools.All(deps(t, graphtest.NewModel())) {
		all[tool.Name] = tool
	}
	var begun atomic.Int64
	for first := range tier.Pick(1, len(transports)) {
		t.Run(fmt.Sprintf("turn %d", first+1), func(t *testing.T) {
			t.Parallel()
			graphtest.PlayCases(t, func(t *testing.T) graphtest.Invoke {
				t.Helper()
				turn := begun.Add(1)
				if tier.IsFull() {
					turn = int64(first) // every case over each
				}
				open, workspace := transports[turn%int64(len(transports))], graphtest.Workspace()
				callers := map[string]caller{} // each of a server with one tool: publishing all takes longer than a case
				return func(_ context.Context, t *testing.T, name string, args json.RawMessage) (json.RawMessage, *fault.Error) {
					t.Helper()
					call, is := callers[name]
					if !is {
						cfg := config(all[name])
						cfg.Caller = tools.Workspace(workspace)
						call = open(t, tools.New(cfg))
						callers[name] = call
					}
					result := call(name, args)
					if result.IsError {
						return nil, faultOf(t, name, result.text(t))
					}
					checkText(t, result.text(t), result.Structured)
					return result.Structured, nil
				}
			})
		})
	}
}

// called is the result of a call, decoded from the wire.
type called struct {
	IsError    bool            `json:"isError"`
	Structured json.RawMessage `json:"structuredContent"`
	Content    []struct {
		Text string `json:"text"`
	} `json:"content"`
}

func (r called) text(t *testing.T) string {
	t.Helper()
	if len(r.Content) != 1 || r.IsError == (r.Structured != nil) {
		t.Fatalf("got %+v", r)
	}
	return r.Content[0].Text
}

func (p *peer) call(tool string, args json.RawMessage) called {
	p.t.Helper()
	member := ""
	if len(args) > 0 {
		var line bytes.Buffer
		if err := json.Compact(&line, args); err != nil {
			p.t.Fatal(err)
		}
		member = `,"arguments":` + line.String()
	}
	p.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `"` + member + `}}`)
	var answer struct {
		Result *called `json:"result"`
	}
	if raw := p.receive(); json.Unmarshal([]byte(raw), &answer) != nil || answer.Result == nil {
		p.t.Fatalf("got %s", raw)
	}
	return *answer.Result
}

// faultOf decodes an error from its text.
func faultOf(t *testing.T, tool, raw string) *fault.Error {
	t.Helper()
	var f failed
	extra := map[string]any{}
	if err := json.Unmarshal([]byte(raw), &f); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(raw), &extra); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(extra, func(name string, _ any) bool {
		return name == "error" || name == "details" || name == "tool" || name == "code"
	})
	err := &fault.Error{Code: fault.Code(f.Code), Details: f.Details, Extra: extra}
	if f.Tool != tool || f.Error != err.Title() {
		t.Errorf("%s: got %s", tool, raw)
	}
	return err
}

// checkText checks that the text is the structured result, or the drawing in it.
func checkText(t *testing.T, text string, structured json.RawMessage) {
	t.Helper()
	var drawn struct {
		Graph *string `json:"graph"`
	}
	if err := json.Unmarshal(structured, &drawn); err != nil {
		t.Fatal(err)
	}
	if drawn.Graph != nil && *drawn.Graph == text {
		return
	}
	if !sameJSON(t, structured, text) {
		t.Errorf("text\n%s\nstructured\n%s", text, structured)
	}
}
