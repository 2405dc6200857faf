//go:build unix

package plans_test

import (
	"testing"

	"plotline/media"
	"plotline/plans"
)

// TestRecognitionFollowsRename checks that a recognition that waits has the new paths after a rename of its files, and
// the old ones again after an undo. A swap, which the journal may record twice, is followed once.
func TestRecognitionFollowsRename(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv", "extra.mkv")
	waits := w.ready(t, plans.Recognise, row{path: "a.mkv", season: 1, episode: 1}, row{path: "b.mkv", season: 1, episode: 2})
	_, err := w.edit(t, waits, plans.EditInput{Changes: []plans.RowChange{{Row: 0, Episode: new(5)}}})
	must(t, err)
	rename := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}, row{from: "b.mkv", to: "a.mkv"}, row{from: "extra.mkv", to: "c.mkv"})
	_, err = w.apply(t, rename)
	must(t, err)
	view := w.view(t, waits)
	same(t, "after the rename", []string{"S01E05 b.mkv", "S01E02 a.mkv"}, w.codes(view.Plan))
	same(t, "problems", []string{}, view.Problems)
	_, err = w.undo(t, rename)
	must(t, err)
	same(t, "after the undo", []string{"S01E05 a.mkv", "S01E02 b.mkv"}, w.codes(w.view(t, waits).Plan))
	_, err = w.apply(t, waits)
	must(t, err)
	same(t, "the metadata say", map[string]string{"a.mkv": "[1,5]", "b.mkv": "[1,2]"}, w.remembered(t))
}

// TestRecognitionFollowsItsFolder checks a recognition of a folder that a rename of the folder above carries away, and
// one whose files leave its folder, which keeps its paths.
func TestRecognitionFollowsItsFolder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "Staffel 1/a.mkv", "Staffel 1/x/b.mkv", "S2/c.mkv", "S2/d.mkv")
	propose := func(folder string, files ...string) string {
		out, err := w.BeginRecognise(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.at(folder)})
		must(t, err)
		for i, file := range files {
			_, err = w.AddRecognised(t.Context(), agent, plans.AddRecognisedInput{TaskID: out.TaskID, Season: 1, Episode: i, Path: w.at(file)})
			must(t, err)
		}
		_, err = w.EndRecognise(t.Context(), agent, plans.TaskInput{TaskID: out.TaskID})
		must(t, err)
		return out.TaskID
	}
	carried := propose("Staffel 1", "Staffel 1/a.mkv", "Staffel 1/x/b.mkv")
	torn := propose("S2", "S2/c.mkv", "S2/d.mkv")
	_, err := w.apply(t, w.ready(t, plans.Rename,
		row{from: "Staffel 1/a.mkv", to: "Season 1/a.mkv"}, row{from: "Staffel 1/x/b.mkv", to: "Season 1/x/b.mkv"}, row{from: "S2/c.mkv", to: "Season 2/c.mkv"}))
	must(t, err)
	view := w.view(t, carried)
	same(t, "its folder", media.Path(w.at("Season 1")), view.Plan.MediaFolderPath)
	same(t, "its problems", []string{}, view.Problems)
	_, err = w.apply(t, carried)
	must(t, err)
	view = w.view(t, torn)
	same(t, "the other folder", media.Path(w.at("S2")), view.Plan.MediaFolderPath)
	same(t, "its rows with problems", []int{0}, view.ProblemRows)
}
