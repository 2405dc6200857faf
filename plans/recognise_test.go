//go:build unix

package plans_test

import (
	"context"
	"os"
	"testing"

	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
)

// TestProposeRecognisePlan checks that a plan is filled from file names and ended. Files without an
// episode are listed.
func TestProposeRecognisePlan(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "Show.S01E01.mkv", "Show.S01E02E03.mkv", "s/Show 2x05.mkv", "trailer.mkv", "Show.S01E01.srt", ".hidden S01E09.mkv")
	steps := 0
	ctx := usecase.WithProgress(t.Context(), func(context.Context, int, int, string) { steps++ })
	out, err := w.Propose(ctx, agent, plans.BeginInput{MediaFolderPath: w.folder})
	must(t, err)
	same(t, "unrecognised", []media.Path{media.Path(w.at("trailer.mkv"))}, out.Unrecognised)
	p := w.view(t, out.TaskID).Plan
	if !out.Success || out.FileCount != 4 || len(p.Files) != 4 || p.ReadyAt == nil || p.Task != plans.Recognise || p.Status != plans.Pending || steps == 0 {
		t.Errorf("it says %+v and makes %+v", out, p)
	}
	_, err = w.apply(t, out.TaskID)
	must(t, err)
	same(t, "the metadata say", map[string]string{
		"Show.S01E01.mkv": "[1,1]", "Show.S01E02E03.mkv": "[1,2][1,3]", "s/Show 2x05.mkv": "[2,5]",
	}, w.remembered(t))
}

// TestProposeNothing checks that an empty recognition plan is rejected like an empty rename plan, and is
// not stored.
func TestProposeNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "trailer.mkv")
	_, err := w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
	fails(t, err, fault.InvalidArgument, "No recognized files in task")
	_, err = w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder + "/nowhere"})
	refuses(t, err, fault.NotFound, "does not exist")
	_, err = w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: "x"})
	refuses(t, err, fault.InvalidArgument, "is abnormal")
	if _, err := os.Stat(w.config.DataDir); !os.IsNotExist(err) {
		t.Errorf("something was made: %v", err)
	}
}

// TestProposeByWhatIsKnown checks that dates in names are matched with the air dates in the metadata. Without them, they
// are a guess.
func TestProposeByWhatIsKnown(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "The Daily Thing 2024-03-05.mkv")
	out, err := w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
	must(t, err)
	if v := w.view(t, out.TaskID); len(v.Plan.Files) > 0 || len(v.Uncertain) != 1 || *v.Uncertain[0].Season != 2024 || *v.Uncertain[0].Episode != 1 {
		t.Errorf("without air dates it is %+v", v)
	}
	must(t, w.config.Libraries.Of(agent.Workspace).Update(t.Context(), media.Path(w.folder), func(m *media.Metadata) error {
		m.TMDBTvShow = &media.TVShow{Name: "The Daily Thing", Seasons: []media.Season{{
			SeasonNumber: 29, Episodes: []media.Episode{{EpisodeNumber: 17, AirDate: "2024-03-05"}},
		}}}
		return nil
	}))
	out, err = w.Propose(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
	must(t, err)
	if e := w.view(t, out.TaskID).Plan.Files[0]; *e.Season != 29 || *e.Episode != 17 {
		t.Errorf("it is season %d episode %d", *e.Season, *e.Episode)
	}
}
