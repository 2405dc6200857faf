package golden_test

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"plotline/testing/kit/expect"
)

// script are the calls to run: each operation with success and with all its errors.
//
//go:embed testdata/script.json
var script []byte

// step is a call of a tool, or of a route by its operation id. A text ${name} in its arguments is a value
// that an earlier step saved.
type step struct {
	Tool, Route string
	Arguments   json.RawMessage
	As          string            // the caller: "" is an admin; or reader, elsewhere, nobody, stranger
	Save        map[string]string // name to a path in the result: "episodes.0.episode_id"
}

// hidden are the tools that are not listed.
var hidden = []string{"analyzeImage"}

// play calls every tool without arguments and with an unknown one, and then runs the script.
func (w *world) play() {
	w.t.Helper()
	steps := make([]step, 0, 200)
	for _, tool := range slices.Concat(w.toolNames(), hidden) {
		for _, args := range []string{`{}`, `{"nonsense":1}`} {
			steps = append(steps, step{Tool: tool, Arguments: json.RawMessage(args)})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(w.operations)) {
		nothing := map[string]string{}
		for _, name := range w.operations[id].InPath {
			nothing[name] = "x"
		}
		steps = append(steps, step{Route: id, Arguments: json.RawMessage(compact(nothing))})
	}
	var written []step
	if err := json.Unmarshal(script, &written); err != nil {
		w.t.Fatal(err)
	}
	for _, s := range append(steps, written...) {
		w.step(s)
	}
}

func (w *world) toolNames() []string {
	w.t.Helper()
	tools := w.list(w.members(w.tools), "tools")
	names := make([]string, 0, len(tools))
	for _, tool := range tools {
		name, _ := tool["name"].(string)
		names = append(names, name)
	}
	return names
}

// step runs one step and records the result.
func (w *world) step(s step) {
	w.t.Helper()
	args := string(s.Arguments)
	for name, value := range w.saved {
		args = strings.ReplaceAll(args, "${"+name+"}", value)
	}
	if strings.Contains(args, "${") {
		w.t.Fatalf("a name in %s is not known", args)
	}
	var result []byte
	if s.Tool != "" {
		result = w.callTool(s, args)
	} else {
		result = w.callRoute(s, args)
	}
	for name, place := range s.Save {
		w.saved[name] = expect.TextAt(w.t, result, place)
	}
}

// callTool records the result of a tool: the member names in order, or the error.
func (w *world) callTool(s step, args string) (result []byte) {
	w.t.Helper()
	got := w.mcp("tools/call", `{"name":`+quoted(s.Tool)+`,"arguments":`+args+`}`, s.Tool, w.as(s.As))
	m, err := read(got.body)
	if err != nil {
		w.t.Fatalf("%s: %v, %s", s.Tool, err, got.body)
	}
	if m.Error != nil {
		w.note("tool %s: JSON-RPC %d %s %s", s.Tool, m.Error.Code, quoted(redact(m.Error.Message)), redact(compact(m.Error.Data)))
		return nil
	}
	var called struct {
		IsError    bool            `json:"isError"`
		Structured json.RawMessage `json:"structuredContent"`
		Content    []struct{ Type, Text string }
		Meta       map[string]json.RawMessage `json:"_meta"`
	}
	if err := json.Unmarshal(m.Result, &called); err != nil || len(called.Content) != 1 {
		w.t.Fatalf("%s: %v, %s", s.Tool, err, m.Result)
	}
	w.note("tool %s: content %s, _meta %s", s.Tool, called.Content[0].Type, strings.Join(slices.Sorted(maps.Keys(called.Meta)), " "))
	if called.IsError {
		w.noteError("tool "+s.Tool, "", []byte(called.Content[0].Text), "details")
		return nil
	}
	w.note("tool %s: result has %s", s.Tool, strings.Join(namesOf(called.Structured), " "))
	w.noteMessage("tool "+s.Tool, called.Structured)
	return called.Structured
}

// callRoute records the reply of a route: the status, and the member names in order.
func (w *world) callRoute(s step, args string) []byte {
	w.t.Helper()
	operation, known := w.operations[s.Route]
	if !known {
		w.t.Fatalf("no operation is called %s", s.Route)
	}
	path, body, err := operation.Address(json.RawMessage(args))
	if err != nil {
		w.t.Fatal(err)
	}
	got := w.send(operation.Method, path, body, w.as(s.As))
	place := operation.Method + " " + operation.Path
	w.noteHeaders(place, got)
	if got.status >= http.StatusBadRequest {
		w.noteError(place, strconv.Itoa(got.status), got.body, "detail")
		return nil
	}
	w.note("%s: %d %s has %s", place, got.status, got.header.Get("Content-Type"), strings.Join(namesOf(got.body), " "))
	w.noteMessage(place, got.body)
	return got.body
}

// as returns the headers of a caller.
func (w *world) as(who string) map[string]string {
	switch who {
	case "reader":
		return map[string]string{"Authorization": "Bearer " + w.reader}
	case "elsewhere":
		return map[string]string{"Authorization": "Bearer " + w.elsewhere}
	case "nobody":
		return map[string]string{"Authorization": ""}
	case "stranger":
		return map[string]string{"Authorization": "Bearer nonsense"}
	}
	return nil
}

func (w *world) note(format string, args ...any) {
	w.answers = append(w.answers, fmt.Sprintf(format, args...))
}

// noteError records an error: its code, heading and text, and the names of its other members.
func (w *world) noteError(place, status string, raw []byte, details string) {
	w.t.Helper()
	body := w.members(raw)
	text, _ := body[details].(string)
	heading, _ := body["error"].(string)
	words := strings.Fields(fmt.Sprintf("%s %v %s", status, body["code"], heading))
	w.note("%s: %s %s has %s", place, strings.Join(words, " "), quoted(redact(text)), strings.Join(namesOf(raw), " "))
}

// noteMessage records the text that a result has for people.
func (w *world) noteMessage(place string, raw []byte) {
	var result struct{ Message, Hint string }
	_ = json.Unmarshal(raw, &result) // a list has neither
	for _, text := range []string{result.Message, result.Hint} {
		if text != "" {
			w.note("%s: says %s", place, quoted(redact(text)))
		}
	}
}

// namesOf returns the names in a JSON object, in order.
func namesOf(raw []byte) []string {
	decoder := json.NewDecoder(strings.NewReader(string(raw)))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil
	}
	var names []string
	for decoder.More() {
		name, err := decoder.Token()
		var value json.RawMessage
		if err != nil || decoder.Decode(&value) != nil {
			return names
		}
		names = append(names, fmt.Sprint(name))
	}
	return names
}

// The size of the graph after the script's plans and scenes have become episodes, which happens
// asynchronously. A change of the script may change it.
const (
	wantEpisodes      = 18
	wantRelationships = 21
)

// awaitGraph waits for that size.
func (w *world) awaitGraph() {
	w.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		graph := w.members(w.send(http.MethodGet, "/api/v1/graph?max_nodes=500", "", nil).body)
		episodes, relationships := len(w.list(graph, "nodes")), len(w.list(graph, "edges"))
		if episodes == wantEpisodes && relationships == wantRelationships {
			return
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("the graph holds %d episodes and %d relationships, want %d and %d", episodes, relationships, wantEpisodes, wantRelationships)
		}
	}
}
