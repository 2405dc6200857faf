//go:build unix

package plans_test

import (
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/plans"
)

// TestProblemsOfSidecars checks that end, get-plan, check and apply report the same conflicts of files that go along with a
// video, at the row of the video, and that the plan can be applied without that row, or without sidecars.
func TestProblemsOfSidecars(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 250) // with .mkv, but not with .en.srt
	cases := map[string]struct {
		files []string
		rows  []row
		say   []string
		at    []int
		leave []int
	}{
		"two videos": {
			[]string{"a.mkv", "a.en.srt", "b.mp4", "b.en.srt", "c.mkv"},
			[]row{{from: "c.mkv", to: "d.mkv"}, {from: "a.mkv", to: "S01E01.mkv"}, {from: "b.mp4", to: "S01E01.mp4"}},
			[]string{`"S01E01.en.srt" appears multiple times`, `"S01E01.en.srt" appears multiple times`},
			[]int{1, 2},
			[]int{1, 2},
		},
		"it exists": {
			[]string{"a.mkv", "a.srt", "x.srt", "b.mkv"},
			[]row{{from: "b.mkv", to: "y.mkv"}, {from: "a.mkv", to: "x.mkv"}},
			[]string{`Target file "x.srt" already exists`},
			[]int{1},
			[]int{1},
		},
		"too long": {
			[]string{"a.mkv", "a.en.srt", "b.mkv"},
			[]row{{from: "a.mkv", to: long + ".mkv"}, {from: "b.mkv", to: "y.mkv"}},
			[]string{"is too long: names may have 255 bytes"},
			[]int{0},
			[]int{0},
		},
		"a thumbnail in a folder": {
			[]string{"a.mkv", "a-thumb.jpg", "s/x-thumb.jpg", "b.mkv"},
			[]row{{from: "a.mkv", to: "s/x.mkv"}, {from: "b.mkv", to: "y.mkv"}},
			[]string{`Target file "s/x-thumb.jpg" already exists`},
			[]int{0},
			[]int{0},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, c.files...)
			id := w.begun(t, plans.Rename, c.rows...)
			end, err := w.end(t, id, plans.Rename)
			must(t, err)
			v := w.view(t, id)
			same(t, "the rows", c.at, v.ProblemRows)
			same(t, "end and get-plan", end.Problems, v.Problems)
			for i, say := range c.say {
				if !strings.Contains(v.Problems[i], say) {
					t.Errorf("problem %d is %q, want %q", i, v.Problems[i], say)
				}
			}
			check, err := w.Check(t.Context(), person, plans.CheckInput{TaskID: id})
			must(t, err)
			same(t, "check", v.Problems, check.Problems)
			same(t, "to leave out", c.leave, check.LeaveOut)
			_, err = w.apply(t, id)
			refuses(t, err, fault.Conflict, c.say[0])
			same(t, "apply", c.at, fault.From(err).Extra["problemRows"].([]int))
			w.holds(t, as(c.files...))
			_, err = w.apply(t, id, leaving(check.LeaveOut...), pending)
			must(t, err)
			_, err = w.undo(t, id)
			must(t, err)
			_, err = w.apply(t, id, func(in *plans.ApplyInput) { in.Sidecars = false })
			must(t, err)
		})
	}
}
