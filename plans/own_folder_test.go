//go:build unix

package plans_test

import (
	"os"
	"path/filepath"
	"testing"

	"plotline/internal/fault"
	"plotline/media"
	"plotline/plans"
)

// TestPlanAboveTheDataFolder checks that a plan for a folder above Plotline's data folder names no file in it, by text or
// through a link.
func TestPlanAboveTheDataFolder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "data/b.mkv", "database/c.mkv")
	must(t, os.Symlink("data", w.at("link")))
	w = w.with(func(c *plans.Config) { c.Folders = foldersOf(t).Except(media.Path(filepath.Join(w.folder, "data"))) })
	for name, r := range map[string]row{
		"source": {from: "data/b.mkv", to: "b.mkv"}, "target": {from: "a.mkv", to: "data/x.mkv"}, "recognised": {path: "data/b.mkv"},
		"through a link": {from: "a.mkv", to: "link/new/x.mkv"}, "source through a link": {path: "link/b.mkv"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			task := plans.Rename
			if r.path != "" {
				task = plans.Recognise
			}
			_, err := w.add(t, w.begin(t, task), r)
			refuses(t, err, fault.PermissionDenied, "is in Plotline's data folder")
		})
	}
	_, err := w.apply(t, w.ready(t, plans.Rename, row{from: "database/c.mkv", to: "c.mkv"}))
	must(t, err)
}

// TestEpisodeCountsFiles checks that the episode of a decision counts a file with two episodes once.
func TestEpisodeCountsFiles(t *testing.T) {
	t.Parallel()
	for want, rows := range map[string][]row{
		"Plan accepted: recognise 1 file of media":  {{path: "a.mkv", episode: 1}, {path: "a.mkv", episode: 2}},
		"Plan accepted: recognise 2 files of media": {{path: "a.mkv", episode: 1}, {path: "a.mkv", episode: 2}, {path: "b.mkv", episode: 3}},
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "a.mkv", "b.mkv")
			_, err := w.apply(t, w.ready(t, plans.Recognise, rows...))
			must(t, err)
			same(t, "the name", want, w.story(t, agent).episodes[0].Name)
		})
	}
}
