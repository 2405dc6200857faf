//go:build unix

package plans_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/plans"
)

// TestProblems checks when problems that the disk can still change are reported: at add (for the entry,
// against the list so far), at end (for all), and by get. At apply they are errors.
func TestProblems(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv", "c.mkv", "taken.mkv", "notes.txt")
	at := w.at
	must(t, os.Mkdir(at("folder.mkv"), 0o700))
	must(t, os.Link(at("a.mkv"), at("twin.mkv")))
	missing := func(name string) string {
		return fmt.Sprintf(`Source file "%s" does not exist in the media folder`, at(name))
	}
	taken := func(name string) string {
		return fmt.Sprintf(`Target file "%s" already exists in the filesystem`, at(name))
	}
	const none = ""
	long := strings.Repeat("ä", 128)
	cases := []struct {
		name string
		rows []row
		add  []string // of each row; "" means none
		end  []string
		of   []int // the row of each item in end
	}{
		{"fine", []row{{from: "a.mkv", to: "new.mkv"}}, []string{none}, nil, nil},
		{"no source", []row{{from: "gone.mkv", to: "new.mkv"}}, []string{missing("gone.mkv")}, []string{missing("gone.mkv")}, []int{0}},
		{"target is there", []row{{from: "a.mkv", to: "taken.mkv"}}, []string{taken("taken.mkv")}, []string{taken("taken.mkv")}, []int{0}},
		{
			"target is a hard link to the source",
			[]row{{from: "a.mkv", to: "twin.mkv"}},
			[]string{taken("twin.mkv")},
			[]string{taken("twin.mkv")},
			[]int{0},
		},
		{
			"target is a hard link to another source",
			[]row{{from: "a.mkv", to: "new.mkv"}, {from: "b.mkv", to: "twin.mkv"}},
			[]string{none, taken("twin.mkv")},
			[]string{taken("twin.mkv")},
			[]int{1},
		},
		{
			"a swap is legal",
			[]row{{from: "a.mkv", to: "b.mkv"}, {from: "b.mkv", to: "a.mkv"}},
			[]string{taken("b.mkv"), none},
			nil, nil,
		},
		{
			"a chain is legal",
			[]row{{from: "a.mkv", to: "b.mkv"}, {from: "b.mkv", to: "new.mkv"}},
			[]string{taken("b.mkv"), none},
			nil, nil,
		},
		{
			"a rotation is legal",
			[]row{{from: "a.mkv", to: "b.mkv"}, {from: "b.mkv", to: "c.mkv"}, {from: "c.mkv", to: "a.mkv"}},
			[]string{taken("b.mkv"), taken("c.mkv"), none},
			nil, nil,
		},
		{
			"not a video",
			[]row{{from: "notes.txt", to: "new.mkv"}},
			[]string{fmt.Sprintf(`"%s" is not a video file`, at("notes.txt"))},
			[]string{fmt.Sprintf(`"%s" is not a video file`, at("notes.txt"))},
			[]int{0},
		},
		{
			"to what is no video",
			[]row{{from: "a.mkv", to: "a.txt"}},
			[]string{fmt.Sprintf(`"%s" is not a video file`, at("a.txt"))},
			[]string{fmt.Sprintf(`"%s" is not a video file`, at("a.txt"))},
			[]int{0},
		},
		{
			"a folder with the name of a video",
			[]row{{from: "folder.mkv", to: "new.mkv"}},
			[]string{fmt.Sprintf(`Source "%s" is not a regular file`, at("folder.mkv"))},
			[]string{fmt.Sprintf(`Source "%s" is not a regular file`, at("folder.mkv"))},
			[]int{0},
		},
		{
			"to a name that is too long",
			[]row{{from: "a.mkv", to: long + "/new.mkv"}, {from: "b.mkv", to: long[2:] + "/new.mkv"}},
			[]string{fmt.Sprintf(`Target name "%s" is too long: names may have 255 bytes`, long), none},
			[]string{fmt.Sprintf(`Target name "%s" is too long: names may have 255 bytes`, long)},
			[]int{0},
		},
		{
			"to its own name",
			[]row{{from: "a.mkv", to: "new.mkv"}, {from: "b.mkv", to: "b.mkv"}},
			[]string{none, fmt.Sprintf(`Source and target are the same: "%s"`, at("b.mkv"))},
			[]string{fmt.Sprintf(`Source and target are the same: "%s"`, at("b.mkv"))},
			[]int{1},
		},
		{
			"two files for one episode",
			[]row{{path: "a.mkv", season: 1, episode: 1}, {path: "b.mkv", season: 1, episode: 1}},
			[]string{none, fmt.Sprintf(`Season 1 episode 1 is given to two files: "%s" and "%s"`, at("a.mkv"), at("b.mkv"))},
			[]string{fmt.Sprintf(`Season 1 episode 1 is given to two files: "%s" and "%s"`, at("a.mkv"), at("b.mkv"))},
			[]int{1},
		},
		{
			"a double episode is legal",
			[]row{{path: "a.mkv", season: 1, episode: 1}, {path: "a.mkv", season: 1, episode: 2}},
			[]string{none, none},
			nil, nil,
		},
		{
			"recognised, and not there",
			[]row{{path: "gone.mkv"}, {path: "a.mkv", episode: 1}},
			[]string{missing("gone.mkv"), none},
			[]string{missing("gone.mkv")},
			[]int{0},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			task := plans.Rename
			if c.rows[0].path != "" {
				task = plans.Recognise
			}
			id := w.begin(t, task)
			for i, r := range c.rows {
				out, err := w.add(t, id, r)
				must(t, err)
				want := []string{}
				if c.add[i] != none {
					want = append(want, c.add[i])
				}
				same(t, fmt.Sprintf("add %d tells", i), want, out.Problems)
			}
			ended, err := w.end(t, id, task)
			must(t, err)
			same(t, "end tells", append([]string{}, c.end...), ended.Problems)
			v := w.view(t, id)
			same(t, "the view shows", append([]string{}, c.end...), v.Problems)
			same(t, "of the rows", append([]int{}, c.of...), v.ProblemRows)
			if len(c.end) == 0 {
				return
			}
			_, err = w.apply(t, id)
			shown := fails(t, err, fault.Conflict, "Plan cannot be applied: "+c.end[0])
			same(t, "apply lists", any(c.end), shown["problems"])
			same(t, "apply names the rows", any(c.of), shown["problemRows"])
			if v := w.view(t, id); v.Plan.Status != plans.Pending || v.Plan.AppliedAt != nil {
				t.Errorf("a refusal leaves %+v", v.Plan)
			}
		})
	}
	t.Cleanup(func() {
		left := as("a.mkv", "b.mkv", "c.mkv", "taken.mkv", "notes.txt")
		left["twin.mkv"] = "a.mkv"
		w.holds(t, left)
	})
}

// TestRepeatedFiles checks that a plan of another program in which two entries have one source or one target says so.
func TestRepeatedFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ old, now, role string }{{"second.mkv", "first.mkv", "Target"}, {"b.mkv", "a.mkv", "Source"}} {
		w := newWorld(t, "a.mkv", "b.mkv")
		id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "first.mkv"}, row{from: "b.mkv", to: "second.mkv"})
		whole, err := os.ReadFile(w.planFile(id))
		must(t, err)
		w.write(t, id, strings.Replace(string(whole), w.at(c.old), w.at(c.now), 1))
		text := fmt.Sprintf(`%s file "%s" appears multiple times in the batch`, c.role, w.at(c.now))
		v := w.view(t, id)
		same(t, "the view shows", []string{text, text}, v.Problems)
		same(t, "of the rows", []int{0, 1}, v.ProblemRows)
		_, err = w.apply(t, id)
		fails(t, err, fault.Conflict, "Plan cannot be applied: "+text)
	}
}

// TestNoFolder checks that begin accepts a missing folder, which is then reported as a problem.
func TestNoFolder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	must(t, os.Remove(w.folder))
	text := fmt.Sprintf(`Media folder "%s" does not exist`, w.folder)
	for _, task := range bothTasks {
		id := w.begin(t, task)
		added, err := w.add(t, id, rowOf(task, "a.mkv"))
		must(t, err)
		same(t, "add tells", []string{text}, added.Problems)
		ended, err := w.end(t, id, task)
		must(t, err)
		same(t, "end tells", []string{text}, ended.Problems)
		same(t, "about the whole plan", []int{-1}, w.view(t, id).ProblemRows)
		_, err = w.apply(t, id)
		fails(t, err, fault.Conflict, "Plan cannot be applied: "+text)
	}
}

// TestProblemsComeAndGo checks that problems are computed on request.
func TestProblemsComeAndGo(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "in the way.mkv")
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "in the way.mkv"})
	if n := len(w.view(t, id).Problems); n != 1 {
		t.Errorf("%d problems", n)
	}
	must(t, os.Remove(w.at("in the way.mkv")))
	if n := len(w.view(t, id).Problems); n != 0 {
		t.Errorf("%d problems", n)
	}
	must(t, os.Remove(w.at("a.mkv")))
	if n := len(w.view(t, id).Problems); n != 1 {
		t.Errorf("%d problems", n)
	}
	must(t, w.decide(t, id, plans.Rejected, ""))
	if n := len(w.view(t, id).Problems); n != 0 { // nothing is left to apply
		t.Errorf("%d problems of a rejected plan", n)
	}
}
