package tools_test

import (
	"net/http"
	"strings"
	"testing"

	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

// TestProtocolErrorsArePlain checks that protocol errors name the value and what to do, and keep the protocol's
// codes.
func TestProtocolErrorsArePlain(t *testing.T) {
	t.Parallel()
	all := allTools(t)
	cfg := config(all...)
	cfg.Toolsets = []tools.Toolset{tools.Episodes, tools.Plans}
	s := tools.New(cfg)
	p := dial(t, s)
	site := serve(t, s, streamhttp.Config{})
	for _, era := range []string{"2025-11-25", "2026-07-28"} {
		if got := site.caller(era)("getEpisode", `,"arguments":{}`).body; !strings.Contains(got, "did you mean get_episode") {
			t.Errorf("HTTP, %s: %s", era, got)
		}
	}
	for _, c := range []struct {
		params  string
		headers []string
	}{
		{`"cursor":"eA=="`, site.begin()},
		{`"cursor":"eA==",` + modernMeta, modernHeaders("tools/list", "")},
	} {
		got := site.send(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{`+c.params+`}}`, c.headers...)
		if !strings.Contains(got.body, `-32602,"message":"cursor 'eA==' is unknown`) {
			t.Errorf("HTTP: %d %s", got.status, got.body)
		}
	}
	for _, test := range []struct {
		request, want string
	}{
		{`"method":"tools/call","params":{"name":"create_episod"}`, "tool 'create_episod' not found; did you mean create_episode, create_episodes"},
		{`"method":"tools/call","params":{"name":"getEpisode"}`, "did you mean get_episode"},
		{`"method":"tools/call","params":{"name":"find_related_episodes"}`, "tool 'find_related_episodes' is switched off: it belongs to the toolset 'relationships'; start the server with --toolsets episodes,plans,relationships\""},
		{`"method":"tools/call","params":{"name":"zzz"}`, "tool 'zzz' not found; tools/list"},
		{`"method":"prompts/get","params":{"name":"zzz"}`, "prompt 'zzz' not found; prompts/list"},
		{`"method":"prompts/get","params":{"name":"record_after_acting"}`, `prompt 'record_after_acting' without its required argument 'task'"`},
		{`"method":"prompts/get","params":{"name":"review_plan","arguments":{"plan":"x"}}`, `prompt 'review_plan' with an argument 'plan' besides task_id'"`},
		{`"method":"resources/read","params":{"uri":"plotline://nothing"}`, "Resource not found: plotline://nothing; resources/list"},
		{`"method":"tools/list","params":{"cursor":"!"}`, "-32602,\"message\":\"cursor '!' is unknown: this server lists everything in one page"},
		{`"method":"tools/list","params":{"cursor":"eA=="}`, "cursor 'eA==' is unknown"},
		{`"method":"prompts/list","params":{"cursor":"eA=="}`, "cursor 'eA==' is unknown"},
		{`"method":"resources/list","params":{"cursor":"eA=="}`, "cursor 'eA==' is unknown"},
		{`"method":"resources/templates/list","params":{"cursor":"eA=="}`, "cursor 'eA==' is unknown"},
		{`"method":"tools/call","params":{"name":"episode_search"}`, "did you mean search_episodes"},
		{`"method":"tools/call","params":{}`, "params.name of tools/call is required"},
		{`"method":"tools/call","params":[]`, "params of tools/call must be an object, not a list"},
		{`"method":"tools/call","params":{"name":7}`, "params.name of tools/call must be a string, not a number"},
		{`"method":"tools/call","params":{"name":"get_episode","_meta":7}`, "params._meta of tools/call must be an object, not a number"},
		{`"method":"tools/call","params":{"name":"get_episode","task":7}`, "params.task of tools/call must be an object, not a number"},
		{`"method":"tools/call","params":{"name":"get_episode","inputResponses":7}`, "params.inputResponses of tools/call must be an object, not a number"},
		{`"method":"prompts/get","params":{"name":"record_after_acting","arguments":[]}`, "params.arguments of prompts/get must be an object, not a list"},
		{`"method":"prompts/get","params":{"name":"record_after_acting","arguments":{"task":7}}`, "of prompts/get must be a string, not a number"},
		{`"method":"prompts/get"`, "params.name of prompts/get is required"},
		{`"method":"resources/read","params":{"uri":7}`, "params.uri of resources/read must be a string, not a number"},
		{`"method":"resources/read"`, "params.uri of resources/read is required"},
		{`"method":"resources/subscribe","params":{"uri":7}`, "params.uri of resources/subscribe must be a string, not a number"},
		{`"method":"resources/list","params":{"cursor":7}`, "params.cursor of resources/list must be a string, not a number"},
		{`"method":"completion/complete","params":{"ref":{"type":"ref/x"},"argument":{"name":"a","value":"b"}}`, "ref of completion/complete must be"},
		{`"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"x"},"argument":7}`, "params.argument of completion/complete must be an object, not a number"},
		{`"method":"logging/setLevel","params":{"level":"info"}`, "send initialize first"},
		{`"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`, ""},
		{`"method":"logging/setLevel","params":{"level":"loud"}`, "level must be one of debug, info"},
		{`"method":"logging/setLevel","params":{"level":7}`, "params.level of logging/setLevel must be a string, not a number"},
		{`"method":"initialize","params":{"protocolVersion":7}`, "params.protocolVersion of initialize must be a string, not a number"},
		{`"method":"ping","params":[]`, "params of ping must be an object, not a list"},
		{`"method":"nothing"`, "Method 'nothing' not found"},
	} {
		p.send(`{"jsonrpc":"2.0","id":1,` + test.request + `}`)
		got := p.receive()
		if !strings.Contains(got, test.want) || strings.Contains(got, `"error"`) == (test.want == "") {
			t.Errorf("%s\ngot  %s\nwant %s", test.request, got, test.want)
		}
		if test.want == "" {
			continue
		}
		for _, foreign := range []string{"handler not found", "base64", ": prompt not found", ": tool not found", ": resource not found", "json:", "Go ", "mcp.", "unparsable"} {
			if strings.Contains(got, foreign) {
				t.Errorf("%s: leaks %q: %s", test.request, foreign, got)
			}
		}
	}
}
