//go:build unix

package plans_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"plotline/media"
	"plotline/plans"
)

// newLibrary returns a world whose media root is its media folder.
func newLibrary(tb testing.TB, files ...string) *world {
	tb.Helper()
	w := newWorld(tb, files...)
	return w.with(func(c *plans.Config) { c.Folders = foldersOf(tb, agent.Workspace+"="+w.folder) })
}

// listed returns the whole list, by folder.
func (w *world) listed(tb testing.TB) map[string]plans.LibraryFolder {
	tb.Helper()
	out, err := w.Library(tb.Context(), person, plans.LibraryInput{Limit: 1000})
	must(tb, err)
	if out.TotalCount != len(out.MediaFolders) {
		tb.Errorf("%d folders of %d", len(out.MediaFolders), out.TotalCount)
	}
	folders := map[string]plans.LibraryFolder{}
	for _, f := range out.MediaFolders {
		rel, err := filepath.Rel(w.folder, f.MediaFolderPath.Native())
		must(tb, err)
		if sum := f.RecognisedCount + f.CertainCount + f.UncertainCount + f.LeftOutCount; sum != f.FileCount {
			tb.Errorf("%s has %d files, and counts of %d", rel, f.FileCount, sum)
		}
		folders[rel] = f
	}
	return folders
}

// TestLibrary checks the counts of each folder, before and after a recognition.
func TestLibrary(t *testing.T) {
	t.Parallel()
	w := newLibrary(t,
		"tv/Bron/Bron S01E01.mkv", "tv/Bron/Bron S01E02-E03.mkv", "tv/Bron/Bron S01E01 copy.mp4", "tv/Bron/trailer.mkv",
		"tv/Dark/Season 1/Dark S01E01.mkv", "tv/Dark/Disc 2/01.mkv", "film/Alien (1979)/Alien.mkv",
	)
	got := w.listed(t)
	bron := got["tv/Bron"]
	same(t, "the folders are", []string{"film/Alien (1979)", "tv/Bron", "tv/Dark"}, sortedKeys(got))
	same(t, "Bron has", [4]int{0, 2, 0, 2}, [4]int{bron.RecognisedCount, bron.CertainCount, bron.UncertainCount, bron.LeftOutCount})
	same(t, "its reasons are", []plans.ReasonCount{
		{Reason: "a sample, a trailer or an extra", FileCount: 1}, {Reason: "another file is the same episode", FileCount: 1},
	}, bron.Reasons)
	same(t, "Dark has uncertain files", 1, got["tv/Dark"].UncertainCount)
	if bron.Plan != nil {
		t.Errorf("a plan waits: %+v", bron.Plan)
	}

	bronPath := media.Path(w.at("tv/Bron"))
	made, err := w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: string(bronPath)})
	must(t, err)
	waits := w.listed(t)["tv/Bron"].Plan
	same(t, "the plan is", &plans.LibraryPlan{TaskID: made.TaskID, FileCount: 3, Ready: true, AllCertain: true}, waits)
	_, err = w.Apply(t.Context(), person, plans.ApplyInput{TaskID: made.TaskID, Complete: true})
	must(t, err)
	bron = w.listed(t)["tv/Bron"]
	same(t, "Bron has", [4]int{2, 0, 0, 2}, [4]int{bron.RecognisedCount, bron.CertainCount, bron.UncertainCount, bron.LeftOutCount})
	if bron.Plan != nil {
		t.Errorf("a plan waits: %+v", bron.Plan)
	}
}

// TestLibraryRenames checks which recognised files have other names than their episodes, and the rename that waits.
func TestLibraryRenames(t *testing.T) {
	t.Parallel()
	w := newLibrary(t, "Bron/bron.s01e01.mkv", "Bron/Bron - S01E02.mkv", "Dark/Dark S01E01.mkv")
	recognised, err := w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.at("Bron")})
	must(t, err)
	same(t, "before it is recognised, to rename are", 0, w.listed(t)["Bron"].RenameCount)
	_, err = w.apply(t, recognised.TaskID)
	must(t, err)
	got := w.listed(t)
	same(t, "to rename are", [2]int{1, 0}, [2]int{got["Bron"].RenameCount, got["Dark"].RenameCount})
	made, err := w.ProposeRename(t.Context(), agent, plans.ProposeRenameInput{MediaFolderPath: w.at("Bron")})
	must(t, err)
	waits := &plans.LibraryPlan{TaskID: made.TaskID, FileCount: 1, Ready: true, AllCertain: true}
	same(t, "the rename is", waits, w.listed(t)["Bron"].RenamePlan)
	_, err = w.Edit(t.Context(), person, plans.EditInput{TaskID: made.TaskID, Changes: []plans.RowChange{{To: w.at("Bron/other.mkv")}}})
	must(t, err)
	waits.AllCertain = false
	same(t, "the edited rename is", waits, w.listed(t)["Bron"].RenamePlan)
	_, err = w.apply(t, made.TaskID)
	must(t, err)
	bron := w.listed(t)["Bron"]
	if bron.RenamePlan != nil || bron.RenameCount != 1 {
		t.Errorf("afterwards, Bron is %+v", bron)
	}
	begun, err := w.BeginRename(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.at("Bron")})
	must(t, err)
	_, err = w.AddRename(t.Context(), agent, plans.AddRenameInput{TaskID: begun.TaskID, From: w.at("Bron/other.mkv"), To: w.at("Bron/mine.mkv")})
	must(t, err)
	_, err = w.EndRename(t.Context(), agent, plans.TaskInput{TaskID: begun.TaskID})
	must(t, err)
	same(t, "an agent's rename is", &plans.LibraryPlan{TaskID: begun.TaskID, FileCount: 1, Ready: true}, w.listed(t)["Bron"].RenamePlan)
}

// TestLibrarySorts checks for which folders a rename by show is offered: those with videos of several shows, and none of their
// own.
func TestLibrarySorts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files []string
		want  int
	}{
		"several shows": {[]string{"Stuff/Bron S01E01.mkv", "Stuff/Bron S01E02.mkv", "Stuff/Dark S01E01.mkv", "Stuff/Dark S01E02.mkv", "Stuff/holiday.mp4"}, 4},
		"one show in two spellings": {[]string{
			"Fullmetal Alchemist Brotherhood/Fullmetal.Alchemist.Brotherhood.Ep.01.mkv", "Fullmetal Alchemist Brotherhood/Fullmetal.Alchemist.Brotherhood.Ep.02.mkv",
			"Fullmetal Alchemist Brotherhood/FMA Brotherhood Ep 03.mkv", "Fullmetal Alchemist Brotherhood/FMA Brotherhood Ep 04.mkv",
		}, 0},
		"a show with another": {[]string{
			"Bron/Bron S01E01.mkv", "Bron/Bron S01E02.mkv", "Bron/Dark S01E01.mkv", "Bron/Dark S01E02.mkv",
		}, 0},
		"one show": {[]string{"Stuff/Bron S01E01.mkv", "Stuff/Bron S01E02.mkv"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for folder, f := range newLibrary(t, c.files...).listed(t) {
				same(t, folder, c.want, f.SortCount)
			}
		})
	}
}

// TestLibraryPlanNotCertain lists what a person has to look at before it is confirmed.
func TestLibraryPlanNotCertain(t *testing.T) {
	t.Parallel()
	propose := func(t *testing.T, w *world) string {
		t.Helper()
		made, err := w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.at("Bron")})
		must(t, err)
		return made.TaskID
	}
	for name, c := range map[string]struct {
		files   []string
		prepare func(t *testing.T, w *world)
	}{
		"an uncertain file in the folder": {
			[]string{"Bron/Season 1/Bron S01E01.mkv", "Bron/Disc 2/01.mkv"},
			func(t *testing.T, w *world) { t.Helper(); propose(t, w) },
		},
		"edited": {
			[]string{"Bron/Bron S01E01.mkv"},
			func(t *testing.T, w *world) {
				t.Helper()
				season := 2
				_, err := w.Edit(t.Context(), person, plans.EditInput{TaskID: propose(t, w), Changes: []plans.RowChange{{Season: &season}}})
				must(t, err)
			},
		},
		"an agent's own number": {
			[]string{"Bron/Bron S01E01.mkv"},
			func(t *testing.T, w *world) {
				t.Helper()
				w.recognition(t, "Bron", 5)
			},
		},
		"another file is recognised as the episode": {
			[]string{"Bron/a.mkv", "Bron/Bron S01E01.mkv"},
			func(t *testing.T, w *world) {
				t.Helper()
				metadata := w.config.Libraries.Of(agent.Workspace)
				one := 1
				must(t, metadata.Update(t.Context(), media.Path(w.at("Bron")), func(m *media.Metadata) error {
					m.Assign([]media.Assignment{{Season: one, Episode: one, Path: media.Path(w.at("Bron/a.mkv"))}})
					return nil
				}))
				propose(t, w)
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newLibrary(t, c.files...)
			c.prepare(t, w)
			waits := w.listed(t)["Bron"].Plan
			if waits == nil || !waits.Ready || waits.AllCertain {
				t.Errorf("the plan is %+v", waits)
			}
		})
	}
}

// recognition submits a plan that gives a number of season 1 to the file of a folder.
func (w *world) recognition(tb testing.TB, folder string, episode int) {
	tb.Helper()
	begun, err := w.BeginRecognise(tb.Context(), agent, plans.BeginInput{MediaFolderPath: w.at(folder)})
	must(tb, err)
	_, err = w.AddRecognised(tb.Context(), agent, plans.AddRecognisedInput{
		TaskID: begun.TaskID, Season: 1, Episode: episode, Path: w.at(folder + "/Bron S01E01.mkv"),
	})
	must(tb, err)
	_, err = w.EndRecognise(tb.Context(), agent, plans.TaskInput{TaskID: begun.TaskID})
	must(tb, err)
}

// TestLibraryInParts checks that the parts of the list make the whole, and that a folder that is gone says so.
func TestLibraryInParts(t *testing.T) {
	t.Parallel()
	w := newLibrary(t, "a/A S01E01.mkv", "b/B S01E01.mkv", "c/C S01E01.mkv")
	must(t, w.config.Libraries.Of(agent.Workspace).Update(t.Context(), media.Path(w.at("gone")), func(*media.Metadata) error { return nil }))
	var found []string
	for offset := 0; offset < 4; offset += 2 {
		out, err := w.Library(t.Context(), person, plans.LibraryInput{Limit: 2, Offset: offset})
		must(t, err)
		same(t, "the number of folders is", 4, out.TotalCount)
		for _, f := range out.MediaFolders {
			found = append(found, f.MediaFolderPath.Base())
			if gone := f.MediaFolderPath.Base() == "gone"; gone != (f.Problem != "") {
				t.Errorf("%s has the problem %q", f.MediaFolderPath, f.Problem)
			}
		}
	}
	same(t, "the folders are", []string{"a", "b", "c", "gone"}, found)
	if out, err := w.Library(t.Context(), otherTenant, plans.LibraryInput{Limit: 10}); err != nil || out.TotalCount != 0 {
		t.Errorf("another workspace lists %+v, %v", out, err)
	}
}

func sortedKeys(folders map[string]plans.LibraryFolder) []string {
	keys := make([]string, 0, len(folders))
	for key := range folders {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// BenchmarkLibrary lists 400 folders of 100 files.
func BenchmarkLibrary(b *testing.B) {
	files := make([]string, 0, 40_000)
	for show := range 400 {
		for episode := range 100 {
			files = append(files, fmt.Sprintf("Show %03d/Season %d/Show %03d - S%02dE%02d - Title [1080p].mkv", show, episode/25+1, show, episode/25+1, episode%25+1))
		}
	}
	w := newLibrary(b, files...)
	for b.Loop() {
		out, err := w.Library(b.Context(), person, plans.LibraryInput{Limit: 1000})
		if err != nil || out.TotalCount != 400 || out.MediaFolders[399].CertainCount != 100 {
			b.Fatalf("%d folders, %v", out.TotalCount, err)
		}
	}
}
