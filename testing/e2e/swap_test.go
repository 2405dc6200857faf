package e2e_test

import (
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
)

// newBackward opens a workspace with relationships, two of which are the wrong way round: ids are those of all.
func newBackward(t *testing.T) (c terminal, ids []string) {
	t.Helper()
	c = newTerminal(t)
	const episode, relationship = "0f000000-0000-7000-8000-00000000000", "0f000000-0000-7000-9000-00000000000"
	lines := make([]string, 0, 6)
	for i, name := range []string{"first", "second", "third"} {
		n := string(rune('1' + i))
		lines = append(lines, `{"type":"episode","episode_id":"`+episode+n+`","id":`+n+`,"name":"`+name+`","query":"q","reward":0,"created_at":"2026-03-0`+n+`T09:00:00Z"}`)
	}
	for i, r := range []struct{ from, to, kind string }{{"2", "1", "follows"}, {"3", "2", "causes"}, {"3", "1", "refines"}} {
		n := string(rune('1' + i))
		ids = append(ids, relationship+n)
		lines = append(lines, `{"type":"relationship","id":"`+relationship+n+`","from_episode_id":"`+episode+r.from+`","to_episode_id":"`+episode+r.to+
			`","relationship_type":"`+r.kind+`","strength":0.5,"created_at":"2026-03-09T09:00:00Z","metadata":{"n":1.50}}`)
	}
	file := filepath.Join(t.TempDir(), "graph.jsonl")
	expect.WriteFile(t, file, strings.Join(lines, "\n")+"\n")
	if said := c.run("import", file); said.Status != 0 || strings.Contains(said.Out+said.Err, "dates") {
		t.Fatalf("import: %+v", said)
	}
	return c, ids
}

// TestSwapSuggested checks that doctor counts the relationships that dates speak against, and that they are swapped only
// after a yes, at a terminal or by a flag.
func TestSwapSuggested(t *testing.T) {
	t.Parallel()
	c, ids := newBackward(t)
	row(t, c.says("doctor"), "note", "directions", "dates speak against 2 relationships")
	if got := c.run("relationships", "swap", "--suggested"); got.Status != 2 || !strings.Contains(got.Err, "--yes") || !strings.Contains(got.Err, ids[0]) {
		t.Errorf("without a terminal: %+v", got)
	}
	for _, tt := range []struct{ answer, want string }{
		{"\r", "nothing was swapped"}, {"no\r", "nothing was swapped"}, {"y\r", "Swapped 2 relationships:"},
	} {
		s := open(t, 200, c.env, append([]string{binary, "relationships", "swap", "--suggested"}, c.args...)...)
		asked := s.shows("Swap them? [y/N]")
		for _, want := range []string{"2 relationships:", ids[0] + "  #2 “second” came before #1 “first”", ids[1] + "  #3 “third” caused #2 “second”"} {
			if !strings.Contains(asked, want) {
				t.Errorf("no %q in\n%s", want, asked)
			}
		}
		s.types(tt.answer)
		s.shows(tt.want)
	}
	row(t, c.says("doctor"), "ok", "directions", "dates speak against no relationship")
	if said := c.says("relationships", "swap", "--suggested", "--yes"); said != "Dates speak against no relationship.\n" {
		t.Errorf("a second time: %s", said)
	}
	found := c.json("graph", "relationships", "1")["relationships"].([]any)
	first := found[0].(map[string]any)
	if first["id"] != ids[0] || !strings.HasSuffix(first["from_episode_id"].(string), "1") || first["strength"] != 0.5 ||
		first["created_at"] != "2026-03-09T09:00:00.000000+00:00" || first["metadata"] == nil {
		t.Errorf("after the swap: %v", first)
	}
}

// TestSwapGiven checks that given relationships are swapped at once, all or nothing.
func TestSwapGiven(t *testing.T) {
	t.Parallel()
	c, ids := newBackward(t)
	if said := c.says("relationships", "swap", ids[1], ids[0]); said != "Swapped 2 relationships:\n  "+
		ids[1]+"  #2 “second” caused #3 “third”\n  "+ids[0]+"  #1 “first” came before #2 “second”\n" {
		t.Errorf("swapped: %s", said)
	}
	if got := c.json("relationships", "swap", ids[2]); got["count"] != 1.0 {
		t.Errorf("as JSON: %v", got)
	}
	for name, tt := range map[string]struct {
		args   []string
		status int
		want   string
	}{
		"nothing":       {nil, 2, "give the ids of relationships, or --suggested"},
		"both":          {[]string{ids[0], "--suggested"}, 2, "give the ids of relationships, or --suggested"},
		"no id":         {[]string{ids[0], "x"}, 2, "must be a UUID: x"},
		"unknown":       {[]string{ids[0], "0f000000-0000-7000-9000-00000000000f"}, 1, "Relationship not found: 0f000000-0000-7000-9000-00000000000f"},
		"in upper case": {[]string{"0F000000-0000-7000-9000-00000000000F"}, 1, "Relationship not found: 0f000000-0000-7000-9000-00000000000f"},
	} {
		if got := c.run(append([]string{"relationships", "swap"}, tt.args...)...); got.Status != tt.status || !strings.Contains(got.Err, tt.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	row(t, c.says("doctor"), "note", "directions", "dates speak against 1 relationship")
}
