//go:build unix

package plans_test

import (
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
