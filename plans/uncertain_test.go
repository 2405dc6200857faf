//go:build unix

package plans_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/media"
	"plotline/plans"
)

// What recognise says about names in these tests.
const (
	ofDisc    = "its folder is a disc or a part, which may count from 1 again"
	ofSpecial = "its name says that it is a special, but not which"
)

// uncertain are the files of a folder with three certain, six uncertain and two unrecognised ones.
var uncertain = []string{
	"Show.S01E01.mkv", "Show.S01E02.mkv", "Show.S01E05.mkv", "Disc 2/Show - 05.mkv", "Disc 2/Show - 06.mkv", "Disc 2/Show - 07-08.mkv",
	"Disc 2/Show - 09 x.mkv", "Disc 3/Show - 10.mkv", "Show - 04 - OVA.mkv", "Show - OVA.mkv", "trailer.mkv",
}

// propose proposes a recognition of the media folder.
func (w *world) propose(tb testing.TB) plans.ProposeOutput {
	tb.Helper()
	out, err := w.Propose(tb.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
	must(tb, err)
	return out
}

// doubts formats uncertain files as lines: guess, name, reason and what they displace.
func (w *world) doubts(list []plans.Uncertain) []string {
	lines := make([]string, 0, len(list))
	name := func(path media.Path) string { return strings.TrimPrefix(string(path), w.folder+"/") }
	for _, u := range list {
		guess := "?"
		if u.Season != nil && u.Episode != nil {
			guess = plans.Entry{Season: u.Season, Episode: u.Episode}.EpisodeCode()
		}
		lines = append(lines, strings.TrimSpace(fmt.Sprint(guess, " ", name(u.Path), ": ", u.Why, " ", name(u.Displaces))))
	}
	return lines
}

// TestUncertainFiles checks that the proposal and the plan list uncertain files, each episode of a double one, with what
// they would displace, and the reason for each unrecognised file. None is in the plan.
func TestUncertainFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t, uncertain...)
	w.remember(t, row{path: "Show - old.avi", season: 1, episode: 7}, row{path: "Disc 2/Show - 06.mkv", season: 1, episode: 6},
		row{path: "Show.S01E01.mkv", season: 1, episode: 9}) // the plan gives this one another episode
	out := w.propose(t)
	want := []string{
		"S01E05 Disc 2/Show - 05.mkv: " + ofDisc + " Show.S01E05.mkv",
		"S01E06 Disc 2/Show - 06.mkv: " + ofDisc,
		"S01E07 Disc 2/Show - 07-08.mkv: " + ofDisc + " Show - old.avi",
		"S01E08 Disc 2/Show - 07-08.mkv: " + ofDisc,
		"S01E09 Disc 2/Show - 09 x.mkv: " + ofDisc,
		"S01E10 Disc 3/Show - 10.mkv: " + ofDisc,
		"S00E04 Show - 04 - OVA.mkv: " + ofSpecial,
	}
	same(t, "uncertain", want, w.doubts(out.Uncertain))
	same(t, "unrecognised", []media.Path{media.Path(w.at("Show - OVA.mkv")), media.Path(w.at("trailer.mkv"))}, out.Unrecognised)
	same(t, "reasons", []string{"no episode in its name", "a sample, a trailer or an extra"}, out.Reasons)
	view := w.view(t, out.TaskID)
	same(t, "the plan's uncertain files", out.Uncertain, view.Uncertain)
	same(t, "the plan's reasons", out.Reasons, view.Reasons)
	same(t, "the entries", []string{"S01E01 Show.S01E01.mkv", "S01E02 Show.S01E02.mkv", "S01E05 Show.S01E05.mkv"}, w.codes(view.Plan))
	raw, err := os.ReadFile(w.planFile(out.TaskID))
	must(t, err)
	if strings.Contains(string(raw), "displaces") {
		t.Errorf("the file has what may change: %s", raw)
	}
	_, err = w.apply(t, out.TaskID)
	must(t, err)
	if got := w.remembered(t); got["Disc 2/Show - 05.mkv"] != "" || got["Show.S01E05.mkv"] != "[1,5]" {
		t.Errorf("the metadata say %v", got)
	}
}

// TestMoveUp checks that uncertain files become entries with their guesses or with other numbers, alone or with all that
// are named alike, and that the others stay uncertain.
func TestMoveUp(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		up   []plans.UpRow
		want []string // new entries
		left int      // uncertain elements
	}{
		"its guess":       {[]plans.UpRow{{Path: "Disc 2/Show - 06.mkv"}}, []string{"S01E06 Disc 2/Show - 06.mkv"}, 6},
		"both episodes":   {[]plans.UpRow{{Path: "Disc 2/Show - 07-08.mkv"}}, []string{"S01E07 Disc 2/Show - 07-08.mkv", "S01E08 Disc 2/Show - 07-08.mkv"}, 5},
		"another season":  {[]plans.UpRow{{Path: "Disc 2/Show - 07-08.mkv", Season: new(2)}}, []string{"S02E07 Disc 2/Show - 07-08.mkv", "S02E08 Disc 2/Show - 07-08.mkv"}, 5},
		"another episode": {[]plans.UpRow{{Path: "Disc 2/Show - 07-08.mkv", Episode: new(9)}}, []string{"S01E09 Disc 2/Show - 07-08.mkv"}, 5},
		"twice": {
			[]plans.UpRow{{Path: "Disc 2/Show - 06.mkv", Season: new(3), Episode: new(1)}, {Path: "Disc 2/Show - 06.mkv", Season: new(3), Episode: new(2)}},
			[]string{"S03E01 Disc 2/Show - 06.mkv", "S03E02 Disc 2/Show - 06.mkv"},
			6,
		},
		"alike": {
			[]plans.UpRow{{Path: "Disc 2/Show - 06.mkv", Alike: true}},
			[]string{"S01E06 Disc 2/Show - 06.mkv", "S01E05 Disc 2/Show - 05.mkv"},
			5,
		},
		"alike, one as entered": {
			[]plans.UpRow{{Path: "Disc 2/Show - 05.mkv", Season: new(2), Episode: new(1)}, {Path: "Disc 2/Show - 06.mkv", Alike: true}},
			[]string{"S02E01 Disc 2/Show - 05.mkv", "S01E06 Disc 2/Show - 06.mkv"},
			5,
		},
		"no other is alike": {[]plans.UpRow{{Path: "Show - 04 - OVA.mkv", Alike: true}}, []string{"S00E04 Show - 04 - OVA.mkv"}, 6},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, uncertain...)
			id := w.propose(t).TaskID
			for i := range test.up {
				test.up[i].Path = w.at(test.up[i].Path)
			}
			view, err := w.edit(t, id, plans.EditInput{Up: test.up})
			must(t, err)
			same(t, "the new entries", test.want, w.codes(view.Plan)[3:])
			if len(view.Uncertain) != test.left || len(view.Edited) != len(test.want) || view.Edited[0].Was != "" {
				t.Errorf("uncertain: %v, edited: %v", w.doubts(view.Uncertain), view.Edited)
			}
			same(t, "what is read", view, w.view(t, id))
		})
	}
}

// TestMoveUpOntoAnEntry checks that the plan says when a file that was moved up claims the episode of an entry, and that
// a file that a person adds is uncertain no more.
func TestMoveUpOntoAnEntry(t *testing.T) {
	t.Parallel()
	w := newWorld(t, uncertain...)
	id := w.propose(t).TaskID
	view, err := w.edit(t, id, plans.EditInput{
		Up:  []plans.UpRow{{Path: w.at("Disc 2/Show - 05.mkv")}},
		Add: []plans.AddedRow{{Season: 1, Episode: 6, Path: w.at("Disc 2/Show - 06.mkv")}, {Season: 0, Episode: 1, Path: w.at("Show - OVA.mkv")}},
	})
	must(t, err)
	same(t, "problems", []string{fmt.Sprintf(`Season 1 episode 5 is given to two files: "%s" and "%s"`, w.at("Show.S01E05.mkv"), w.at("Disc 2/Show - 05.mkv"))}, view.Problems)
	if len(view.Uncertain) != 5 {
		t.Errorf("uncertain: %v", w.doubts(view.Uncertain))
	}
	same(t, "the reasons that are left", []string{"a sample, a trailer or an extra"}, view.Reasons)
	_, err = w.apply(t, id)
	fails(t, err, fault.Conflict, "Plan cannot be applied: "+view.Problems[0])
}

// TestMoveUpRefuses checks what cannot be moved up or remembered, and that then nothing changes.
func TestMoveUpRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, uncertain...)
	id := w.propose(t).TaskID
	rename := w.ready(t, plans.Rename, row{from: "trailer.mkv", to: "b.mkv"})
	up := func(name string) plans.EditInput {
		return plans.EditInput{Up: []plans.UpRow{{Path: w.at("Disc 2/Show - 05.mkv")}, {Path: name}}}
	}
	for name, test := range map[string]struct {
		id   string
		in   plans.EditInput
		code fault.Code
		text string
	}{
		"certain":      {id, up(w.at("Show.S01E01.mkv")), fault.InvalidArgument, "is not an uncertain file of the plan"},
		"unrecognised": {id, up(w.at("trailer.mkv")), fault.InvalidArgument, "is not an uncertain file of the plan"},
		"relative":     {id, up("Show - 04 - OVA.mkv"), fault.InvalidArgument, "is abnormal"},
		"outside":      {id, up("/etc/a.mkv"), fault.PermissionDenied, "is outside the media folder"},
		"twice":        {id, up(w.at("Disc 2/Show - 05.mkv")), fault.AlreadyExists, "is already in the plan"},
		"a rename":     {rename, plans.EditInput{Up: []plans.UpRow{{Path: w.at("trailer.mkv")}}}, fault.InvalidArgument, "up is for recognitions"},
		"a rule of a rename": {
			rename, plans.EditInput{Remember: []plans.Remember{plans.RememberAbsolute}}, fault.InvalidArgument, "remember is for recognitions",
		},
	} {
		_, err := w.edit(t, test.id, test.in)
		t.Log(name)
		refuses(t, err, test.code, test.text)
	}
	if view := w.view(t, id); len(view.Plan.Files) != 3 || len(view.Uncertain) != 7 || len(view.Edited) > 0 {
		t.Errorf("a refused edit left %+v", view)
	}
}

// TestGuessWithoutNumbers checks that a file needs numbers where its guess lacks them, and that others alike leave it.
func TestGuessWithoutNumbers(t *testing.T) {
	t.Parallel()
	w := newForeignWorld(t)
	w.plant(t, "a1.mkv", "a2.mkv")
	w.write(t, unknown, fmt.Sprintf(`{"id": %q, "task": "recognize-media-file", "status": "pending", "readyAt": "2026-01-01T00:00:00Z", "mediaFolderPath": %q,
		"files": [], "uncertain": [{"path": %q, "season": 1, "why": "x"}, {"path": %q, "season": 1, "episode": 2, "why": "x"}]}`,
		unknown, w.folder, w.at("a1.mkv"), w.at("a2.mkv")))
	edit := func(up plans.UpRow) (plans.View, error) {
		return w.Edit(t.Context(), everybody.person, plans.EditInput{TaskID: unknown, Up: []plans.UpRow{up}})
	}
	_, err := edit(plans.UpRow{Path: w.at("a1.mkv"), Alike: true})
	refuses(t, err, fault.InvalidArgument, "give season and episode")
	view, err := edit(plans.UpRow{Path: w.at("a2.mkv"), Alike: true})
	must(t, err)
	same(t, "the entries", []string{"S01E02 a2.mkv"}, w.codes(view.Plan))
	same(t, "uncertain", []string{"? a1.mkv: x"}, w.doubts(view.Uncertain))
	view, err = edit(plans.UpRow{Path: w.at("a1.mkv"), Episode: new(1)})
	must(t, err)
	same(t, "the entries", []string{"S01E02 a2.mkv", "S01E01 a1.mkv"}, w.codes(view.Plan))
}

// TestOnlyUncertainFiles checks that a plan without a certain file waits, says what to do, and can be applied afterwards.
func TestOnlyUncertainFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "Disc 2/Show - 05.mkv", "Disc 2/Show - 06.mkv")
	out := w.propose(t)
	const empty = "No file of the plan is certain; move uncertain files up first"
	if view := w.view(t, out.TaskID); out.FileCount != 0 || !slices.Equal(view.Problems, []string{empty}) || !slices.Equal(view.ProblemRows, []int{-1}) {
		t.Errorf("%+v, %+v", out, view)
	}
	check, err := w.Check(t.Context(), person, plans.CheckInput{TaskID: out.TaskID})
	must(t, err)
	same(t, "the check", plans.CheckOutput{Problems: []string{empty}, ProblemRows: []int{-1}, LeaveOut: []int{}}, check)
	_, err = w.apply(t, out.TaskID)
	fails(t, err, fault.Conflict, "Plan cannot be applied: "+empty)
	view, err := w.edit(t, out.TaskID, plans.EditInput{Up: []plans.UpRow{{Path: w.at("Disc 2/Show - 05.mkv"), Alike: true}}})
	must(t, err)
	same(t, "problems", []string{}, view.Problems)
	_, err = w.apply(t, out.TaskID)
	must(t, err)
	same(t, "the metadata say", map[string]string{"Disc 2/Show - 05.mkv": "[1,5]", "Disc 2/Show - 06.mkv": "[1,6]"}, w.remembered(t))
	if other := w.propose(t); w.decide(t, other.TaskID, plans.Rejected, "") != nil {
		t.Error("a plan with uncertain files only cannot be rejected")
	}
}

// TestFolderRemembers checks that the folder remembers nothing before the plan is applied, and that its files are certain
// afterwards.
func TestFolderRemembers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "Disc 2/Show - 06.mkv", "Disc 2/Show - 07.mkv", "Show - 04 - OVA.mkv")
	id := w.propose(t).TaskID
	_, err := w.edit(t, id, plans.EditInput{
		Up: []plans.UpRow{{Path: w.at("Disc 2/Show - 06.mkv")}}, Remember: []plans.Remember{plans.RememberSpecials},
	})
	must(t, err)
	view, err := w.edit(t, id, plans.EditInput{Remember: []plans.Remember{plans.RememberAbsolute, plans.RememberSpecials}})
	must(t, err)
	same(t, "the plan", []plans.Remember{plans.RememberAbsolute, plans.RememberSpecials}, view.Remember)
	if out := w.propose(t); out.FileCount != 0 {
		t.Errorf("before the plan is applied: %+v", out)
	}
	_, err = w.apply(t, id)
	must(t, err)
	out := w.propose(t)
	same(t, "afterwards", []string{"S00E04 Show - 04 - OVA.mkv", "S01E06 Disc 2/Show - 06.mkv", "S01E07 Disc 2/Show - 07.mkv"}, w.codes(w.view(t, out.TaskID).Plan))
	same(t, "uncertain", []plans.Uncertain{}, out.Uncertain)
}

// TestNotesOfAnUncertainFile checks that an agent that adds an uncertain file is obeyed and gets the reason.
func TestNotesOfAnUncertainFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "Show.S01E01.mkv", "Show - 04 - OVA.mkv")
	id := w.begin(t, plans.Recognise)
	out, err := w.add(t, id, row{path: "Show.S01E01.mkv", season: 1, episode: 1})
	must(t, err)
	same(t, "a certain one", plans.AddOutput{Success: true, TaskID: id, Problems: []string{}}, out)
	out, err = w.add(t, id, row{path: "Show - 04 - OVA.mkv", season: 0, episode: 9})
	must(t, err)
	same(t, "an uncertain one", plans.AddOutput{
		Success: true, TaskID: id, Problems: []string{},
		Notes: []string{fmt.Sprintf(`The episode of "%s" is uncertain: %s`, w.at("Show - 04 - OVA.mkv"), ofSpecial)},
	}, out)
	same(t, "the entries", []string{"S01E01 Show.S01E01.mkv", "S00E09 Show - 04 - OVA.mkv"}, w.codes(w.view(t, id).Plan))
}

// TestUncertainFilesFollowRename checks that uncertain files have their new paths after a rename, and that a plan of these
// alone moves with its folder.
func TestUncertainFilesFollowRename(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "x/Disc 2/Show - 05.mkv", "x/Disc 2/Show - 06.mkv")
	out, err := w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.at("x")})
	must(t, err)
	_, err = w.apply(t, w.ready(t, plans.Rename,
		row{from: "x/Disc 2/Show - 05.mkv", to: "y/Disc 2/Show - 05.mkv"}, row{from: "x/Disc 2/Show - 06.mkv", to: "y/Disc 2/Show - 06.mkv"}))
	must(t, err)
	view := w.view(t, out.TaskID)
	same(t, "its folder", media.Path(w.at("y")), view.Plan.MediaFolderPath)
	same(t, "its files", []string{"S01E05 y/Disc 2/Show - 05.mkv: " + ofDisc, "S01E06 y/Disc 2/Show - 06.mkv: " + ofDisc}, w.doubts(view.Uncertain))
}

// TestPlanWithoutReasons checks that a plan of a version that kept no reasons has as many empty ones.
func TestPlanWithoutReasons(t *testing.T) {
	t.Parallel()
	w := newForeignWorld(t)
	w.plant(t, "a.mkv", "b.mkv", "c.mkv")
	w.write(t, unknown, fmt.Sprintf(`{"id": %q, "task": "recognize-media-file", "status": "pending", "readyAt": "2026-01-01T00:00:00Z", "mediaFolderPath": %q,
		"files": [{"season": 1, "episode": 1, "path": %q}], "unrecognised": [%q, %q]}`,
		unknown, w.folder, w.at("a.mkv"), w.at("b.mkv"), w.at("c.mkv")))
	view, err := w.Edit(t.Context(), everybody.person, plans.EditInput{TaskID: unknown, Add: []plans.AddedRow{{Season: 1, Episode: 2, Path: w.at("b.mkv")}}})
	must(t, err)
	same(t, "unrecognised", []media.Path{media.Path(w.at("c.mkv"))}, view.Unrecognised)
	same(t, "reasons", []string{""}, view.Reasons)
}

// TestDuplicateSaysOfWhich checks that a left-out copy says which file has its episode, and that a confirmed file keeps its
// episode though another one is the better copy.
func TestDuplicateSaysOfWhich(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "Show.S01E01.1080p.mkv", "Show.S01E01.720p.mkv", "Show.S01E02.1080p.mkv", "Show.S01E02.720p.mkv")
	w.remember(t, row{path: "Show.S01E02.720p.mkv", season: 1, episode: 2})
	out := w.propose(t)
	same(t, "the entries", []string{"S01E01 Show.S01E01.1080p.mkv", "S01E02 Show.S01E02.720p.mkv"}, w.codes(w.view(t, out.TaskID).Plan))
	same(t, "the reasons", []string{"another file is the same episode: Show.S01E01.1080p.mkv", "another file is the same episode: Show.S01E02.720p.mkv"}, out.Reasons)
}
