//go:build unix

package plans_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/media"
	"plotline/plans"
)

// describe stores metadata of the media folder.
func (w *world) describe(tb testing.TB, change func(m *media.Metadata)) {
	tb.Helper()
	must(tb, w.config.Libraries.Of(agent.Workspace).Update(tb.Context(), media.Path(w.folder), func(m *media.Metadata) error {
		change(m)
		return nil
	}))
}

// TestTitlesOfEpisodes checks that a recognition shows the titles that the metadata has, for the numbers of each entry.
// Without any, the plan says how to get them.
func TestTitlesOfEpisodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "Show.S01E01.mkv", "Show.S01E02.mkv")
	out, err := w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
	must(t, err)
	view := w.view(t, out.TaskID)
	if len(view.Titles) > 0 || len(view.Warnings) != 1 || !strings.Contains(view.Warnings[0], "PLOTLINE_TMDB_KEY") || len(out.Warnings) != 1 {
		t.Errorf("without metadata there are the titles %q, and the warnings %q and %q", view.Titles, view.Warnings, out.Warnings)
	}
	w.describe(t, func(m *media.Metadata) {
		m.TMDBTvShow = &media.TVShow{Seasons: []media.Season{{SeasonNumber: 1, Episodes: []media.Episode{{EpisodeNumber: 2, Name: "Two"}, {EpisodeNumber: 3, Name: "Three"}}}}}
	})
	view = w.view(t, out.TaskID)
	same(t, "the titles", []string{"", "Two"}, view.Titles)
	same(t, "the warnings", 0, len(view.Warnings))
	view, err = w.edit(t, out.TaskID, plans.EditInput{Changes: []plans.RowChange{{Row: 0, Episode: new(3)}}})
	must(t, err)
	same(t, "the titles after an edit", []string{"Three", "Two"}, view.Titles)
}

// TestProposeExplainsEmptyPlan checks that a recognition without entries is explained, beside the fixed text.
func TestProposeExplainsEmptyPlan(t *testing.T) {
	t.Parallel()
	why := func(w *world) string {
		_, err := w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
		fails(t, err, fault.InvalidArgument, "No recognized files in task")
		list, _ := fault.From(err).Extra["problems"].([]string)
		return strings.Join(list, "\n")
	}
	w := newWorld(t)
	if text := why(w); !strings.Contains(text, "has no video files") {
		t.Errorf("an empty folder: %s", text)
	}
	must(t, os.Symlink(t.TempDir(), filepath.Join(w.folder, "Season 1")))
	if text := why(w); !strings.Contains(text, "has no video files") || !strings.Contains(text, "1 left out, such as Season 1") {
		t.Errorf("a folder of links: %s", text)
	}
	w.plant(t, "The Film (1999).mkv")
	if text := why(w); !strings.Contains(text, `"The Film (1999).mkv"`) || !strings.Contains(text, "a movie") || !strings.Contains(text, "beginRecognizeTask") {
		t.Errorf("one video: %s", text)
	}
	w.plant(t, "a.mkv", "b.mkv", "c.mkv", "d.mkv", "e.mkv", "f.mkv")
	if text := why(w); !strings.Contains(text, "and 2 more") || strings.Contains(text, "a movie") {
		t.Errorf("seven videos: %s", text)
	}
	w.describe(t, func(m *media.Metadata) { m.Type = media.TypeMovie })
	if text := why(w); !strings.Contains(text, "is a movie") {
		t.Errorf("a movie: %s", text)
	}
}
