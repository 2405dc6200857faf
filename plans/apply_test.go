//go:build unix

package plans_test

import (
	"context"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
)

// leaving excludes entries.
func leaving(out ...int) func(in *plans.ApplyInput) {
	return func(in *plans.ApplyInput) { in.Exclude = out }
}

// TestApplyRename checks that apply renames all files and their sidecars, which are not listed in
// `files`. It then completes the plan unless complete is false.
func TestApplyRename(t *testing.T) {
	t.Parallel()
	for _, sidecars := range []bool{true, false} {
		for _, complete := range []bool{true, false} {
			w := newWorld(t, "a.mkv", "a.en.srt", "a-thumb.jpg", "a.nfo", "ab.srt")
			id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "Season 1/E01.mkv"})
			out, err := w.apply(t, id, func(in *plans.ApplyInput) { in.Sidecars, in.Complete = sidecars, complete })
			must(t, err)
			moved := func(from, to string) plans.Moved {
				return plans.Moved{From: media.Path(w.at(from)), To: media.Path(w.at(to))}
			}
			want := map[string]string{"Season 1/E01.mkv": "a.mkv", "ab.srt": "ab.srt"}
			beside := []plans.Moved{}
			for from, to := range map[string]string{"a.en.srt": "Season 1/E01.en.srt", "a-thumb.jpg": "Season 1/E01-thumb.jpg", "a.nfo": "Season 1/E01.nfo"} {
				if sidecars {
					want[to] = from
				} else {
					want[from] = from
				}
			}
			if sidecars {
				beside = []plans.Moved{moved("a-thumb.jpg", "Season 1/E01-thumb.jpg"), moved("a.en.srt", "Season 1/E01.en.srt"), moved("a.nfo", "Season 1/E01.nfo")}
			}
			w.holds(t, want)
			same(t, "renamed", []plans.Moved{moved("a.mkv", "Season 1/E01.mkv")}, out.Renamed)
			same(t, "sidecars", beside, out.Sidecars)
			status := plans.Pending
			if complete {
				status = plans.Completed
			}
			p := w.view(t, id).Plan
			if !out.Success || p.Status != status || p.AppliedAt == nil || len(p.Files) != 1 || p.Excluded != nil {
				t.Errorf("it is %+v", p)
			}
			if out.Plan.ID != id || out.Plan.Status != status {
				t.Errorf("the reply shows %+v", out.Plan)
			}
			_, err = w.apply(t, id) // a second apply is 409
			refuses(t, err, fault.Conflict, "Plan cannot be applied")
		}
	}
}

// TestApplyNeeds checks that a plan must exist, be ready and be pending.
func TestApplyNeeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	begun := w.begun(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	_, err := w.apply(t, begun)
	refuses(t, err, fault.Conflict, "the agent has not submitted it")
	for _, status := range []plans.Status{plans.Completed, plans.Rejected} {
		id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
		must(t, w.decide(t, id, status, ""))
		_, err = w.apply(t, id)
		fails(t, err, fault.Conflict, "Plan cannot be applied: status is "+string(status))
	}
	for _, id := range []string{unknown, "no uuid"} {
		_, err = w.apply(t, id)
		fails(t, err, fault.NotFound, "Plan not found: "+id)
		_, err = w.undo(t, id)
		fails(t, err, fault.NotFound, "Plan not found: "+id)
		_, err = w.GetPlan(t.Context(), person, plans.TaskInput{TaskID: id})
		fails(t, err, fault.NotFound, "Plan not found: "+id)
	}
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	_, err = w.Apply(t.Context(), otherTenant, plans.ApplyInput{TaskID: id})
	fails(t, err, fault.NotFound, "Plan not found: "+id)
	w.holds(t, as("a.mkv"))
}

// TestExclude checks that excluded entries stay visible and count from 0. An index out of range, or
// excluding everything, is invalid_argument.
func TestExclude(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name    string
		exclude []int
		want    []int
		holds   map[string]string
		code    fault.Code
		text    string
	}{
		{"one", []int{1}, []int{1}, map[string]string{"1.mkv": "a.mkv", "b.mkv": "b.mkv", "3.mkv": "c.mkv"}, "", ""},
		{"out of order and twice", []int{2, 0, 2}, []int{0, 2}, map[string]string{"a.mkv": "a.mkv", "2.mkv": "b.mkv", "c.mkv": "c.mkv"}, "", ""},
		{"none", []int{}, nil, map[string]string{"1.mkv": "a.mkv", "2.mkv": "b.mkv", "3.mkv": "c.mkv"}, "", ""},
		{"all", []int{0, 1, 2}, nil, as("a.mkv", "b.mkv", "c.mkv"), fault.InvalidArgument, "leaves out every entry"},
		{"past the end", []int{0, 3}, nil, as("a.mkv", "b.mkv", "c.mkv"), fault.InvalidArgument, "entry 3, but the plan has 3"},
		{"before the start", []int{-1}, nil, as("a.mkv", "b.mkv", "c.mkv"), fault.InvalidArgument, "exclude[0]"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "a.mkv", "b.mkv", "c.mkv")
			id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "1.mkv"}, row{from: "b.mkv", to: "2.mkv"}, row{from: "c.mkv", to: "3.mkv"})
			given := append([]int{}, c.exclude...)
			_, err := w.apply(t, id, leaving(given...))
			if c.code != "" {
				refuses(t, err, c.code, c.text)
			} else {
				must(t, err)
			}
			w.holds(t, c.holds)
			same(t, "excluded", c.want, w.view(t, id).Plan.Excluded)
		})
	}
}

// TestExcludeMakesAProblem checks that the remaining entries are judged without the excluded ones.
func TestExcludeMakesAProblem(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv", "b.srt")
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}, row{from: "b.mkv", to: "c.mkv"})
	_, err := w.apply(t, id, leaving(1))
	shown := refuses(t, err, fault.Conflict, "already exists in the filesystem")
	same(t, "rows", any([]int{0}), shown["problemRows"])
	_, err = w.apply(t, id, leaving(0))
	must(t, err)
	w.holds(t, map[string]string{"a.mkv": "a.mkv", "c.mkv": "b.mkv", "c.srt": "b.srt"})
}

// TestChangedSinceTheEnd checks that changes between end and apply are rejected, and that no file is
// touched.
func TestChangedSinceTheEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(w *world) error
		code   fault.Code
		text   string
	}{
		"a source went":      {func(w *world) error { return os.Remove(w.at("b.mkv")) }, fault.Conflict, "does not exist in the media folder"},
		"a target came":      {func(w *world) error { return os.WriteFile(w.at("2.mkv"), nil, 0o600) }, fault.Conflict, "already exists in the filesystem"},
		"a sidecar's target": {func(w *world) error { return os.WriteFile(w.at("1.srt"), nil, 0o600) }, fault.Conflict, "already exists in the filesystem"},
		"the folder went":    {func(w *world) error { return os.RemoveAll(w.folder) }, fault.Conflict, "does not exist"},
		"a source is a link out": {func(w *world) error {
			must(t, os.Remove(w.at("b.mkv")))
			return os.Symlink("/etc/passwd", w.at("b.mkv"))
		}, fault.PermissionDenied, "outside the media folder"},
		"a folder on the way is a link out": {func(w *world) error { return os.Symlink("/tmp", w.at("n")) }, fault.PermissionDenied, "outside the media folder"},
		"a source is a folder": {func(w *world) error {
			must(t, os.Remove(w.at("b.mkv")))
			return os.Mkdir(w.at("b.mkv"), 0o750)
		}, fault.Conflict, "not a regular file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "a.mkv", "a.srt", "b.mkv", "c.mkv")
			w.remember(t, row{path: "a.mkv", season: 1, episode: 1})
			id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "1.mkv"}, row{from: "b.mkv", to: "2.mkv"}, row{from: "c.mkv", to: "n/3.mkv"})
			must(t, c.change(w))
			_, statErr := os.Stat(w.folder)
			var before map[string]string
			if statErr == nil {
				before = w.files(t)
			}
			_, err := w.apply(t, id)
			shown := refuses(t, err, c.code, c.text)
			if c.code == fault.Conflict && shown["problems"] == nil {
				t.Error("no list of problems")
			}
			if before != nil {
				w.holds(t, before)
			}
			if p := w.view(t, id).Plan; p.AppliedAt != nil || p.Status != plans.Pending {
				t.Errorf("it is %+v", p)
			}
			same(t, "the metadata say", map[string]string{"a.mkv": label(1, 1)}, w.remembered(t))
		})
	}
}

// TestRootsSetAfterwards checks that a folder outside all roots is not touched.
func TestRootsSetAfterwards(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv")
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "c.mkv"})
	applied := w.ready(t, plans.Rename, row{from: "b.mkv", to: "d.mkv"})
	_, err := w.apply(t, applied)
	must(t, err)
	rooted := w.with(func(c *plans.Config) { c.Folders = foldersOf(t, agent.Workspace+"=/elsewhere") })
	_, err = rooted.apply(t, id)
	refuses(t, err, fault.PermissionDenied, w.folder)
	_, err = rooted.undo(t, applied)
	refuses(t, err, fault.PermissionDenied, w.folder)
	w.holds(t, map[string]string{"a.mkv": "a.mkv", "d.mkv": "b.mkv"})
	must(t, rooted.decide(t, id, plans.Rejected, "")) // touches no file
}

// TestIfMatch checks that the condition is tested first, against plan and problems as a read shows them.
func TestIfMatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	changed := fault.New(fault.Conflict, "it has changed")
	sees := func(seen plans.View) context.Context {
		return usecase.WithPrecondition(t.Context(), func(current any) error {
			view, ok := current.(plans.View)
			if !ok || !cmp.Equal(seen, view, cmp.FilterPath(unexported, cmp.Ignore())) {
				return changed
			}
			return nil
		})
	}
	seen := w.view(t, id)
	w.plant(t, "b.mkv") // a problem that the reader has not seen
	_, err := w.Apply(sees(seen), person, plans.ApplyInput{TaskID: id})
	fails(t, err, fault.Conflict, "it has changed")
	must(t, os.Remove(w.at("b.mkv")))
	_, err = w.Apply(sees(seen), person, plans.ApplyInput{TaskID: id})
	must(t, err)
	_, err = w.Undo(sees(seen), person, plans.UndoInput{TaskID: id})
	fails(t, err, fault.Conflict, "it has changed")
	w.holds(t, map[string]string{"b.mkv": "a.mkv"})
	_, err = w.Undo(sees(w.view(t, id)), person, plans.UndoInput{TaskID: id})
	must(t, err)
	w.holds(t, as("a.mkv"))
	if w.view(t, id).Plan.UndoneAt == nil {
		t.Error("it is not undone")
	}
}
