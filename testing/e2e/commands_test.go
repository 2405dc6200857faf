package e2e_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// terminal runs commands on one workspace.
type terminal struct {
	t         *testing.T
	args, env []string
}

// newTerminal opens an empty workspace of the embedded store.
func newTerminal(t *testing.T) terminal {
	t.Helper()
	args, env := embedded().open(t)
	return terminal{t, args, env}
}

func (c terminal) run(command ...string) serving.Finished {
	c.t.Helper()
	return plotline(c.t, c.env, append(command, c.args...)...)
}

// says returns the output of a command that must succeed.
func (c terminal) says(command ...string) string {
	c.t.Helper()
	return must(c.t, c.run(command...))
}

// json decodes the single document that a command prints.
func (c terminal) json(command ...string) map[string]any {
	c.t.Helper()
	var out map[string]any
	text := c.says(append(command, "--json")...)
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		c.t.Fatalf("%v is no JSON object: %v\n%s", command, err, text)
	}
	return out
}

// create stores episodes and returns their ids.
func (c terminal) create(names ...string) []string {
	c.t.Helper()
	ids := make([]string, len(names))
	for i, name := range names {
		ids[i] = strings.TrimSpace(c.says("episodes", "create", "What of "+name+"?", "--name", name, "--reward", "-0.5",
			"--tag", name+", and more", "--reflection", "It went\nas it goes", "--metadata", `{"n":1.50}`))
	}
	return ids
}

// newChain opens a workspace with the graph of chain.
func newChain(t *testing.T) (c terminal, ids []string) {
	t.Helper()
	c = newTerminal(t)
	return c, c.chain()
}

// chain creates the graph a follows b follows c, and a refines c with half the strength.
func (c terminal) chain() []string {
	c.t.Helper()
	ids := c.create("Alpha", "Beta", "Gamma")
	lines := `{"type":"relationship","id":"019a0000-0000-7000-9000-000000000001","from_episode_id":"` + ids[0] + `","to_episode_id":"` + ids[1] + `","relationship_type":"follows","created_at":"2026-09-01"}
{"type":"relationship","id":"019a0000-0000-7000-9000-000000000002","from_episode_id":"` + ids[1] + `","to_episode_id":"` + ids[2] + `","relationship_type":"follows","created_at":"2026-09-02"}
{"type":"relationship","id":"019a0000-0000-7000-9000-000000000003","from_episode_id":"` + ids[0] + `","to_episode_id":"` + ids[2] + `","relationship_type":"refines","strength":0.5,"created_at":"2026-09-03"}
`
	path := filepath.Join(c.t.TempDir(), "relationships.jsonl")
	expect.WriteFile(c.t, path, lines)
	c.says("import", "file", path)
	return ids
}

// row expects a line of the table that contains all of the words in order.
func row(t *testing.T, table string, words ...string) {
	t.Helper()
	for line := range strings.Lines(table) {
		rest, found := line, true
		for _, word := range words {
			if _, rest, found = strings.Cut(rest, word); !found {
				break
			}
		}
		if found {
			return
		}
	}
	t.Errorf("no line has %q in\n%s", words, table)
}

// TestReadCommands runs the commands that read. They print tables with the filtered rows, and the use case's
// own result as JSON. Other tests compare the stores.
func TestReadCommands(t *testing.T) {
	t.Parallel()
	c, ids := newChain(t)
	row(t, c.says("episodes", "--limit", "2"), "3", "-0.5", "Gamma")
	row(t, c.says("episodes", "--limit", "2", "--long"), "3", "-0.5", "Gamma", ids[2])
	row(t, c.says("episodes", "search", "as", "goes", "--tag", "Beta, and more", "--long"), "2", "Beta", ids[1])
	row(t, c.says("episodes", "related", ids[0], "--prefer", "strongest", "--long"), "3", "1", "2", "Gamma", ids[2])
	row(t, c.says("graph", "relationships", ids[0], "--direction", "outgoing", "--type", "refines", "--long"), "#1 refines #3", "refines", "0.5", "Gamma", ids[2])
	row(t, c.says("graph", "relationships", ids[1]), "#2 came after #1", "follows", "Alpha")
	row(t, c.says("graph", "relationships", "#2"), "#2 came after #1", "follows", "Alpha")
	row(t, c.says("graph", "relationships", "2"), "#2 came before #3", "follows", "Gamma")
	row(t, c.says("episodes", "related", "1"), "2", "1", "1", "Beta")
	row(t, c.says("graph", "exists", ids[0], ids[1], "--long"), "follows", "019a0000-0000-7000-9000-000000000001")
	row(t, c.says("graph", "cycles", ids[2], ids[0]), "3", "Gamma")
	row(t, c.says("graph", "order", "--newest", "2"), "3", "1", "Gamma", "2")
	page := c.says("episodes", "show", strings.ToUpper(ids[0]))
	for _, want := range []string{"Alpha\n", "Reward    -0.5\n", "Tags      Alpha, and more\n", `{"n":1.50}`, "  It went\n  as it goes\n", "\nrefines #3 “Gamma”"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	for _, tt := range []struct {
		command []string
		field   string
		want    any
	}{
		{[]string{"episodes", "--max-reward", "-0.6"}, "total_count", 0.0},
		{[]string{"episodes", "--since", "2999-01-01"}, "total_count", 0.0},
		{[]string{"episodes", "--until", "2999-01-01", "--min-reward", "-1", "--offset", "2"}, "total_count", 3.0},
		{[]string{"episodes", "show", ids[0]}, "reflection", "It went\nas it goes"},
		{[]string{"episodes", "search", "nothing"}, "episodes", []any{}},
		{[]string{"episodes", "related", ids[0], "--depth", "1", "--type", "refines,causes", "--min-strength", "0.6"}, "count", 0.0},
		{[]string{"graph", "relationships", ids[0], "--limit", "1"}, "count", 2.0},
		{[]string{"graph", "exists", ids[1], ids[0]}, "exists", false},
		{[]string{"graph", "cycles", ids[0], ids[2]}, "valid", true},
		{[]string{"graph", "cycles"}, "has_cycles", false},
		{[]string{"graph", "order"}, "total_count", 3.0},
		{[]string{"graph", ids[1], "--depth", "1"}, "total_nodes", 3.0},
		{[]string{"episodes", "show", "2"}, "episode_id", ids[1]},
		{[]string{"episodes", "show", "#3"}, "episode_id", ids[2]},
		{[]string{"graph", "exists", "1", "#2"}, "exists", true},
		{[]string{"graph", "cycles", "3", "1"}, "cycle_path", []any{ids[2], ids[0], ids[1], ids[2]}},
		{[]string{"graph", "2", "#3"}, "total_nodes", 2.0},
		{[]string{"graph", "order", "3", "1"}, "total_count", 2.0},
	} {
		if got := c.json(tt.command...)[tt.field]; string(expect.JSON(t, got)) != string(expect.JSON(t, tt.want)) {
			t.Errorf("%v: %s is %v, want %v", tt.command, tt.field, got, tt.want)
		}
	}
}

// TestDayCommands checks that since and until with the same day find the episodes of that day.
func TestDayCommands(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	path := filepath.Join(t.TempDir(), "episodes.jsonl")
	var lines strings.Builder
	for i, episode := range [][2]string{
		{"2026-09-01T23:59:59.999999Z", "shop"},
		{"2026-09-02T00:00:00Z", "cache"},
		{"2026-09-02T23:59:59.999999Z", "mail"},
		{"2026-09-03T00:00:00Z", "disk"},
	} {
		fmt.Fprintf(&lines, `{"type":"episode","episode_id":"019a0000-0000-7000-9000-00000000000%d","id":%d,`+
			`"created_at":%q,"query":"outage of the %s","reward":0}`+"\n", i+1, i+1, episode[0], episode[1])
	}
	expect.WriteFile(t, path, lines.String())
	c.says("import", "file", path)
	for _, command := range [][]string{{"episodes"}, {"recall", "outage", "--embeddings", "off"}} {
		found := c.json(append(command, "--since", "2026-09-02", "--until", "2026-09-02")...)["episodes"].([]any)
		got := make([]float64, len(found))
		for i, e := range found {
			got[i] = e.(map[string]any)["id"].(float64)
		}
		slices.Sort(got)
		if !slices.Equal(got, []float64{2, 3}) {
			t.Errorf("%v finds %v", command, got)
		}
	}
}

// TestRecalledText checks that a recall prints lines of what was learned as lines, and names no function word as a reason.
func TestRecalledText(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	c.says("episodes", "create", "why the oven stayed cold", "--reflection", "The gas was off.\n\nOpen the valve.")
	got := c.says("recall", "why did the oven stay cold", "--embeddings", "off")
	for _, want := range []string{"    learned: The gas was off.\n      Open the valve.\n", "    words: "} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	for word := range strings.FieldsSeq(got[strings.LastIndex(got, "words: "):]) {
		if word = strings.Trim(word, ","); word == "why" || word == "did" || word == "the" {
			t.Errorf("a reason is %q in\n%s", word, got)
		}
	}
}

// TestJSONMatchesToolResult checks that --json prints the tool's result, member for member.
func TestJSONMatchesToolResult(t *testing.T) {
	t.Parallel()
	c, ids := newChain(t)
	s := serve(t, c.env, append(c.args, "--audit", "off")...)
	for _, tt := range []struct {
		tool      string
		arguments map[string]any
		command   []string
	}{
		{"list_episodes", map[string]any{"limit": 2, "tags": []string{"Beta, and more"}}, []string{"episodes", "list", "--limit", "2", "--tag", "Beta, and more"}},
		{"get_episode", map[string]any{"episode_id": ids[0]}, []string{"episodes", "show", ids[0]}},
		{"search_episodes", map[string]any{"query": "alpha", "min_reward": -1}, []string{"episodes", "search", "alpha", "--min-reward", "-1"}},
		{"find_related_episodes", map[string]any{"episode_id": ids[2], "direction": "incoming", "max_depth": 5}, []string{"episodes", "related", ids[2], "--direction", "incoming", "--depth", "5"}},
		{"get_episode_relationships", map[string]any{"episode_id": ids[0], "min_strength": 0.6}, []string{"graph", "relationships", ids[0], "--min-strength", "0.6"}},
		{"check_relationship_exists", map[string]any{"from_episode_id": ids[0], "to_episode_id": ids[2]}, []string{"graph", "exists", ids[0], ids[2]}},
		{"validate_no_cycles", map[string]any{"from_episode_id": ids[2], "to_episode_id": ids[0], "relationship_type": "follows"}, []string{"graph", "cycles", ids[2], ids[0]}},
		{"get_topological_order", map[string]any{"limit": 1, "offset": 1}, []string{"graph", "order", "--limit", "1", "--offset", "1"}},
		{"get_dependency_graph", map[string]any{"max_nodes": 2, "relationship_types": []string{"refines"}, "labels": "readable"}, []string{"graph", "--max-nodes", "2", "--type", "refines"}},
	} {
		want, got := expect.JSON(t, s.call(tt.tool, tt.arguments)), expect.JSON(t, c.json(tt.command...))
		if string(got) != string(want) {
			t.Errorf("%v prints\n%s\n%s answers\n%s", tt.command, got, tt.tool, want)
		}
	}
}

// TestDrawingFormats checks every format, to a file and to standard output.
func TestDrawingFormats(t *testing.T) {
	t.Parallel()
	c, _ := newChain(t)
	for format, want := range map[string]string{"mermaid": "graph TD\n", "graphviz": "digraph", "svg": "<svg", "json": `"nodes"`} {
		text := c.says("graph", "--format", format)
		if !strings.Contains(text, want) {
			t.Errorf("%s is %s", format, text)
		}
		path := filepath.Join(t.TempDir(), "drawing")
		if out := c.says("graph", "show", "--format", format, "-o", path); out != "" || string(expect.ReadFile(t, path)) != text {
			t.Errorf("%s: the file differs, and %q was printed", format, out)
		}
	}
	const readable, plain = `n3["Alpha<br/>reward −0.5"] -->|then| n2`, `n3[Alpha] -->|follows| n2[Beta]`
	if text := c.says("graph"); !strings.Contains(text, readable) {
		t.Errorf("without --labels:\n%s", text)
	}
	if text := c.says("graph", "--labels", "plain"); !strings.Contains(text, plain) || strings.Contains(text, "reward") {
		t.Errorf("with --labels plain:\n%s", text)
	}
	gone := c.run("graph", "-o", filepath.Join(t.TempDir(), "no", "folder"))
	if gone.Status != 1 || !strings.Contains(gone.Err, "--output") {
		t.Errorf("status %d: %s", gone.Status, gone.Err)
	}
}

func TestDeleteCommand(t *testing.T) {
	t.Parallel()
	c, ids := newChain(t)
	if got := c.run("episodes", "delete", ids[0]); got.Status != 2 || !strings.Contains(got.Err, "--yes") {
		t.Errorf("without anybody to ask: status %d: %s", got.Status, got.Err)
	}
	if got := c.json("episodes", "delete", ids[0], "--yes"); got["deleted_relationships"] != 2.0 {
		t.Errorf("deleted %v", got)
	}
	if got := c.json("episodes", "delete", "3", "--yes"); got["deleted_relationships"] != 1.0 {
		t.Errorf("deleted by number %v", got)
	}
	if got := c.run("episodes", "delete", "3", "-y"); got.Status != 1 || !strings.Contains(got.Err, "Episode not found: #3") {
		t.Errorf("a second time by number: status %d: %s", got.Status, got.Err)
	}
	if got := c.run("episodes", "delete", ids[0], "-y"); got.Status != 1 || !strings.Contains(got.Err, "not found") {
		t.Errorf("a second time: status %d: %s", got.Status, got.Err)
	}
}

// TestFailuresAsJSON checks that standard output stays empty and standard error has one object with a code.
func TestFailuresAsJSON(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	nobody := "019a0000-0000-7000-8000-00000000dead"
	for _, tt := range []struct {
		command       []string
		status        int
		code, details string
	}{
		{[]string{"fly"}, 2, "invalid_argument", "fly"},
		{[]string{"graph", "--stoer", "x"}, 2, "invalid_argument", "--stoer"},
		{[]string{"graph", "order", "--newest", "501"}, 2, "invalid_argument", "--newest must be between 1 and 500"},
		{[]string{"graph", "show", "nonsense"}, 2, "invalid_argument", "<episodes>[0] must be a UUID"},
		{[]string{"graph", "--type", "follows,likes"}, 2, "invalid_argument", "--type[1] must be one of follows"},
		{[]string{"graph", "exists", nobody, "x"}, 2, "invalid_argument", "<to> must be a UUID"},
		{[]string{"graph", "cycles", nobody}, 2, "invalid_argument", "<to> is required"},
		{[]string{"episodes", "--limit", "0"}, 2, "invalid_argument", "--limit must be between 1 and 100"},
		{[]string{"episodes", "--min-reward", "-2"}, 2, "invalid_argument", "--min-reward must be between -1 and 1"},
		{[]string{"episodes", "--since", "someday"}, 2, "invalid_argument", "--since: Invalid ISO 8601 timestamp: someday"},
		{[]string{"episodes", "related", nobody, "--depth", "deep"}, 2, "invalid_argument", "--depth must be an integer"},
		{[]string{"episodes", "create", "q", "--reward", "2"}, 2, "invalid_argument", "--reward must be between -1 and 1"},
		{[]string{"episodes", "show", nobody}, 1, "not_found", nobody},
		{[]string{"import", "file", filepath.Join(t.TempDir(), "gone")}, 1, "not_found", "gone"},
		{[]string{"plans", "show", nobody}, 1, "not_found", nobody},
		{[]string{"token", "create", "x", "--role", "reader", "--expires", "1999-01-01"}, 2, "invalid_argument", "--expires"},
		{[]string{"health", "127.0.0.1:1"}, 1, "unavailable", "no server answers"},
	} {
		t.Run(strings.Join(tt.command[:min(3, len(tt.command))], " "), func(t *testing.T) {
			t.Parallel()
			got := plotline(t, nil, slices.Concat(tt.command, []string{"--json"}, c.args)...)
			var parsed map[string]string
			if err := json.Unmarshal([]byte(got.Err), &parsed); err != nil && !strings.Contains(got.Err, `"valid":[`) {
				t.Fatalf("%v: %s", err, got.Err)
			}
			if got.Status != tt.status || got.Out != "" || parsed["code"] != tt.code && !strings.Contains(got.Err, tt.code) || !strings.Contains(got.Err, tt.details) {
				t.Errorf("status %d, out %q, err %s", got.Status, got.Out, got.Err)
			}
		})
	}
}

// TestEveryCommandPrintsJSON checks that every command that prints a result takes --json and prints one
// document.
func TestEveryCommandPrintsJSON(t *testing.T) {
	t.Parallel()
	c := newTerminal(t)
	for _, command := range [][]string{
		{"version"},
		{"doctor"},
		{"import", "example"},
		{"token", "create", "a", "--role", "reader"},
		{"token", "list"},
		{"token", "revoke", "a"},
		{"plans"},
		{"graph"},
		{"graph", "order"},
		{"graph", "cycles"},
		{"episodes"},
		{"episodes", "search", "x"},
	} {
		got := c.run(append(command, "--json")...)
		if !json.Valid([]byte(got.Out)) || got.Status != 0 || got.Err != "" {
			t.Errorf("%v: status %d, out %q, err %q", command, got.Status, got.Out, got.Err)
		}
	}
	if got := slices.Sorted(maps.Keys(c.json("version"))); !slices.Contains(got, "version") {
		t.Errorf("the version has %q", got)
	}
	if made := c.json("token", "create", "b", "--role", "reader"); made["token"] == "" || made["role"] != "reader" {
		t.Errorf("the token is %v", made)
	}
}
