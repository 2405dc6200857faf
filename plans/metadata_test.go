//go:build unix

package plans_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"plotline/media"
	"plotline/plans"
)

// TestApplyRecognition checks that apply writes season and episode into the metadata and creates it if
// necessary. It replaces earlier entries of the file and removes the numbers from another file that held
// the episode. A double episode is two entries. No file moves.
func TestApplyRecognition(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		before []row
		rows   []row
		leave  []int
		want   map[string]string
	}{
		{"creates the metadata", nil, []row{{path: "a.mkv", season: 1, episode: 1}}, nil, map[string]string{"a.mkv": "[1,1]"}},
		{"season 0", nil, []row{{path: "a.mkv"}}, nil, map[string]string{"a.mkv": "[0,0]"}},
		{
			"replaces",
			[]row{{path: "a.mkv", season: 9, episode: 9}, {path: "a.mkv", season: 9, episode: 10}},
			[]row{{path: "a.mkv", season: 1, episode: 1}},
			nil,
			map[string]string{"a.mkv": "[1,1]"},
		},
		{
			"takes the numbers away",
			[]row{{path: "b.mkv", season: 1, episode: 1}},
			[]row{{path: "a.mkv", season: 1, episode: 1}},
			nil,
			map[string]string{"a.mkv": "[1,1]", "b.mkv": ""},
		},
		{
			"a double episode", nil,
			[]row{{path: "a.mkv", season: 1, episode: 1}, {path: "a.mkv", season: 1, episode: 2}},
			nil,
			map[string]string{"a.mkv": "[1,1][1,2]"},
		},
		{
			"a swap of numbers",
			[]row{{path: "a.mkv", season: 1, episode: 1}, {path: "b.mkv", season: 1, episode: 2}},
			[]row{{path: "a.mkv", season: 1, episode: 2}, {path: "b.mkv", season: 1, episode: 1}},
			nil,
			map[string]string{"a.mkv": "[1,2]", "b.mkv": "[1,1]"},
		},
		{
			"without what is left out",
			[]row{{path: "b.mkv", season: 9, episode: 9}},
			[]row{{path: "a.mkv", season: 1, episode: 1}, {path: "b.mkv", season: 1, episode: 2}},
			[]int{1},
			map[string]string{"a.mkv": "[1,1]", "b.mkv": "[9,9]"},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "a.mkv", "b.mkv", "a.srt")
			if c.before != nil {
				w.remember(t, c.before...)
			}
			id := w.ready(t, plans.Recognise, c.rows...)
			out, err := w.apply(t, id, leaving(c.leave...))
			must(t, err)
			same(t, "the metadata say", c.want, w.remembered(t))
			same(t, "the reply", plans.ApplyOutput{Success: true, Renamed: []plans.Moved{}, Sidecars: []plans.Moved{}},
				plans.ApplyOutput{Success: out.Success, Renamed: out.Renamed, Sidecars: out.Sidecars})
			w.holds(t, as("a.mkv", "b.mkv", "a.srt"))
			p := w.view(t, id).Plan
			if p.Status != plans.Completed || p.AppliedAt == nil {
				t.Errorf("it is %+v", p)
			}
			same(t, "excluded", c.leave, p.Excluded)
		})
	}
}

// TestRenameCarriesTheMetadata checks that apply and undo update the paths in the metadata, also those of
// subtitles, for swaps, chains and rotations.
func TestRenameCarriesTheMetadata(t *testing.T) {
	t.Parallel()
	for name, rows := range map[string][]row{
		"one":      {{from: "a.mkv", to: "s/new.mkv"}},
		"swap":     {{from: "a.mkv", to: "b.mkv"}, {from: "b.mkv", to: "a.mkv"}},
		"chain":    {{from: "a.mkv", to: "b.mkv"}, {from: "b.mkv", to: "new.mkv"}},
		"rotation": {{from: "a.mkv", to: "b.mkv"}, {from: "b.mkv", to: "c.mkv"}, {from: "c.mkv", to: "a.mkv"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, "a.mkv", "b.mkv", "c.mkv", "a.en.srt", "b.en.srt")
			w.remember(t, row{path: "a.mkv", season: 1, episode: 1}, row{path: "b.mkv", season: 1, episode: 2}, row{path: "c.mkv", season: 1, episode: 3})
			must(t, w.config.Libraries.Of(agent.Workspace).Update(t.Context(), media.Path(w.folder), func(m *media.Metadata) error {
				m.MediaFiles[0].SubtitleFilePaths = []string{w.at("a.en.srt")}
				return nil
			}))
			before := w.remembered(t)
			id := w.ready(t, plans.Rename, rows...)
			_, err := w.apply(t, id)
			must(t, err)
			after := map[string]string{}
			for from, episode := range before {
				for _, r := range rows {
					if r.from == from {
						from = r.to
						break
					}
				}
				after[from] = episode
			}
			same(t, "the metadata say", after, w.remembered(t))
			m, err := w.config.Libraries.Of(agent.Workspace).Read(t.Context(), media.Path(w.folder))
			must(t, err)
			subtitle := m.MediaFiles[0].SubtitleFilePaths
			if raw, err := os.ReadFile(subtitle[0]); err != nil || string(raw) != "a.en.srt" || len(subtitle) != 1 {
				t.Errorf("the subtitles are %v, %v", subtitle, err)
			}
			_, err = w.undo(t, id)
			must(t, err)
			same(t, "after the undo they say", before, w.remembered(t))
		})
	}
}

// TestRenameMakesNoMetadata checks that a rename does not create metadata.
func TestRenameMakesNoMetadata(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	_, err := w.apply(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}))
	must(t, err)
	if found := w.remembered(t); found != nil {
		t.Errorf("the metadata say %v", found)
	}
}

// TestCorruptMetadata checks a corrupt metadata file. A rename ignores it and leaves it unchanged. A
// recognition, which would overwrite it, fails.
func TestCorruptMetadata(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	w.remember(t, row{path: "a.mkv", season: 1, episode: 1})
	found, err := filepath.Glob(filepath.Join(w.config.DataDir, "workspaces", agent.Workspace, "metadata", "*.json"))
	must(t, err)
	const text = `{"mediaFolderPath": "/x", "mediaFi`
	must(t, os.WriteFile(found[0], []byte(text), 0o600))
	_, err = w.apply(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}))
	must(t, err)
	w.holds(t, map[string]string{"b.mkv": "a.mkv"})
	id := w.ready(t, plans.Recognise, row{path: "b.mkv", season: 1, episode: 1})
	_, err = w.apply(t, id)
	refuses(t, err, "conflict", "is damaged")
	if p := w.view(t, id).Plan; p.AppliedAt != nil || p.Status != plans.Pending {
		t.Errorf("it is %+v", p)
	}
	if raw, err := os.ReadFile(found[0]); err != nil || string(raw) != text {
		t.Errorf("the metadata file holds %s, %v", raw, err)
	}
}

// TestAnotherWriter checks that no changes are lost while another program keeps writing the metadata.
func TestAnotherWriter(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv")
	w.remember(t, row{path: "a.mkv", season: 1, episode: 1}, row{path: "b.mkv", season: 1, episode: 2})
	other := media.NewLibraries(w.config.DataDir, w.config.Logger).Of(agent.Workspace)
	stop := make(chan struct{})
	var writer sync.WaitGroup
	written := 0
	writer.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
			}
			if err := other.Update(t.Context(), media.Path(w.folder), func(m *media.Metadata) error {
				written++
				m.TMDBTvShow = &media.TVShow{NumberOfEpisodes: written}
				return nil
			}); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for range 4 {
		id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}, row{from: "b.mkv", to: "a.mkv"})
		_, err := w.apply(t, id)
		must(t, err)
		same(t, "applied", map[string]string{"b.mkv": "[1,1]", "a.mkv": "[1,2]"}, w.remembered(t))
		_, err = w.undo(t, id)
		must(t, err)
		same(t, "undone", map[string]string{"a.mkv": "[1,1]", "b.mkv": "[1,2]"}, w.remembered(t))
	}
	close(stop)
	writer.Wait()
	m, err := other.Read(t.Context(), media.Path(w.folder))
	must(t, err)
	if m.TMDBTvShow == nil || m.TMDBTvShow.NumberOfEpisodes != written {
		t.Errorf("of the other's %d writings the last is %+v", written, m.TMDBTvShow)
	}
}

// TestThePlanCannotBeReplaced checks that metadata and files are rolled back if the plan cannot be written
// after the metadata.
func TestThePlanCannotBeReplaced(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv", "b.mkv")
	before := map[string]string{"a.mkv": "[1,1]", "b.mkv": "[1,2]"}
	w.remember(t, row{path: "a.mkv", season: 1, episode: 1}, row{path: "b.mkv", season: 1, episode: 2})
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}, row{from: "b.mkv", to: "a.mkv"})
	raw, err := os.ReadFile(w.planFile(id))
	must(t, err)
	w.OnStep(func(step string) {
		if step == "metadata is written" {
			w.OnStep(func(string) {})
			same(t, "meanwhile they say", map[string]string{"b.mkv": "[1,1]", "a.mkv": "[1,2]"}, w.remembered(t))
			must(t, os.Remove(w.planFile(id)))
			must(t, os.MkdirAll(filepath.Join(w.planFile(id), "in the way"), 0o750))
		}
	})
	_, err = w.apply(t, id)
	refuses(t, err, "unavailable", "The plan cannot be written", "nothing was changed")
	w.holds(t, as("a.mkv", "b.mkv"))
	same(t, "the metadata say", before, w.remembered(t))
	must(t, os.RemoveAll(w.planFile(id)))
	w.write(t, id, string(raw))
	_, err = w.apply(t, id)
	must(t, err)
	w.holds(t, map[string]string{"a.mkv": "b.mkv", "b.mkv": "a.mkv"})
	same(t, "the metadata say", map[string]string{"b.mkv": "[1,1]", "a.mkv": "[1,2]"}, w.remembered(t))
	_, err = w.undo(t, id)
	must(t, err)
	same(t, "after the undo they say", before, w.remembered(t))
}
