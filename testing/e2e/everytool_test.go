package e2e_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestEveryTool sends the calls of TestTypeScriptSDK as plain messages, without Node.
func TestEveryTool(t *testing.T) {
	t.Parallel()
	for _, where := range stores() {
		t.Run(where.name, func(t *testing.T) {
			t.Parallel()
			args, env := where.open(t)
			s := serve(t, env, args...)
			saved := map[string]string{}
			for _, step := range everyTool() {
				step.check(t, s.take(step, saved))
			}
		})
	}
}

// take performs a step. "${name}" stands for a value that an earlier step saved.
func (s *server) take(st step, saved map[string]string) answer {
	s.t.Helper()
	filled := func(text string) string { return os.Expand(text, func(name string) string { return saved[name] }) }
	method, params := "tools/call", map[string]any{
		"name": st.Call + st.Prompt, "arguments": json.RawMessage(filled(string(encode(s.t, st.Arguments)))),
	}
	switch {
	case st.Read != "":
		method, params = "resources/read", map[string]any{"uri": filled(st.Read)}
	case st.Prompt != "":
		method = "prompts/get"
	}
	_, pending := s.begin(method, params)
	m := s.receive(pending)
	got := answer{Error: string(m.Error)}
	if m.Error == nil {
		if err := json.Unmarshal(m.Result, &got.Result); err != nil {
			s.t.Fatalf("%v in %s", err, m.Result)
		}
	}
	for name, path := range st.Save {
		saved[name] = found(s.t, encode(s.t, got.Result.StructuredContent), path)
	}
	return got
}

// found returns the text at a path such as episodes.0.episode_id.
func found(t *testing.T, raw []byte, path string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		t.Fatal(err)
	}
	for part := range strings.SplitSeq(path, ".") {
		switch here := value.(type) {
		case map[string]any:
			value = here[part]
		case []any:
			if i, err := strconv.Atoi(part); err == nil && i < len(here) {
				value = here[i]
			}
		}
	}
	text, is := value.(string)
	if !is {
		t.Fatalf("%s of %s is no text", path, raw)
	}
	return text
}
