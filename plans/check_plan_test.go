//go:build unix

package plans_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"plotline/internal/fault"
	"plotline/plans"
)

// TestCheckLeavesOut checks that what Check says to leave out is enough to apply the rest, and that only rows that
// cannot be applied are left out.
func TestCheckLeavesOut(t *testing.T) {
	t.Parallel()
	long := func() (files []string, rows []row) {
		for i := range 300 {
			files = append(files, fmt.Sprintf("%03d.mkv", i))
			rows = append(rows, row{from: fmt.Sprintf("%03d.mkv", i), to: fmt.Sprintf("%03d.mkv", i+1)})
		}
		return append(files, "300.mkv"), rows
	}
	files, chain := long()
	all := make([]int, 300)
	for i := range all {
		all[i] = i
	}
	for name, c := range map[string]struct {
		files   []string
		task    plans.Task
		rows    []row
		exclude []int
		want    []int
	}{
		"nothing is wrong": {[]string{"a.mkv"}, plans.Rename, []row{{from: "a.mkv", to: "b.mkv"}}, nil, []int{}},
		"two bad rows": {
			[]string{"a.mkv", "b.mkv", "taken.mkv"},
			plans.Rename,
			[]row{{from: "a.mkv", to: "x.mkv"}, {from: "gone.mkv", to: "y.mkv"}, {from: "b.mkv", to: "taken.mkv"}},
			nil,
			[]int{1, 2},
		},
		"a row that needs the place of a bad one": {
			[]string{"a.mkv", "b.mkv", "taken.mkv", "c.mkv"},
			plans.Rename,
			[]row{{from: "a.mkv", to: "b.mkv"}, {from: "b.mkv", to: "taken.mkv"}, {from: "c.mkv", to: "d.mkv"}},
			nil,
			[]int{0, 1},
		},
		"a row that needs the place of one that the person leaves out": {
			[]string{"a.mkv", "b.mkv", "c.mkv"},
			plans.Rename,
			[]row{{from: "a.mkv", to: "b.mkv"}, {from: "b.mkv", to: "x.mkv"}, {from: "c.mkv", to: "d.mkv"}},
			[]int{1},
			[]int{0},
		},
		"the file of a bad row is gone, so its place is free": {
			[]string{"a.mkv"}, plans.Rename, []row{{from: "a.mkv", to: "gone.mkv"}, {from: "gone.mkv", to: "x.mkv"}}, nil, []int{1},
		},
		"a long chain":                  {files, plans.Rename, chain, nil, all},
		"two files for one episode":     {[]string{"a.mkv", "b.mkv"}, plans.Recognise, []row{{path: "a.mkv"}, {path: "b.mkv"}}, nil, []int{1}},
		"the first of them is left out": {[]string{"a.mkv", "b.mkv"}, plans.Recognise, []row{{path: "a.mkv"}, {path: "b.mkv"}}, []int{0}, []int{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, c.files...)
			id := w.ready(t, c.task, c.rows...)
			out, err := w.Check(t.Context(), agent, plans.CheckInput{TaskID: id, Exclude: c.exclude})
			must(t, err)
			same(t, "left out", c.want, out.LeaveOut)
			if len(out.Problems) != len(out.ProblemRows) || (len(out.Problems) == 0) != (len(c.want) == 0) {
				t.Errorf("the problems are %q of %v", out.Problems, out.ProblemRows)
			}
			rest := slices.Concat(c.exclude, out.LeaveOut)
			if len(rest) == len(c.rows) {
				return
			}
			_, err = w.apply(t, id, func(in *plans.ApplyInput) { in.Exclude = rest })
			must(t, err)
			out, err = w.Check(t.Context(), agent, plans.CheckInput{TaskID: id})
			must(t, err)
			same(t, "a decided plan has", plans.CheckOutput{Problems: []string{}, ProblemRows: []int{}, LeaveOut: []int{}}, out)
		})
	}
}

// TestCheckRefuses checks for an unknown plan and an unknown row. A folder that is gone is a problem of the whole plan,
// which leaving out rows does not solve.
func TestCheckRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	_, err := w.Check(t.Context(), agent, plans.CheckInput{TaskID: unknown})
	fails(t, err, fault.NotFound, "Plan not found: "+unknown)
	_, err = w.Check(t.Context(), agent, plans.CheckInput{TaskID: id, Exclude: []int{1}})
	refuses(t, err, fault.InvalidArgument, "exclude has entry 1")
	must(t, os.RemoveAll(w.folder))
	out, err := w.Check(t.Context(), agent, plans.CheckInput{TaskID: id})
	must(t, err)
	same(t, "rows", []int{-1}, out.ProblemRows)
	same(t, "left out", []int{}, out.LeaveOut)
}
