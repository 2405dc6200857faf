package hook

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// TestPayload reads JSON whole and in single bytes.
func TestPayload(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789", 20_000)
	for text, want := range map[string]payload{
		``:   {},
		`{}`: {},
		`{"session_id":"a","prompt":"b\n\"c\" \u00e9\ud83d\ude42\ud83d \\ \/","user_email":"x"}`: {"session_id": "a", "prompt": "b\n\"c\" é🙂� \\ /"},
		`{"tool_input":{"command":"ls","file_path":7},"tool_response":{"stdout":"x","big":{"a":[{}]}}}`: {
			"tool_input.command": "ls", "tool_input.file_path": "7", "tool_response.stdout": "x",
		},
		`{"background_tasks":[],"workspace_roots":["/a","/b"]}`:                      {"workspace_roots[]": "/a"},
		`{"background_tasks":[{"id":"x"},{}],"cwd":null,"is_interrupt":true}`:        {"background_tasks[]": "{}", "is_interrupt": "true"},
		`{"o":{"parts":[{"text":"a"},{"type":"file"},{"text":"b"}]}}`:                {"o.parts[].text": "a\nb"},
		`{"tool_response":"x","session_id":"cut of`:                                  {"tool_response": "x"},
		`{"session_id":"a","prompt":"cut of`:                                         {"session_id": "a", "prompt": "cut of"},
		`{"session_id":"a" "prompt":"b"}`:                                            {"session_id": "a", "prompt": "b"},
		`{"session_id":"a",nonsense`:                                                 {"session_id": "a"},
		`{"session_id":"` + long + `","prompt":"p` + long + `","cwd":"/x"}`:          {"prompt": ("p" + long)[:maxText], "cwd": "/x"},
		`{"tool_response":"` + long + `end"}`:                                        {"tool_response": (long + "end")[len(long)+3-maxText:]},
		`{"other":"` + strings.Repeat(`\\\"`, 50_000) + `","cwd":"/x"}`:              {"cwd": "/x"},
		`{"other":` + strings.Repeat(`[{"a":"]}"},`, 9000) + `"cwd":"/x"}`:           {},
		`{"toolArgs":"{\"command\":\"ls\"}"}`:                                        {"toolArgs": `{"command":"ls"}`, "toolArgs.command": "ls"},
		`[{"session_id":"a"}]`:                                                       {},
		`"session_id"`:                                                               {},
		`{"session_id":"first","session_id":"second","tool_input":[["x"],{"a":{}}]}`: {"session_id": "first"},
	} {
		for name, in := range map[string]io.Reader{"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text))} {
			if diff := cmp.Diff(want, readPayload(in)); diff != "" {
				t.Errorf("%s, %.80s: %s", name, text, diff)
			}
		}
	}
}

// FuzzPayload compares with encoding/json what both can read.
func FuzzPayload(f *testing.F) {
	f.Add([]byte(`{"session_id":"a","prompt":"b\u0041","tool_input":{"command":"c"},"o":{"parts":[{"text":"d"}]}}`))
	f.Add([]byte(`{"hook_event_name":"Stop","background_tasks":[{}],"tool_response":{"stdout":"\ud800"}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		got := readPayload(strings.NewReader(string(raw)))
		for path, value := range got {
			if _, is := wanted[path]; !is || len(value) > 2*maxText {
				t.Errorf("%s has %d bytes", path, len(value))
			}
		}
		var all map[string]any
		if !utf8.Valid(raw) || json.Unmarshal(raw, &all) != nil || strings.Count(string(raw), "prompt") > 1 || strings.Contains(string(raw), `\b`) || strings.Contains(string(raw), `\f`) {
			return
		}
		if text, is := all["prompt"].(string); is && len(text) < maxText && strings.Contains(string(raw), `"prompt"`) && got["prompt"] != text {
			t.Errorf("%q is %q", text, got["prompt"])
		}
	})
}
