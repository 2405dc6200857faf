package tools_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"plotline/graph/graphtest"
	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

// told returns what a call of a tool answered: its result, or the text of its error.
func told(t *testing.T, send sender, tool, args string) string {
	t.Helper()
	var answer struct{ Result called }
	raw := send("tools/call", tool, `,"arguments":`+args)
	if err := json.Unmarshal([]byte(raw), &answer); err != nil || len(answer.Result.Content) != 1 {
		t.Fatalf("%s %s: %.2000s", tool, args, raw)
	}
	return answer.Result.text(t)
}

// TestGivenArguments checks over every transport what counts as an argument. Unknown names are refused although no
// schema says so.
func TestGivenArguments(t *testing.T) {
	t.Parallel()
	const unknownInEpisode = `"details":"unknown argument 'episodes[0].rewrd'; valid: query, reward, `
	tests := []struct{ name, tool, args, want string }{
		{"an unknown name", "create_episode", `{"query":"q","reward":1,"rewrd":1}`, `"details":"unknown argument 'rewrd'; valid: query, `},
		{"an unknown name in a list", "create_episodes", `{"episodes":[{"query":"q","reward":1,"rewrd":1}]}`, unknownInEpisode},
		{"an unknown name in a text", "create_episodes", `{"episodes":"[{\"query\":\"q\",\"reward\":1,\"rewrd\":1}]"}`, unknownInEpisode},
		{
			"an unknown name in another list", "create_episodes", `{"episodes":[{"query":"q","reward":1}],"relationships":[{"frm":"#0"}]}`,
			`"details":"unknown argument 'relationships[0].frm'; valid: from, to, `,
		},
		{"the names of n8n in a list", "create_episodes", `{"episodes":[{"query":"q","reward":1,"action":1}]}`, `"details":"unknown argument 'episodes[0].action'`},
		{"the names of n8n", "create_episode", `{"query":"q","reward":1,"toolCallId":"x","sessionId":"x","action":"x","chatInput":{}}`, `"message":"Episode created`},
		{"texts with JSON", "create_episode", `{"query":"q","reward":1,"tags":"[\"a\"]","metadata":"{\"k\":1.50}"}`, `"message":"Episode created`},
		{"texts with JSON in a list", "create_episodes", `{"episodes":[{"query":"q","reward":1,"metadata":"{}"}]}`, `"count":1`},
		{"a text in a text", "create_episode", `{"query":"q","reward":1,"metadata":"\"{}\""}`, `"details":"metadata must be an object"`},
		{"a text that is no list", "create_episode", `{"query":"q","reward":1,"tags":"a, b"}`, `"details":"tags must be a list of strings"`},
		{"empty strings", "list_episodes", `{"since":"","until":"","min_reward":"","tags":"","limit":"","cursor":""}`, `"limit":50`},
		{"an empty string for a required one", "create_episode", `{"query":"","reward":1}`, `"details":"query is required"`},
	}
	for name, open := range transports() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			send := open(t, newServer(tools.All(deps(t, graphtest.NewModel()))...))
			for _, test := range tests {
				if got := told(t, send, test.tool, test.args); !strings.Contains(got, test.want) {
					t.Errorf("%s: got %s, want %s", test.name, got, test.want)
				}
			}
		})
	}
}

// strictOver are the ways in which a client gets strict schemas.
func strictOver() map[string]func(t *testing.T) sender {
	model := func(t *testing.T, form tools.Schemas) *tools.Server {
		t.Helper()
		cfg := config(tools.All(deps(t, graphtest.NewModel()))...)
		cfg.Schemas = form
		return tools.New(cfg)
	}
	ways := map[string]func(t *testing.T) sender{}
	for name, open := range transports() {
		ways[name] = func(t *testing.T) sender { t.Helper(); return open(t, model(t, tools.Strict)) }
	}
	for _, era := range eras() {
		ways["query, "+era] = func(t *testing.T) sender {
			t.Helper()
			site := serve(t, model(t, tools.Standard), streamhttp.Config{}).asking("?schema=strict")
			if era == "2026-07-28" {
				return func(method, name, more string) string {
					return site.send(http.MethodPost, request(method, name, more+","+modernMeta), modernHeaders(method, name)...).body
				}
			}
			session := site.begin()
			return func(method, name, more string) string {
				return site.send(http.MethodPost, request(method, name, more), session...).body
			}
		}
	}
	return ways
}

// TestStrictSchemas checks that strict clients can use every listed schema, and that null then changes nothing.
func TestStrictSchemas(t *testing.T) {
	t.Parallel()
	for name, open := range strictOver() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			send := open(t)
			var list struct {
				Result struct {
					Tools []struct {
						Name        string         `json:"name"`
						InputSchema map[string]any `json:"inputSchema"`
					} `json:"tools"`
				} `json:"result"`
			}
			if err := json.Unmarshal([]byte(send("tools/list", "", "")), &list); err != nil || len(list.Result.Tools) < 40 {
				t.Fatalf("%d tools, %v", len(list.Result.Tools), err)
			}
			for _, tool := range list.Result.Tools {
				checkStrict(t, tool.Name, tool.InputSchema)
			}
			const made = `{"query":"q","reward":0.5,"name":"n","reflection":"r","tags":["t"],"metadata":"{\"k\":1.50}","created_at":null,"idempotency_key":null}`
			if got := told(t, send, "create_episode", made); !strings.Contains(got, `"name":"n"`) {
				t.Fatal(got)
			}
			const unchanged = `"name":"n","query":"q","reflection":"r","reward":0.5,"tags":["t"],"metadata":{"k":1.50}`
			if got := told(t, send, "update_episode", `{"episode_id":"1","name":null,"query":null,"reflection":null,"reward":null,"tags":null,"metadata":null,"expected_updated_at":null}`); !strings.Contains(got, unchanged) {
				t.Errorf("null changed something: %s", got)
			}
			if got := told(t, send, "update_episode", `{"episode_id":"1","tags":[],"metadata":"{}"}`); strings.Contains(got, `"tags"`) || !strings.Contains(got, `"metadata":{}`) {
				t.Errorf("not emptied: %s", got)
			}
		})
	}
}

// checkStrict checks the rules of OpenAI's strict mode: every object lists and requires all its properties, and bounds
// and defaults, which some providers refuse, are absent.
func checkStrict(t *testing.T, at string, schema map[string]any) {
	t.Helper()
	for word := range schema {
		if !slices.Contains([]string{"type", "description", "enum", "items", "properties", "required", "additionalProperties"}, word) {
			t.Errorf("%s has %s", at, word)
		}
	}
	kinds, isList := schema["type"].([]any)
	if !isList {
		kinds = []any{schema["type"]}
	}
	if enum, has := schema["enum"].([]any); has && slices.Contains(enum, nil) != slices.Contains(kinds, any("null")) {
		t.Errorf("%s: the enum %v does not fit %v", at, enum, kinds)
	}
	if items, is := schema["items"].(map[string]any); is != slices.Contains(kinds, any("array")) {
		t.Errorf("%s: items %v of %v", at, items, kinds)
	} else if is {
		checkStrict(t, at+"[]", items)
	}
	if !slices.Contains(kinds, any("object")) {
		return
	}
	fields, closed := schema["properties"].(map[string]any)
	if !closed || schema["additionalProperties"] != false {
		t.Errorf("%s allows other properties", at)
	}
	required, listed := schema["required"].([]any)
	if !listed || len(required) != len(fields) {
		t.Errorf("%s requires %v of %d properties", at, required, len(fields))
	}
	for name, field := range fields {
		checkStrict(t, at+"."+name, field.(map[string]any))
	}
}

// TestUnknownSchemaByQuery checks that a wrong query is refused before a session begins.
func TestUnknownSchemaByQuery(t *testing.T) {
	t.Parallel()
	s := choosy(t, false)
	for name, got := range map[string]replied{
		"initialize": s.asking("?schema=loose").send(http.MethodPost, hello),
		"tools/list": s.asking("?schema=loose").list("2026-07-28", "tools"),
	} {
		if want := "unknown schema 'loose'; valid: standard, strict"; got.status != http.StatusBadRequest || !strings.Contains(got.body, want) {
			t.Errorf("%s: got %d %s, want %s", name, got.status, got.body, want)
		}
	}
	for query, want := range map[string]bool{"": false, "?schema=": false, "?schema=standard": false, "?toolsets=media&schema=strict": true} {
		if got := s.asking(query).list("2026-07-28", "tools").body; strings.Contains(got, `"additionalProperties"`) != want {
			t.Errorf("%q: %.500s", query, got)
		}
	}
	const how = "or connect to /mcp?toolsets=episodes,relationships,media&schema=strict"
	got := s.asking("?schema=strict").caller("2026-07-28")("list-media-folders", `,"arguments":{}`).body
	if !strings.Contains(strings.ReplaceAll(got, `\u0026`, "&"), how) {
		t.Errorf("got %s, want %s", got, how)
	}
}
