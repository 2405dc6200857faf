//go:build unix

package plans_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/media"
	"plotline/plans"
)

// TestProposeRename checks that recognised files are named after their episodes, that the others stay, and that nothing is
// proposed twice.
func TestProposeRename(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "one.mkv", "one.de.srt", "double.mp4", "2/deux.mkv", "other.mkv", "Dusk - S01E04 - Named.mkv")
	propose := func() (plans.EndOutput, error) {
		return w.ProposeRename(t.Context(), agent, plans.ProposeRenameInput{MediaFolderPath: w.folder})
	}
	_, err := propose()
	refuses(t, err, fault.NotFound, "is recognised; confirm a plan")
	long := strings.Repeat("long ", 60)
	w.describe(t, func(m *media.Metadata) {
		m.TMDBTvShow = &media.TVShow{Name: "Dusk", Seasons: []media.Season{
			{SeasonNumber: 1, Episodes: []media.Episode{
				{EpisodeNumber: 1, Name: "What/if: \"we\" go?"}, {EpisodeNumber: 2, Name: "A"}, {EpisodeNumber: 3, Name: "B"}, {EpisodeNumber: 4, Name: "Named"},
			}},
			{SeasonNumber: 2, Episodes: []media.Episode{{EpisodeNumber: 10, Name: long}}},
		}}
	})
	id := w.ready(t, plans.Recognise, row{season: 1, episode: 1, path: "one.mkv"}, row{season: 1, episode: 2, path: "double.mp4"}, row{season: 1, episode: 3, path: "double.mp4"}, row{season: 2, episode: 10, path: "2/deux.mkv"}, row{season: 1, episode: 4, path: "Dusk - S01E04 - Named.mkv"})
	_, err = w.apply(t, id)
	must(t, err)
	out, err := propose()
	must(t, err)
	if !out.Success || out.FileCount != 3 || len(out.Problems) > 0 {
		t.Errorf("it says %+v", out)
	}
	named := map[string]string{}
	for _, e := range w.view(t, out.TaskID).Plan.Files {
		from, _ := filepath.Rel(w.folder, e.From.Native())
		to, _ := filepath.Rel(w.folder, e.To.Native())
		named[from] = to
	}
	cut := named["2/deux.mkv"]
	same(t, "the names", map[string]string{
		"one.mkv": "Dusk - S01E01 - What-if- we go.mkv", "double.mp4": "Dusk - S01E02-E03 - A & B.mp4", "2/deux.mkv": cut,
	}, named)
	if !strings.HasPrefix(cut, "2/Dusk - S02E10 - long long") || len(cut) > 220 || !strings.HasSuffix(cut, "long.mkv") {
		t.Errorf("a long title gives %q", cut)
	}
	_, err = w.apply(t, out.TaskID)
	must(t, err)
	if _, there := w.files(t)["Dusk - S01E01 - What-if- we go.de.srt"]; !there {
		t.Errorf("the subtitle did not come along: %v", w.files(t))
	}
	_, err = propose()
	refuses(t, err, fault.Conflict, "have the names of their episodes already")
}

// TestProposeRenameUnknownShow checks the names of files of a show that only names describe: one whose folder is named like a
// release, and one with two episodes in a file, whose title stays.
func TestProposeRenameUnknownShow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		folder string
		files  []string
		want   []string
	}{
		"in a release": {"www.site.example - Narcos.S02E07.WEBRip.x264-GRP", []string{"Narcos.S02E07.WEBRip.x264-GRP.mkv"}, []string{"Narcos - S02E07.mkv"}},
		"a double episode": {"TNG", []string{"tng.s01e01-e02.encounter.at.farpoint.mkv", "tng.s01e03.mkv"}, []string{
			"TNG - S01E01-E02 - encounter at farpoint.mkv", "TNG - S01E03.mkv",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := make([]string, len(c.files))
			for i, file := range c.files {
				files[i] = c.folder + "/" + file
			}
			w := newLibrary(t, files...)
			folder := w.at(c.folder)
			made, err := w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: folder})
			must(t, err)
			_, err = w.apply(t, made.TaskID)
			must(t, err)
			out, err := w.ProposeRename(t.Context(), agent, plans.ProposeRenameInput{MediaFolderPath: folder})
			must(t, err)
			entries := w.view(t, out.TaskID).Plan.Files
			names := make([]string, len(entries))
			for i, e := range entries {
				names[i] = e.To.Base()
			}
			same(t, "the names", c.want, names)
		})
	}
}

// TestProposeByShow checks that the videos of several shows in one folder move into folders of their shows, with their
// subtitles and under their names, that an undo takes that back, and that the other videos stay.
func TestProposeByShow(t *testing.T) {
	t.Parallel()
	w := newLibrary(t, "Dark/Dark S01E01.mkv", "dark.s01e02.mkv", "dark.s01e02.de.srt", "Bron.S01E01.mkv", "BRON 1x02.avi", "holiday.mp4", "S01E05.mkv")
	before := w.files(t)
	out, err := w.Library(t.Context(), person, plans.LibraryInput{Limit: 1})
	must(t, err)
	mixed := plans.MixedFolder{FolderPath: media.Path(w.folder), FileCount: 5, SortCount: 3, Unsorted: []string{"S01E05.mkv", "holiday.mp4"}}
	same(t, "mixed are", []plans.MixedFolder{mixed}, out.MixedFolders)
	made, err := w.ProposeRename(t.Context(), agent, plans.ProposeRenameInput{MediaFolderPath: w.folder, ByShow: true})
	must(t, err)
	same(t, "the plan has problems", []string{}, made.Problems)
	out, err = w.Library(t.Context(), person, plans.LibraryInput{Limit: 1})
	must(t, err)
	mixed.RenamePlan = &plans.LibraryPlan{TaskID: made.TaskID, FileCount: 3, Ready: true}
	same(t, "mixed are", []plans.MixedFolder{mixed}, out.MixedFolders)
	_, err = w.apply(t, made.TaskID)
	must(t, err)
	same(t, "the files are", []string{
		"BRON/BRON 1x02.avi", "BRON/Bron.S01E01.mkv", "Dark/Dark S01E01.mkv", "Dark/dark.s01e02.de.srt", "Dark/dark.s01e02.mkv", "S01E05.mkv", "holiday.mp4",
	}, slices.Sorted(maps.Keys(w.files(t))))
	same(t, "certain are", [2]int{2, 2}, [2]int{w.listed(t)["BRON"].CertainCount, w.listed(t)["Dark"].CertainCount})
	_, err = w.ProposeRename(t.Context(), agent, plans.ProposeRenameInput{MediaFolderPath: w.folder, ByShow: true})
	refuses(t, err, fault.NotFound, "has a name that gives a show and an episode")
	_, err = w.Undo(t.Context(), person, plans.UndoInput{TaskID: made.TaskID})
	must(t, err)
	same(t, "after the undo", before, w.files(t))
}
