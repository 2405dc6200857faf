//go:build unix

package plans_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
)

// edit edits a plan as the reviewer.
func (w *world) edit(tb testing.TB, id string, in plans.EditInput) (plans.View, error) {
	tb.Helper()
	in.TaskID = id
	return w.Edit(tb.Context(), person, in)
}

// codes returns the entries of a recognition: episode and file, relative to the media folder.
func (w *world) codes(p plans.Plan) []string {
	list := make([]string, 0, len(p.Files))
	for _, e := range p.Files {
		list = append(list, fmt.Sprintf("S%02dE%02d %s", *e.Season, *e.Episode, strings.TrimPrefix(string(e.Path), w.folder+"/")))
	}
	return list
}

// TestEditRecognition checks that a person changes, shifts and adds entries in one call, that the result is checked at
// once, and that the plan says what was changed.
func TestEditRecognition(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "Show.S01E01.mkv", "Show.S01E02.mkv", "Show.S02E01.mkv", "trailer.mkv", "finale.mkv")
	out, err := w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
	must(t, err)
	same(t, "unrecognised", []media.Path{media.Path(w.at("finale.mkv")), media.Path(w.at("trailer.mkv"))}, w.view(t, out.TaskID).Unrecognised)
	view, err := w.edit(t, out.TaskID, plans.EditInput{
		Changes:   []plans.RowChange{{Row: 2, Season: new(1), Episode: new(2)}},
		ShiftRows: []int{0, 1, 1}, ShiftEpisode: 10,
		Add: []plans.AddedRow{{Season: 1, Episode: 12, Path: w.at("finale.mkv")}},
	})
	must(t, err)
	same(t, "the entries", []string{"S01E11 Show.S01E01.mkv", "S01E12 Show.S01E02.mkv", "S01E02 Show.S02E01.mkv", "S01E12 finale.mkv"}, w.codes(view.Plan))
	same(t, "the problems", []string{fmt.Sprintf(`Season 1 episode 12 is given to two files: "%s" and "%s"`, w.at("Show.S01E02.mkv"), w.at("finale.mkv"))}, view.Problems)
	same(t, "their rows", []int{3}, view.ProblemRows)
	same(t, "unrecognised", []media.Path{media.Path(w.at("trailer.mkv"))}, view.Unrecognised)
	same(t, "what an agent sees", view, w.view(t, out.TaskID))

	view, err = w.edit(t, out.TaskID, plans.EditInput{
		Changes: []plans.RowChange{{Row: 3, Episode: new(13)}}, ShiftRows: []int{0}, ShiftEpisode: -10,
	})
	must(t, err)
	rows := make([]string, 0, len(view.Edited))
	for _, e := range view.Edited {
		rows = append(rows, fmt.Sprint(e.Row, ": ", e.Was))
	}
	same(t, "edited, without the row that is as before", []string{"1: S01E02", "2: S02E01", "3: "}, rows)
	_, err = w.apply(t, out.TaskID)
	must(t, err)
	same(t, "the metadata say", map[string]string{
		"Show.S01E01.mkv": "[1,1]", "Show.S01E02.mkv": "[1,12]", "Show.S02E01.mkv": "[1,2]", "finale.mkv": "[1,13]",
	}, w.remembered(t))
	episode := w.story(t, agent).episodes[0]
	want := "A person edited 3 rows of the plan:\n- Show.S01E02.mkv: S01E02 → S01E12\n- Show.S02E01.mkv: S02E01 → S01E02\n- finale.mkv: added as S01E13"
	if episode.Reflection != want || !strings.Contains(string(episode.Metadata), `"editedCount":3`) {
		t.Errorf("the episode says %q, %s", episode.Reflection, episode.Metadata)
	}
}

// TestEditRename checks that a new target is checked like the agent's, and applied.
func TestEditRename(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv", "taken.mkv")
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "x.mkv"}, row{from: "b.mkv", to: "y.mkv"})
	view, err := w.edit(t, id, plans.EditInput{Changes: []plans.RowChange{{Row: 1, To: w.at("taken.mkv")}}})
	must(t, err)
	same(t, "the problems", []string{fmt.Sprintf(`Target file "%s" already exists in the filesystem`, w.at("taken.mkv"))}, view.Problems)
	_, err = w.edit(t, id, plans.EditInput{Changes: []plans.RowChange{{Row: 1, To: w.at("Season 1/z.mkv")}}})
	must(t, err)
	_, err = w.apply(t, id)
	must(t, err)
	w.holds(t, map[string]string{"x.mkv": "a.mkv", "Season 1/z.mkv": "b.mkv", "taken.mkv": "taken.mkv"})
	if got := w.story(t, agent).episodes[0].Reflection; got != "A person edited 1 row of the plan:\n- b.mkv: y.mkv → Season 1/z.mkv" {
		t.Errorf("the episode says %q", got)
	}
}

// TestManyEditsFitAnEpisode checks that the episode of a plan with many edited rows and long names is written, and
// lists a part of them.
func TestManyEditsFitAnEpisode(t *testing.T) {
	t.Parallel()
	dir := strings.Repeat(strings.Repeat("d", 200)+"/", 4)
	rows := make([]row, 60)
	for i := range rows {
		rows[i] = row{path: fmt.Sprint(dir, i, ".mkv"), season: 1, episode: i}
	}
	w := newWorld(t)
	for _, r := range rows {
		w.plant(t, r.path)
	}
	id := w.ready(t, plans.Recognise, rows...)
	all := make([]int, len(rows))
	for i := range all {
		all[i] = i
	}
	_, err := w.edit(t, id, plans.EditInput{ShiftRows: all, ShiftSeason: 1})
	must(t, err)
	_, err = w.apply(t, id)
	must(t, err)
	episodes := w.story(t, agent).episodes
	if len(episodes) != 1 || !strings.HasPrefix(episodes[0].Reflection, "A person edited 60 rows of the plan:\n- d") ||
		!strings.Contains(episodes[0].Reflection, "\n- and ") || len(episodes[0].Reflection) > 20<<10 {
		t.Errorf("the episodes are %+v", episodes)
	}
}

// TestEditRefuses checks that an edit follows the rules of the agent's entries, and changes all or nothing.
func TestEditRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv")
	rename := w.ready(t, plans.Rename, row{from: "a.mkv", to: "x.mkv"}, row{from: "b.mkv", to: "y.mkv"})
	recognition := w.ready(t, plans.Recognise, row{path: "a.mkv", season: 1, episode: 1}, row{path: "a.mkv", season: 1, episode: 2})
	target := func(row int, to string) plans.EditInput {
		return plans.EditInput{Changes: []plans.RowChange{{Row: 0, To: w.at("other.mkv")}, {Row: row, To: to}}}
	}
	for name, c := range map[string]struct {
		id   string
		in   plans.EditInput
		code fault.Code
		text string
	}{
		"nothing":         {rename, plans.EditInput{}, fault.InvalidArgument, "nothing to edit"},
		"no such row":     {rename, target(2, w.at("z.mkv")), fault.InvalidArgument, "the plan has 2 entries"},
		"no value":        {rename, target(1, ""), fault.InvalidArgument, "changes nothing"},
		"relative":        {rename, target(1, "z.mkv"), fault.InvalidArgument, "is abnormal"},
		"outside":         {rename, target(1, w.folder+"2/z.mkv"), fault.PermissionDenied, "is outside the media folder"},
		"taken":           {rename, target(1, w.at("other.mkv")), fault.AlreadyExists, "appears multiple times in the batch"},
		"numbers":         {rename, plans.EditInput{Changes: []plans.RowChange{{Season: new(1)}}}, fault.InvalidArgument, "give to"},
		"shifted":         {rename, plans.EditInput{ShiftRows: []int{0}, ShiftSeason: 1}, fault.InvalidArgument, "for recognitions"},
		"added":           {rename, plans.EditInput{Add: []plans.AddedRow{{Path: w.at("b.mkv")}}}, fault.InvalidArgument, "for recognitions"},
		"a target":        {recognition, target(1, w.at("z.mkv")), fault.InvalidArgument, "renames nothing"},
		"below zero":      {recognition, plans.EditInput{ShiftRows: []int{1}, ShiftEpisode: -3}, fault.InvalidArgument, "at least 0"},
		"no shift":        {recognition, plans.EditInput{ShiftRows: []int{1}}, fault.InvalidArgument, "needs shiftSeason or shiftEpisode"},
		"no row to shift": {recognition, plans.EditInput{ShiftRows: []int{5}, ShiftSeason: 1}, fault.InvalidArgument, "the plan has 2 entries"},
		"twice the same":  {recognition, plans.EditInput{ShiftRows: []int{1}, ShiftEpisode: -1}, fault.AlreadyExists, "is already in the plan"},
		"added twice":     {recognition, plans.EditInput{Add: []plans.AddedRow{{Season: 1, Episode: 2, Path: w.at("a.mkv")}}}, fault.AlreadyExists, "is already in the plan"},
		"added outside":   {recognition, plans.EditInput{Add: []plans.AddedRow{{Season: 1, Episode: 2, Path: "/etc/a.mkv"}}}, fault.PermissionDenied, "is outside the media folder"},
		"unknown":         {unknown, target(1, w.at("z.mkv")), fault.NotFound, "Plan not found: " + unknown},
	} {
		_, err := w.edit(t, c.id, c.in)
		t.Log(name)
		refuses(t, err, c.code, c.text)
	}
	for _, id := range []string{rename, recognition} {
		if view := w.view(t, id); len(view.Edited) > 0 || len(view.Plan.Files) != 2 {
			t.Errorf("a refused edit left %+v", view)
		}
	}
}

// TestEditOnlyWhileItWaits checks that a plan takes no edits before its end, after apply and after a decision.
func TestEditOnlyWhileItWaits(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	in := plans.EditInput{Changes: []plans.RowChange{{To: w.at("c.mkv")}}}
	id := w.begun(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	_, err := w.edit(t, id, in)
	fails(t, err, fault.Conflict, "Plan cannot be edited: the agent has not submitted it yet")
	_, err = w.end(t, id, plans.Rename)
	must(t, err)
	_, err = w.apply(t, id, pending)
	must(t, err)
	_, err = w.edit(t, id, in)
	refuses(t, err, fault.Conflict, "Plan cannot be edited: it was applied at ")
	must(t, w.decide(t, id, plans.Completed, ""))
	_, err = w.edit(t, id, in)
	fails(t, err, fault.Conflict, "Plan cannot be edited: status is completed")
}

// TestEditChecksTheStateThatWasSeen checks that an edit fails if the plan is not the one that the person looked at.
func TestEditChecksTheStateThatWasSeen(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	seen := w.view(t, id)
	ctx := usecase.WithPrecondition(t.Context(), func(current any) error {
		one, _ := json.Marshal(seen)
		other, _ := json.Marshal(current)
		if string(one) != string(other) {
			return fault.New(fault.Conflict, "It has changed")
		}
		return nil
	})
	for i, want := range []string{"", "It has changed"} {
		_, err := w.Edit(ctx, person, plans.EditInput{TaskID: id, Changes: []plans.RowChange{{To: w.at(fmt.Sprint(i, ".mkv"))}}})
		if want == "" {
			must(t, err)
		} else {
			fails(t, err, fault.Conflict, want)
		}
	}
}

// TestEditKeepsForeignFields checks that an edited entry keeps what another program stored in it.
func TestEditKeepsForeignFields(t *testing.T) {
	t.Parallel()
	w := newForeignWorld(t)
	w.plant(t, "a.mkv", "b.mkv")
	w.write(t, unknown, fmt.Sprintf(`{"id": %q, "task": "rename-files", "status": "pending", "readyAt": "2026-01-01T00:00:00Z", "mediaFolderPath": %q,
		"files": [ {"from": %q, "to": %q, "note": "kept"}, {"to": %q, "from": %q} ]}`,
		unknown, w.folder, w.at("a.mkv"), w.at("x.mkv"), w.at("y.mkv"), w.at("b.mkv")))
	for i := range 2 { // first with what was read, then with what was written
		_, err := w.Edit(t.Context(), everybody.person, plans.EditInput{TaskID: unknown, Changes: []plans.RowChange{{Row: 0, To: w.at(fmt.Sprint(i, ".mkv"))}}})
		must(t, err)
	}
	raw, err := os.ReadFile(w.planFile(unknown))
	must(t, err)
	var got struct{ Files []map[string]string }
	must(t, json.Unmarshal(raw, &got))
	same(t, "the entries", []map[string]string{
		{"from": w.at("a.mkv"), "to": w.at("1.mkv"), "note": "kept"}, {"from": w.at("b.mkv"), "to": w.at("y.mkv")},
	}, got.Files)
}
