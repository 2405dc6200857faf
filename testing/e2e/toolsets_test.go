package e2e_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/fetch"
	"plotline/testing/kit/serving"
)

// oneOfEach has one tool of each toolset, to recognise the toolsets of a list.
var oneOfEach = map[string]string{
	"episodes": "create_episode", "relationships": "add_episode_relationship", "media": "open-media-folder",
	"plans": "proposeRecognizePlan", "scenes": "addScene", "legacy": "beginRenameFilesTask",
}

// toolsetsIn returns the toolsets in the result of tools/list, sorted.
func toolsetsIn(t *testing.T, listing []byte) string {
	t.Helper()
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(listing, &list); err != nil {
		t.Fatalf("%v in %s", err, listing)
	}
	var sets []string
	for set, name := range oneOfEach {
		if slices.ContainsFunc(list.Tools, func(tool struct{ Name string }) bool { return tool.Name == name }) {
			sets = append(sets, set)
		}
	}
	slices.Sort(sets)
	return strings.Join(sets, " ")
}

const noModel = "http://127.0.0.1:1/v1" // never called

// TestAutoToolsets checks that, without --toolsets, the program offers the tools that its other flags make
// useful.
func TestAutoToolsets(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for name, tt := range map[string]struct {
		env, args []string
		want      string
	}{
		"nothing configured": {nil, nil, "episodes relationships"},
		"empty":              {[]string{"PLOTLINE_TOOLSETS="}, []string{"--toolsets", ""}, "episodes relationships"},
		"media root":         {nil, []string{"--media-root", root}, "episodes media plans relationships"},
		"of another":         {nil, []string{"--media-root", "other=" + root}, "episodes media plans relationships"},
		"model":              {[]string{"OPENAI_BASE_URL=" + noModel}, nil, "episodes relationships scenes"},
		"both":               {nil, []string{"--media-root", root, "--ai-base-url", noModel}, "episodes media plans relationships scenes"},
		"auto and more":      {nil, []string{"--toolsets", "auto,legacy", "--media-root", root}, "episodes legacy media plans relationships"},
		"all":                {[]string{"PLOTLINE_TOOLSETS=all"}, nil, "episodes legacy media plans relationships scenes"},
		"a list":             {nil, []string{"--toolsets", "scenes, episodes", "--media-root", root}, "episodes scenes"},
	} {
		s := serve(t, tt.env, append(tt.args, "--store", "embedded", "--data-dir", t.TempDir())...)
		listing, err := s.Request("tools/list", object{})
		if err != nil {
			t.Fatal(err)
		}
		if got := toolsetsIn(t, listing); got != tt.want {
			t.Errorf("%s: got %s, want %s", name, got, tt.want)
		}
	}
}

// TestCallOfDisabledTool checks that calling a tool that is not offered names its toolset and the flag.
func TestCallOfDisabledTool(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "--store", "embedded", "--data-dir", t.TempDir())
	got := s.request("tools/call", object{"name": "addScene", "arguments": object{}})
	const want = "tool 'addScene' is switched off: it belongs to the toolset 'scenes'; start the server with --toolsets episodes,relationships,scenes\""
	if !strings.Contains(string(got.Error), want) {
		t.Errorf("got %s, want %s", got.Error, want)
	}
}

// TestToolsetsInURL checks that an HTTP client may choose among the server's toolsets, but no others.
func TestToolsetsInURL(t *testing.T) {
	t.Parallel()
	served := func(args ...string) *serving.Server {
		return serving.Start(t, binary, nil, append(args, "--store", "embedded", "--data-dir", t.TempDir())...)
	}
	auto := served("--media-root", t.TempDir())
	few := served("--media-root", t.TempDir(), "--toolsets", "episodes,media")
	for _, tt := range []struct {
		server      *serving.Server
		query, want string
	}{
		{auto, "", "episodes media plans relationships"},
		{auto, "?toolsets=legacy,episodes", "episodes legacy"},
		{auto, "?toolsets=all", "episodes legacy media plans relationships"},
		{auto, "?toolsets=scenes", "this server does not offer the toolset 'scenes'"},
		{few, "?toolsets=media", "media"},
		{few, "?toolsets=relationships", "valid: auto, all, episodes, media"},
		{few, "?toolsets=nonsense", "unknown toolset 'nonsense'; valid: auto, all, episodes, media"},
	} {
		got := listOverHTTP(t, tt.server.URL+"/mcp"+tt.query)
		if got.Error == nil {
			if sets := toolsetsIn(t, got.Result); sets != tt.want {
				t.Errorf("%s: got %s, want %s", tt.query, sets, tt.want)
			}
		} else if !strings.Contains(string(got.Error), tt.want) {
			t.Errorf("%s: got %s, want %s", tt.query, got.Error, tt.want)
		}
	}
}

// TestStrictSchemas checks how a client of the program gets strict schemas, and that null then changes nothing.
func TestStrictSchemas(t *testing.T) {
	t.Parallel()
	data := func() []string { return []string{"--store", "embedded", "--data-dir", t.TempDir()} }
	isStrict := func(listing []byte) bool { return strings.Contains(string(listing), `"additionalProperties":false`) }
	for name, tt := range map[string]struct {
		env, args []string
		want      bool
	}{
		"default": {nil, nil, false}, "flag": {nil, []string{"--schema", "strict"}, true}, "environment": {[]string{"PLOTLINE_SCHEMA=strict"}, nil, true},
	} {
		s := serve(t, tt.env, append(tt.args, data()...)...)
		listing, err := s.Request("tools/list", object{})
		if err != nil || isStrict(listing) != tt.want {
			t.Errorf("%s: strict %t, want %t, %v", name, isStrict(listing), tt.want, err)
		}
		s.call("create_episode", object{"query": "q", "reward": 1, "reflection": "r", "metadata": `{"k":1}`})
		got := s.call("update_episode", object{"episode_id": "1", "reflection": nil, "name": ""})
		if _, kept := got["reflection"]; kept != tt.want || got["name"] != "q" || got["metadata"] == nil {
			t.Errorf("%s: null gives %v", name, got)
		}
	}
	usual := serving.Start(t, binary, nil, data()...)
	strict := serving.Start(t, binary, nil, append(data(), "--schema", "strict")...)
	for address, want := range map[string]bool{
		usual.URL + "/mcp": false, usual.URL + "/mcp?schema=strict": true, usual.URL + "/mcp/?schema=strict&toolsets=episodes": true,
		strict.URL + "/mcp": true, strict.URL + "/mcp?schema=standard": false,
	} {
		if got := listOverHTTP(t, address); got.Error != nil || isStrict(got.Result) != want {
			t.Errorf("%s: strict %t, want %t, %s", address, isStrict(got.Result), want, got.Error)
		}
	}
	if got := plotline(t, nil, "mcp", "--schema", "loose"); got.Status != 2 || !strings.Contains(got.Err, "--schema") {
		t.Errorf("an unknown form: %+v", got)
	}
}

type listed struct{ Result, Error json.RawMessage }

// listOverHTTP calls tools/list at an address, in the era without sessions.
func listOverHTTP(t *testing.T, address string) listed {
	t.Helper()
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":{}}}}`
	reply, err := fetch.Do(t.Context(), http.MethodPost, address, []byte(body),
		"Accept", "application/json", "Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list")
	if err != nil {
		t.Fatal(err)
	}
	var got listed
	if err := json.Unmarshal(reply.Body, &got); err != nil {
		t.Fatal(err)
	}
	return got
}
