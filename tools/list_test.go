package tools_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"golang.org/x/text/language"

	"plotline/internal/output"
	"plotline/tools"
)

// The limits of the tools, in bytes of compact JSON. Clients show their models only names, descriptions and input
// schemas. Before a new tool or argument exceeds a limit, shorten other texts.
const (
	maxListing = 58 << 10 // the whole answer to tools/list, with all toolsets

	maxShownDefault = 12 << 10 // to a model, with the default toolsets
	maxShownAll     = 28 << 10 // to a model, with all toolsets
)

func listed(tb testing.TB, s *tools.Server) []mcp.Tool {
	tb.Helper()
	result, err := connect(tb, s).ListTools(tb.Context(), mcp.ListToolsRequest{})
	if err != nil {
		tb.Fatal(err)
	}
	return result.Tools
}

// TestListingIsSmall limits what a model is shown in English, and the whole answer in every language.
func TestListingIsSmall(t *testing.T) {
	t.Parallel()
	all := allTools(t)
	for _, locale := range []language.Tag{language.English, language.German, language.SimplifiedChinese} {
		for _, test := range []struct {
			name string
			list []tools.Tool
			most int
		}{
			{"default toolsets", tools.In(all, tools.Auto(tools.Configured{})...), maxShownDefault},
			{"all toolsets", all, maxShownAll},
		} {
			cfg := config(test.list...)
			cfg.Locale = locale
			s := tools.New(cfg)
			shown, whole := shownBytes(t, s), len(rawListing(t, s))
			t.Logf("%s, %s: a model is shown %d bytes of %d", locale, test.name, shown, whole)
			if shown > test.most && locale == language.English {
				t.Errorf("%s, %s: a model is shown %d bytes, want at most %d", locale, test.name, shown, test.most)
			}
			if whole > maxListing {
				t.Errorf("%s, %s: tools/list has %d bytes, want at most %d", locale, test.name, whole, maxListing)
			}
		}
	}
}

// shownBytes counts what a client shows its model of every tool, as compact JSON.
func shownBytes(t *testing.T, s *tools.Server) int {
	t.Helper()
	sum := 0
	for name, raw := range rawTools(t, s) {
		var shown struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			InputSchema json.RawMessage `json:"inputSchema"`
		}
		if err := json.Unmarshal(raw, &shown); err != nil {
			t.Fatal(err)
		}
		compact, err := output.Marshal(shown)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%5d %s", len(compact), name)
		sum += len(compact)
	}
	return sum
}

// rawListing is the encoded answer to tools/list.
func rawListing(tb testing.TB, s *tools.Server) json.RawMessage {
	tb.Helper()
	out, err := json.Marshal(s.MCP().HandleMessage(tb.Context(), json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)))
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// rawTools returns the tools of a listing, by name.
func rawTools(t *testing.T, s *tools.Server) map[string]json.RawMessage {
	t.Helper()
	var answer struct {
		Result struct {
			Tools []json.RawMessage `json:"tools"`
		} `json:"result"`
	}
	if err := json.Unmarshal(rawListing(t, s), &answer); err != nil {
		t.Fatal(err)
	}
	byName := map[string]json.RawMessage{}
	for _, raw := range answer.Result.Tools {
		var tool mcp.Tool
		if err := json.Unmarshal(raw, &tool); err != nil {
			t.Fatal(err)
		}
		byName[tool.Name] = raw
	}
	return byName
}

func TestListing(t *testing.T) {
	t.Parallel()
	all := allTools(t)
	s := newServer(all...)
	shown := listed(t, s)
	hidden := func(t tools.Tool) bool { return t.Hidden }
	if want := len(slices.DeleteFunc(slices.Clone(all), hidden)); len(shown) != want || want != len(all)-1 {
		t.Errorf("got %d tools, want %d of %d", len(shown), want, len(all))
	}
	seen := map[string]bool{}
	for _, tool := range shown {
		if seen[tool.Name] {
			t.Errorf("%s: listed repeatTask", tool.Name)
		}
		seen[tool.Name] = true
		if tool.Title == "" || tool.Description == "" {
			t.Errorf("%s: title %q, description %q", tool.Name, tool.Title, tool.Description)
		}
		a := tool.Annotations
		if a.ReadOnlyHint == nil || a.DestructiveHint == nil || a.IdempotentHint == nil || a.OpenWorldHint == nil {
			t.Errorf("%s: not all annotations are set: %+v", tool.Name, a)
		}
		place := slices.IndexFunc(all, func(a tools.Tool) bool { return a.Name == tool.Name })
		if place < 0 || *a.ReadOnlyHint == all[place].Writes {
			t.Errorf("%s: readOnlyHint %v contradicts the use case", tool.Name, *a.ReadOnlyHint)
		}
		if strings.Contains(string(tool.RawInputSchema), "additionalProperties") {
			t.Errorf("%s: google-genai cannot convert additionalProperties", tool.Name)
		}
		checkFlat(t, tool.Name+" input", parse(t, tool.RawInputSchema, tool.InputSchema), true)
		checkFlat(t, tool.Name+" output", parse(t, tool.RawOutputSchema, tool.OutputSchema), false)
	}
}

// TestAdvertisedIsCallable calls every tool with an unknown argument. Each must report it itself.
func TestAdvertisedIsCallable(t *testing.T) {
	t.Parallel()
	s := newServer(allTools(t)...)
	c := connect(t, s)
	for _, tool := range listed(t, s) {
		args := `{"no_such_argument":1}`
		if tool.Name == "get-episodes" { // it checks the path before other arguments
			args = `{"mediaFolderPath":"/media/show","no_such_argument":1}`
		}
		got := failureOf(t, call(t, c, tool.Name, args))
		if got.Code != "invalid_argument" || got.Tool != tool.Name ||
			!strings.HasPrefix(got.Details, "unknown argument 'no_such_argument'; valid: ") {
			t.Errorf("%s: got %+v", tool.Name, got)
		}
	}
}

func parse(t *testing.T, raw json.RawMessage, typed any) map[string]any {
	t.Helper()
	if raw == nil {
		raw, _ = json.Marshal(typed)
	}
	var schema map[string]any
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatal(err)
	}
	return schema
}

// checkFlat rejects what some clients reject: references, unions, bare booleans, types that are lists.
func checkFlat(t *testing.T, at string, schema map[string]any, isInput bool) {
	t.Helper()
	kind, isName := schema["type"].(string)
	if !isName && (isInput || !strings.HasSuffix(at, ".cycle_path")) {
		t.Errorf("%s: type %v, want one name", at, schema["type"])
	}
	for word, value := range schema {
		switch word {
		case "$ref", "$defs", "$schema", "oneOf", "anyOf", "allOf", "not", "nullable":
			t.Errorf("%s has %s", at, word)
		case "items":
			item, ok := value.(map[string]any)
			if !ok {
				t.Errorf("%s: items are %v", at, value)
				continue
			}
			checkFlat(t, at+"[]", item, isInput)
		case "properties":
			fields, _ := value.(map[string]any)
			for name, field := range fields {
				schema, ok := field.(map[string]any)
				if !ok {
					t.Errorf("%s.%s is %v", at, name, field)
					continue
				}
				checkFlat(t, at+"."+name, schema, isInput)
			}
		}
	}
	if kind == "array" && schema["items"] == nil {
		t.Errorf("%s: a list of nobody knows what", at)
	}
}
