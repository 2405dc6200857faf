//go:build unix

package plans_test

import (
	"path/filepath"
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
		return w.ProposeRename(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
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
