package tools_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/tools"
	"plotline/tools/transport/streamhttp"
)

// choosy is a server with the default toolsets, whose HTTP clients may also select media.
func choosy(t *testing.T, readOnly bool) *site {
	t.Helper()
	cfg := config(allTools(t)...)
	cfg.Toolsets = tools.Auto(tools.Configured{})
	cfg.Choice = append(slices.Clone(cfg.Toolsets), tools.Media)
	cfg.ReadOnly = readOnly
	return serve(t, tools.New(cfg), streamhttp.Config{})
}

// asking is the site at a URL with a query.
func (s *site) asking(query string) *site {
	other := *s
	other.url += "/mcp" + query
	return &other
}

// list requests a list with a protocol version.
func (s *site) list(era, what string) replied {
	if era == "2025-11-25" {
		return s.send(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"`+what+`/list"}`, s.begin()...)
	}
	return s.send(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"`+what+`/list","params":{`+modernMeta+`}}`, modernHeaders(what+"/list", "")...)
}

// namesIn returns the names in the answer to a list.
func namesIn(t *testing.T, r replied, member string) []string {
	t.Helper()
	var answer struct {
		Result map[string]json.RawMessage `json:"result"`
	}
	var items []struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal([]byte(r.body), &answer); err != nil {
		t.Fatalf("%d %s", r.status, r.body)
	}
	if err := json.Unmarshal(answer.Result[member], &items); err != nil {
		t.Fatalf("%d %s", r.status, r.body)
	}
	names := make([]string, len(items))
	for i, item := range items {
		names[i] = item.Name
	}
	return names
}

func TestToolsetsByQuery(t *testing.T) {
	t.Parallel()
	all := allTools(t)
	open, closed := choosy(t, false), choosy(t, true)
	graph := []tools.Toolset{tools.Episodes, tools.Relationships}
	for _, test := range []struct {
		query string
		want  []tools.Toolset
	}{
		{"", graph},
		{"?toolsets=", graph},
		{"?toolsets=auto", graph},
		{"?toolsets=all", append(slices.Clone(graph), tools.Media)},
		{"?toolsets=media", []tools.Toolset{tools.Media}},
		{"?toolsets=media,episodes", []tools.Toolset{tools.Episodes, tools.Media}},
		{"?toolsets=media&toolsets=episodes", []tools.Toolset{tools.Episodes, tools.Media}},
	} {
		for _, era := range eras() {
			want := names(tools.In(all, test.want...))
			if got := namesIn(t, open.asking(test.query).list(era, "tools"), "tools"); !sameNames(got, want) {
				t.Errorf("%s, %q: %s", era, test.query, cmp.Diff(want, got))
			}
			want = names(tools.ReadOnly(tools.In(all, test.want...)))
			if got := namesIn(t, closed.asking(test.query).list(era, "tools"), "tools"); !sameNames(got, want) {
				t.Errorf("read-only, %s, %q: %s", era, test.query, cmp.Diff(want, got))
			}
		}
	}
}

func sameNames(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// TestPromptsAndInstructionsByQuery checks that prompts and instructions depend on the selected toolsets.
func TestPromptsAndInstructionsByQuery(t *testing.T) {
	t.Parallel()
	s := choosy(t, false)
	for _, era := range eras() {
		if got := namesIn(t, s.asking("?toolsets=media").list(era, "prompts"), "prompts"); len(got) != 0 {
			t.Errorf("%s: media alone has the prompts %v", era, got)
		}
		if got := namesIn(t, s.list(era, "prompts"), "prompts"); !slices.Contains(got, "recall_before_acting") {
			t.Errorf("%s: got the prompts %v", era, got)
		}
	}
	for query, want := range map[string]bool{"": true, "?toolsets=media": false} {
		if got := s.asking(query).send(http.MethodPost, hello); strings.Contains(got.body, "create_episode") != want {
			t.Errorf("%q: %s", query, got.body)
		}
	}
}

func TestUnknownToolsetsByQuery(t *testing.T) {
	t.Parallel()
	s := choosy(t, false)
	for query, want := range map[string]string{
		"?toolsets=films":         "unknown toolset 'films'; valid: auto, all, episodes, relationships, media",
		"?toolsets=media,,":       "unknown toolset ''; valid: auto, all",
		"?toolsets=scenes":        "this server does not offer the toolset 'scenes' (see its --toolsets); valid: auto, all, episodes, relationships, media",
		"?toolsets=media,legacy,": "this server does not offer the toolset 'legacy'",
	} {
		for name, got := range map[string]replied{
			"initialize": s.asking(query).send(http.MethodPost, hello),
			"tools/list": s.asking(query).list("2026-07-28", "tools"),
		} {
			if got.status != http.StatusBadRequest || !strings.Contains(got.body, want) || got.header.Get("Mcp-Session-Id") != "" {
				t.Errorf("%s%s: got %d %s, want %s", name, query, got.status, got.body, want)
			}
		}
	}
	if n := s.endpoint.Sessions(); n != 0 {
		t.Errorf("%d sessions began", n)
	}
}

// TestSessionKeepsItsToolsets checks that later requests cannot change the toolsets of a session, and that it ends
// like others.
func TestSessionKeepsItsToolsets(t *testing.T) {
	t.Parallel()
	s := choosy(t, false)
	media := s.asking("?toolsets=media")
	headers := media.begin()
	for _, at := range []*site{media, s, s.asking("?toolsets=episodes")} {
		got := namesIn(t, at.send(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, headers...), "tools")
		if !sameNames(got, []string{"get-episodes", "list-media-folders", "open-media-folder"}) {
			t.Errorf("%s: got %v", at.url, got)
		}
	}
	if got := s.send(http.MethodDelete, "", headers...); got.status != http.StatusNoContent {
		t.Errorf("DELETE: %d %s", got.status, got.body)
	}
	if got := media.send(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, headers...); got.status != http.StatusNotFound {
		t.Errorf("after its end: %d %s", got.status, got.body)
	}
}

// TestSwitchedOffTools checks that a call of a disabled tool names its toolset and how to enable it.
func TestSwitchedOffTools(t *testing.T) {
	t.Parallel()
	open, closed := choosy(t, false), choosy(t, true)
	const onlyFlag = "--toolsets episodes,relationships,scenes"
	for _, era := range eras() {
		for _, test := range []struct {
			site *site
			tool string
			want string
		}{
			{open, "list-media-folders", "it belongs to the toolset 'media'; start the server with --toolsets episodes,relationships,media, " +
				"or connect to /mcp?toolsets=episodes,relationships,media\""},
			{open.asking("?toolsets=media"), "get_episode", "it belongs to the toolset 'episodes'; connect to /mcp?toolsets=media,episodes\""},
			{open.asking("?toolsets=media"), "listProjects", "'scenes'; start the server with it in --toolsets, and connect to /mcp?toolsets=media,scenes\""},
			{open, "listProjects", "it belongs to the toolset 'scenes'; start the server with " + onlyFlag + "\""},
			{closed, "addScene", "it belongs to the toolset 'scenes'; start the server with " + onlyFlag +
				", and without --read-only: --read-only allows only tools that change nothing and ask no model\""},
			{closed, "create_episode", "switched off: --read-only allows only tools that change nothing and ask no model; start the server without it\""},
			{open, "beginRenameFilesTask", "it belongs to the toolset 'legacy'"},
		} {
			got := test.site.caller(era)(test.tool, `,"arguments":{}`)
			if want := "tool '" + test.tool + "' is switched off: "; !strings.Contains(got.body, want) || !strings.Contains(got.body, test.want) ||
				!strings.Contains(got.body, "-32602") {
				t.Errorf("%s, %s: got %s, want %s", era, test.tool, got.body, test.want)
			}
		}
		if got := open.asking("?toolsets=media").caller(era)("list-media-folders", `,"arguments":{}`).called(t); got.IsError {
			t.Errorf("%s: %+v", era, got)
		}
	}
}
