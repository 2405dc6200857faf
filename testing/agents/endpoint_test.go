package agents

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// step is what the made-up model does next. It has one of these, and may have hold.
type step struct {
	shell string // run a command, with COMMIT for the endpoint's commit
	read  string // read a file: Claude Code edits no file that it has not read
	edit  edit   // replace a text in a file
	task  string // give a prompt to a subagent that works in the background, of Claude Code only
	say   string // answer, and end the task
	hold  string // wait before it, until the project has this file
}

type edit struct{ file, from, to string }

// endpoint is a made-up model with the APIs of Anthropic (Messages), OpenAI (Responses, Chat Completions) and Google (generateContent). It finds
// the script of a prompt by its text, and counts the results of tools since.
type endpoint struct {
	url     string
	project string
	scripts map[string][]step
	commit  string // changes only between sessions

	mu       sync.Mutex
	requests []string // the bodies of requests to the model
	calls    int
}

func newEndpoint(t *testing.T, project string, scripts map[string][]step) *endpoint {
	t.Helper()
	e := &endpoint{project: project, scripts: scripts}
	server := httptest.NewServer(http.HandlerFunc(e.serve))
	t.Cleanup(server.Close)
	e.url = server.URL
	return e
}

// taken returns the requests since the last call.
func (e *endpoint) taken() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := e.requests
	e.requests = nil
	return all
}

// waitFor waits for a request that has a text.
func (e *endpoint) waitFor(t *testing.T, text string) {
	t.Helper()
	eventually(t, "a request with "+text, func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return slices.ContainsFunc(e.requests, func(r string) bool { return strings.Contains(r, text) })
	})
}

// said is a part of a conversation: what the person says, or the result of a tool.
type said struct {
	text   string
	result bool
}

// next returns the next step of a conversation.
func (e *endpoint) next(talk []said) step {
	at, script := -1, []step(nil)
	for i, s := range talk {
		for prompt, steps := range e.scripts {
			if !s.result && strings.Contains(s.text, prompt) {
				at, script = i, steps
			}
		}
	}
	if script == nil {
		return step{say: "ok"}
	}
	done := 0
	for _, s := range talk[at:] {
		if s.result {
			done++
		}
	}
	s := script[min(done, len(script)-1)]
	if s.hold != "" {
		awaitFile(filepath.Join(e.project, s.hold))
	}
	return s
}

// awaitFile waits for a file, for a minute at most.
func awaitFile(path string) {
	const tries, pause = 300, 200 * time.Millisecond
	for range tries {
		if isFile(path) {
			return
		}
		time.Sleep(pause)
	}
}

func (e *endpoint) serve(w http.ResponseWriter, r *http.Request) {
	raw, err := body(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	path := strings.TrimSuffix(r.URL.Path, "/")
	switch {
	case r.Method != http.MethodPost:
		reply(w, map[string]any{"object": "list", "data": []any{}, "models": []any{}})
	case strings.HasSuffix(path, "/count_tokens"), strings.HasSuffix(path, ":countTokens"):
		reply(w, map[string]any{"input_tokens": 10, "totalTokens": 10})
	case strings.HasSuffix(path, "/messages"):
		e.anthropic(w, raw)
	case strings.HasSuffix(path, "/chat/completions"):
		e.chat(w, raw)
	case strings.HasSuffix(path, "/responses"):
		e.responses(w, raw)
	case strings.Contains(path, "enerateContent"):
		e.gemini(w, raw, strings.Contains(path, ":stream"))
	default:
		reply(w, map[string]any{})
	}
}

// body reads a request that may be compressed.
func body(r *http.Request) ([]byte, error) {
	switch r.Header.Get("Content-Encoding") {
	case "gzip":
		zipped, err := gzip.NewReader(r.Body)
		if err != nil {
			return nil, err
		}
		return io.ReadAll(zipped)
	case "zstd":
		unzip := exec.CommandContext(r.Context(), "zstd", "-dc") //nolint:gosec // it decodes what the test's client sends
		unzip.Stdin = r.Body
		return unzip.Output()
	}
	return io.ReadAll(r.Body)
}

// asked decodes a request, and keeps it if it is one of the conversation: clients also ask for titles, without tools.
func (e *endpoint) asked(raw []byte, into any, tools func() int) (id string) {
	_ = json.Unmarshal(raw, into)
	e.mu.Lock()
	defer e.mu.Unlock()
	if tools() > 0 {
		e.requests = append(e.requests, string(raw))
	}
	e.calls++
	return fmt.Sprintf("made_up_%d", e.calls)
}

// tool returns the client's tool for a step, and its arguments. The name is empty for an answer.
func (e *endpoint) tool(s step, tools []string) (name string, args map[string]any) {
	first := func(names ...string) string {
		for _, n := range names {
			if slices.Contains(tools, n) {
				return n
			}
		}
		return ""
	}
	has := func(name string) bool { return slices.Contains(tools, name) }
	if s.edit.file != "" {
		file := e.project + "/" + s.edit.file
		switch name := first("Edit", "replace", "edit"); {
		case name == "replace":
			return name, map[string]any{"file_path": file, "old_string": s.edit.from, "new_string": s.edit.to, "instruction": "repair it"}
		case name == "edit" && has("view"): // Copilot CLI
			return name, map[string]any{"path": file, "old_str": s.edit.from, "new_str": s.edit.to}
		case name == "edit" && has("bash"): // opencode
			return name, map[string]any{"filePath": file, "oldString": s.edit.from, "newString": s.edit.to}
		case name != "":
			return name, map[string]any{"file_path": file, "old_string": s.edit.from, "new_string": s.edit.to}
		}
		s.shell = fmt.Sprintf("apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: %s\n@@\n-%s\n+%s\n*** End Patch\nEOF", s.edit.file, s.edit.from, s.edit.to)
	}
	if s.task != "" {
		return first("Agent", "Task"), map[string]any{
			"description": "look around", "prompt": s.task, "subagent_type": "general-purpose", "run_in_background": true,
		}
	}
	if s.read != "" {
		file := e.project + "/" + s.read
		switch name := first("Read", "read_file", "read", "view"); name {
		case "":
		case "read":
			return name, map[string]any{"filePath": file}
		case "view":
			return name, map[string]any{"path": file}
		default:
			return name, map[string]any{"file_path": file}
		}
		s.shell = "cat " + s.read
	}
	if s.shell == "" {
		return "", nil
	}
	s.shell = strings.ReplaceAll(s.shell, "COMMIT", e.commit)
	switch name := first("Bash", "run_shell_command", "bash", "exec_command", "shell_command", "shell"); name {
	case "exec_command":
		return name, map[string]any{"cmd": s.shell}
	case "shell":
		return name, map[string]any{"command": []string{"bash", "-lc", s.shell}}
	default:
		args := map[string]any{"command": s.shell, "description": "run a command"}
		if name == "run_shell_command" && has("edit") {
			args["is_background"] = false // Qwen Code wants to be told
		}
		return name, args
	}
}

func (e *endpoint) anthropic(w http.ResponseWriter, raw []byte) {
	var asked struct {
		Model    string
		Stream   bool
		Tools    []struct{ Name string }
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
	}
	id := e.asked(raw, &asked, func() int { return len(asked.Tools) })
	var talk []said
	tools := make([]string, 0, len(asked.Tools))
	for _, m := range asked.Messages {
		if m.Role == "user" {
			talk = append(talk, parts(m.Content, "text", "tool_result")...)
		}
	}
	for _, t := range asked.Tools {
		tools = append(tools, t.Name)
	}
	s := e.next(talk)
	if len(tools) == 0 {
		s = step{say: `{"title":"A title"}`}
	}
	usage := map[string]any{"input_tokens": 100, "output_tokens": 1}
	block, delta, stop := map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": s.say}, "end_turn"
	if name, args := e.tool(s, tools); name != "" {
		block = map[string]any{"type": "tool_use", "id": "toolu_" + id, "name": name, "input": map[string]any{}}
		delta = map[string]any{"type": "input_json_delta", "partial_json": string(encode(args))}
		stop = "tool_use"
	}
	message := map[string]any{
		"id": "msg_" + id, "type": "message", "role": "assistant", "model": asked.Model, "content": []any{}, "stop_reason": nil, "stop_sequence": nil, "usage": usage,
	}
	if !asked.Stream {
		message["content"], message["stop_reason"] = []any{map[string]any{"type": "text", "text": s.say}}, "end_turn"
		reply(w, message)
		return
	}
	events(w, true,
		map[string]any{"type": "message_start", "message": message},
		map[string]any{"type": "content_block_start", "index": 0, "content_block": block},
		map[string]any{"type": "content_block_delta", "index": 0, "delta": delta},
		map[string]any{"type": "content_block_stop", "index": 0},
		map[string]any{"type": "message_delta", "delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": map[string]any{"output_tokens": 20}},
		map[string]any{"type": "message_stop"})
}

func (e *endpoint) responses(w http.ResponseWriter, raw []byte) {
	var asked struct {
		Tools []struct{ Name, Type string }
		Input []struct {
			Type, Role string
			Content    json.RawMessage
		}
	}
	id := e.asked(raw, &asked, func() int { return len(asked.Tools) })
	var talk []said
	tools := make([]string, 0, len(asked.Tools))
	for _, m := range asked.Input {
		switch {
		case strings.HasSuffix(m.Type, "_output"):
			talk = append(talk, said{result: true})
		case m.Role == "user":
			talk = append(talk, parts(m.Content, "input_text", "")...)
		}
	}
	for _, t := range asked.Tools {
		tools = append(tools, t.Name)
	}
	s := e.next(talk)
	item := map[string]any{
		"type": "message", "id": "msg_" + id, "role": "assistant",
		"content": []any{map[string]any{"type": "output_text", "text": s.say, "annotations": []any{}}},
	}
	if name, args := e.tool(s, tools); name != "" {
		item = map[string]any{"type": "function_call", "id": "fc_" + id, "call_id": "call_" + id, "name": name, "arguments": string(encode(args))}
	}
	usage := map[string]any{
		"input_tokens": 10, "input_tokens_details": map[string]any{"cached_tokens": 0},
		"output_tokens": 5, "output_tokens_details": map[string]any{"reasoning_tokens": 0}, "total_tokens": 15,
	}
	events(w, true,
		map[string]any{"type": "response.created", "response": map[string]any{"id": id, "status": "in_progress", "output": []any{}}},
		map[string]any{"type": "response.output_item.added", "output_index": 0, "item": item},
		map[string]any{"type": "response.output_item.done", "output_index": 0, "item": item},
		map[string]any{"type": "response.completed", "response": map[string]any{"id": id, "status": "completed", "output": []any{item}, "usage": usage}})
}

func (e *endpoint) gemini(w http.ResponseWriter, raw []byte, stream bool) {
	var asked struct {
		Tools    []struct{ FunctionDeclarations []struct{ Name string } }
		Contents []struct {
			Role  string
			Parts []struct {
				Text             string
				FunctionResponse json.RawMessage
			}
		}
	}
	e.asked(raw, &asked, func() int { return len(asked.Tools) })
	var talk []said
	var tools []string
	for _, m := range asked.Contents {
		for _, p := range m.Parts {
			if m.Role != "model" {
				talk = append(talk, said{p.Text, p.FunctionResponse != nil})
			}
		}
	}
	for _, t := range asked.Tools {
		for _, f := range t.FunctionDeclarations {
			tools = append(tools, f.Name)
		}
	}
	s := e.next(talk)
	if len(tools) == 0 {
		s = step{say: `{"next_speaker":"user","reasoning":"x","complexity_score":10,"complexity_reasoning":"x","model_choice":"flash"}`}
	}
	part := map[string]any{"text": s.say}
	if name, args := e.tool(s, tools); name != "" {
		part = map[string]any{"functionCall": map[string]any{"name": name, "args": args}}
	}
	answer := map[string]any{
		"candidates":    []any{map[string]any{"content": map[string]any{"role": "model", "parts": []any{part}}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": map[string]any{"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}, "modelVersion": "made-up",
	}
	if stream {
		events(w, false, answer)
		return
	}
	reply(w, answer)
}

// parts returns what a content says: a text, or a list of texts and results of tools.
func parts(content json.RawMessage, text, result string) []said {
	var whole string
	if json.Unmarshal(content, &whole) == nil {
		return []said{{text: whole}}
	}
	var list []struct{ Type, Text string }
	_ = json.Unmarshal(content, &list)
	var all []said
	for _, p := range list {
		if p.Type == text || p.Type == result {
			all = append(all, said{p.Text, p.Type == result})
		}
	}
	return all
}

func encode(value any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value)
	return bytes.TrimSpace(text.Bytes())
}

func reply(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(encode(value))
}

// events writes server-sent events. Named ones have the type of the value as their name.
func events(w http.ResponseWriter, named bool, values ...map[string]any) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, value := range values {
		if named {
			_, _ = fmt.Fprintf(w, "event: %s\n", value["type"])
		}
		_, _ = fmt.Fprintf(w, "data: %s\n\n", encode(value))
	}
}
