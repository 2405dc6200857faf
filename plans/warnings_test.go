//go:build unix

package plans_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"plotline/plans"
)

// TestWarningsOfRename checks the warnings about new names that lose the extension or the episode of a file. Such a plan can
// be applied.
func TestWarningsOfRename(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		known []row
		from  string
		to    string
		want  []string
	}{
		"the same episode":    {nil, "Show S01E02.mkv", "Show - s01e02.MKV", nil},
		"no episode to lose":  {nil, "Show 05.mkv", "Show S02E01.mkv", nil},
		"an extension":        {nil, "a.mkv", "a.mp4", []string{`Row 0 changes the extension of "a.mkv" from ".mkv" to ".mp4"`}},
		"the name's episode":  {nil, "Show S01E02.mkv", "Pilot.mkv", []string{`Row 0 renames "Show S01E02.mkv", which is S01E02, to "Pilot.mkv", which gives no episode`}},
		"another episode":     {nil, "Show S01E02.mkv", "Show S01E03.mkv", []string{`Row 0 renames "Show S01E02.mkv", which is S01E02, to "Show S01E03.mkv", which gives S01E03`}},
		"the known episode":   {[]row{{path: "x.mkv", season: 2, episode: 1}}, "x.mkv", "Show S01E03.mkv", []string{`Row 0 renames "x.mkv", which is S02E01, to "Show S01E03.mkv", which gives S01E03`}},
		"known, not the name": {[]row{{path: "Show S01E02.mkv", season: 2, episode: 1}}, "Show S01E02.mkv", "Show S02E01.mkv", nil},
		"as proposed":         {[]row{{path: "x.mkv", season: 1, episode: 1011}}, "x.mkv", "media - S01E1011.mkv", nil},
		"the season's folder": {nil, "Show S01E02.mkv", "Season 1/02.mkv", nil},
		"half of a double":    {nil, "Show S01E01E02.mkv", "Show S01E01.mkv", []string{`Row 0 renames "Show S01E01E02.mkv", which is S01E01 and S01E02, to "Show S01E01.mkv", which gives S01E01`}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, c.from)
			w.remember(t, c.known...)
			id := w.ready(t, plans.Rename, row{from: c.from, to: c.to})
			same(t, "the warnings", c.want, w.view(t, id).Warnings)
			_, err := w.apply(t, id)
			must(t, err)
			same(t, "after it was applied", []string(nil), w.view(t, id).Warnings)
		})
	}
}

// TestWarningsOfRecognition checks the warning about files that would lose an episode: one that the plan gives to another
// file, or one that the plan numbers anew. A file that is gone loses nothing.
func TestWarningsOfRecognition(t *testing.T) {
	t.Parallel()
	const lose = "Files that are recognised now would lose their episodes: "
	copies, known, plan := make([]string, 0, 14), make([]row, 0, 7), make([]row, 0, 7)
	for i := range 7 {
		one, two := fmt.Sprintf("a%d.mkv", i+1), fmt.Sprintf("b%d.mkv", i+1)
		copies, known = append(copies, one, two), append(known, row{path: one, season: 1, episode: i + 1})
		plan = append(plan, row{path: two, season: 1, episode: i + 1})
	}
	cases := map[string]struct {
		files       []string
		known, plan []row
		want        string
	}{
		"nothing known": {[]string{"a.mkv"}, nil, []row{{path: "a.mkv", season: 1, episode: 1}}, ""},
		"the same": {
			[]string{"a.mkv"}, []row{{path: "a.mkv", season: 1, episode: 1}}, []row{{path: "a.mkv", season: 1, episode: 1}}, "",
		},
		"to another file": {
			[]string{"a.mkv", "b.mkv"},
			[]row{{path: "a.mkv", season: 1, episode: 1}},
			[]row{{path: "b.mkv", season: 1, episode: 1}},
			lose + `S01E01 of "a.mkv" goes to "b.mkv"`,
		},
		"numbered anew": {
			[]string{"a.mkv"},
			[]row{{path: "a.mkv", season: 1, episode: 1}},
			[]row{{path: "a.mkv", season: 1, episode: 2}},
			lose + `S01E01 of "a.mkv"`,
		},
		"a second episode of the file": {
			[]string{"a.mkv"},
			[]row{{path: "a.mkv", season: 1, episode: 1}},
			[]row{{path: "a.mkv", season: 1, episode: 1}, {path: "a.mkv", season: 1, episode: 2}},
			"",
		},
		"from a file that is gone": {
			[]string{"b.mkv"}, []row{{path: "a.mkv", season: 1, episode: 1}}, []row{{path: "b.mkv", season: 1, episode: 1}}, "",
		},
		"many": {
			copies, known, plan, lose + `S01E01 of "a1.mkv" goes to "b1.mkv", S01E02 of "a2.mkv" goes to "b2.mkv", ` +
				`S01E03 of "a3.mkv" goes to "b3.mkv", S01E04 of "a4.mkv" goes to "b4.mkv", S01E05 of "a5.mkv" goes to "b5.mkv", and 2 more`,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, c.files...)
			w.remember(t, c.known...)
			id := w.ready(t, plans.Recognise, c.plan...)
			of := func() string {
				return strings.Join(slices.DeleteFunc(slices.Clone(w.view(t, id).Warnings), func(one string) bool { return !strings.HasPrefix(one, lose) }), "\n")
			}
			same(t, "the warnings", c.want, of())
			_, err := w.apply(t, id)
			must(t, err)
			same(t, "after it was applied", "", of())
		})
	}
}
