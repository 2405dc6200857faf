package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"plotline/graph"
)

// TestCutList checks that a list of what passes a filter says how many there are, and how to see the rest.
func TestCutList(t *testing.T) {
	t.Parallel()
	memory := []string{"--data-dir", t.TempDir(), "--workspace", "w", "--embeddings", "off"}
	var lines strings.Builder
	for i, word := range strings.Fields("oven till yeast flour salt sugar butter milk cream egg nut rye") {
		fmt.Fprintf(&lines, `{"type":"episode","episode_id":"019a0000-0000-7000-8000-0000000000%02d","name":"The %s","query":"About %[2]s","reward":-1,`+
			`"tags":["oven"],"created_at":"2026-07-01T08:00:00Z"}`+"\n", i, word)
	}
	var out, errs bytes.Buffer
	if status := run(t.Context(), append([]string{"import"}, memory...), streams{strings.NewReader(lines.String()), &out, &errs}); status != 0 {
		t.Fatal(errs.String())
	}
	for words, want := range map[string]string{
		"what happened in July 2026?":                             "The newest 8 of 12; --limit 12 shows all.\n",
		"what failed in July 2026? --limit 3":                     "The newest 3 of 12; --limit 12 shows all.\n",
		"changes --since 2026-07-01 --until 2026-07-10 --limit 5": "The newest 5 of 12; --limit 12 shows all.\n",
		"what changed --tag oven":                                 "The newest 8 of 12; --limit 12 shows all.\n",
		"what failed --tag oven":                                  "The newest 8 of 12; --limit 12 shows all.\n",
		"what changed --tag oven --limit 12":                      "",
		"the rye bread --tag oven --limit 1":                      "",
	} {
		status, _, errs := command(t, append(append([]string{"recall"}, strings.Fields(words)...), memory...)...)
		if status != 0 || !strings.Contains(errs, want) || want == "" && strings.Contains(errs, "newest") {
			t.Errorf("%s: status %d: %s", words, status, errs)
		}
	}
}

// TestCutListBeyondLimit checks what a list says that no limit can show whole.
func TestCutListBeyondLimit(t *testing.T) {
	t.Parallel()
	for want, out := range map[string]graph.RecallOutput{
		"The newest 8 of 400; --limit 50 shows more.":       {Listed: true, Count: 400, Episodes: make([]graph.RecalledEpisode, 8)},
		"The newest 50 of 400; --until shows earlier ones.": {Listed: true, Count: 400, Episodes: make([]graph.RecalledEpisode, 50)},
		"": {Count: 400, Episodes: make([]graph.RecalledEpisode, 8)},
	} {
		if got := cutList(out); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestLearnedOnAScreen checks that lines of a commit, which fit into 80 columns, are not wrapped once more.
func TestLearnedOnAScreen(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("seven b ", 9)[:71]
	for name, c := range map[string]struct {
		text  string
		width int
		want  string
	}{
		"a commit":         {long + "\nand more", 80, "    learned:\n      " + long + "\n      and more"},
		"a wider screen":   {long + "\nand more", 100, "    learned: " + long + "\n      and more"},
		"no screen":        {long + "\nand more", 0, "    learned: " + long + "\n      and more"},
		"one line":         {long + " and more", 80, "    learned: " + long + " and more"},
		"short lines":      {"Open\nthe valve", 80, "    learned: Open\n      the valve"},
		"wide characters":  {strings.Repeat("龙", 35) + "\nmore", 80, "    learned:\n      " + strings.Repeat("龙", 35) + "\n      more"},
		"an empty line in": {"Open\n\nthe valve", 80, "    learned: Open\n      the valve"},
	} {
		if got := learned(c.text, c.width); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
