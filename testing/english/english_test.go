package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checkerOf returns a checker with these lists.
func checkerOf(t *testing.T, words, exceptions string) (*checker, error) {
	t.Helper()
	lists := []string{filepath.Join(t.TempDir(), "words"), filepath.Join(t.TempDir(), "exceptions")}
	for i, text := range []string{words, exceptions} {
		if err := os.WriteFile(lists[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return newChecker(lists[0], lists[1])
}

func TestFind(t *testing.T) {
	t.Parallel()
	sources := map[string]string{
		"a.go": "package a\n\n// door is by the way a Door.\nfunc giveBack(web int) { t.Run(`a door`, f) }\n\n" +
			"//nolint:nilnil // whoever asks\nvar webPage, door = doorOf(1), `door`\n",
		"b.md":     "A door.\n`door` and [x](door)\n```\ndoor\n```\nWhoever\n",
		"c.ts":     "// a door\nconst door = 'door' // 'it'\ntype X = { web?: string }\nx.door()\n",
		"d.sql":    "-- the door\nSELECT 'door' AS web;\n",
		"e.cypher": "// door\nMATCH (web) RETURN 'door'\n",
		"f.sh":     "echo door # a door\n",
		"door.txt": "door\n",
	}
	want := map[string]string{
		"a.go": "3 door,3 door,6 whoever,4 give back,4 web,4 door,7 door", "b.md": "1 door,6 whoever",
		"c.ts": "1 door,2 door,3 web", "d.sql": "1 door,2 web", "e.cypher": "1 door,2 web", "f.sh": "1 door", "door.txt": "1 door",
	}
	for name, source := range sources {
		c, err := checkerOf(t, "door\teverywhere\tx\nwhoever\teverywhere\tx\ngive back\teverywhere\tx\nweb\tnames\tx\n", "web\tweb page\tplain\n")
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		texts, err := read(file)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, text := range texts {
			for _, f := range c.find(text) {
				got = append(got, fmt.Sprintf("%d %s", f.line, f.word))
			}
		}
		if strings.Join(got, ",") != want[name] {
			t.Errorf("%s: %s, want %s", name, strings.Join(got, ","), want[name])
		}
	}
}

func TestExceptions(t *testing.T) {
	t.Parallel()
	c, err := checkerOf(t, "of ours\teverywhere\tour\n", "of ours\tfriends of ours\tplain\nof ours\tdocs/\tplain\nof ours\tb.md\tunused\n")
	if err != nil {
		t.Fatal(err)
	}
	for file, found := range map[string]int{"a.md": 1, "docs/a.md": 0} {
		text := text{file, inProse, split(1, "friends of ours, a file of ours")}
		if got := c.find(text); len(got) != found {
			t.Errorf("%s: %v", file, got)
		}
	}
	if unused := c.unused(); len(unused) != 1 || unused[0].line != 3 {
		t.Errorf("%v", unused)
	}
	for _, bad := range []string{"door\tx\treason\n", "of ours\tx\t\n", "of ours\tx\n"} {
		if _, err := checkerOf(t, "of ours\teverywhere\tour\n", bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}
