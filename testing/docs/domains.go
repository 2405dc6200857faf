package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"plotline/graph"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
	"plotline/scenes"
)

// domains holds the services of all domains, over a store and a data folder.
type domains struct {
	memory *graph.Service
	media  *media.Service
	plans  *plans.Service
	scenes *scenes.Service
}

func newDomains(dir string, store graph.Store, runner *usecase.Runner, clock func() time.Time) domains {
	logger := slog.New(slog.DiscardHandler)
	library, memory := media.NewLibraries(dir, logger), graph.NewService(store, runner, graph.WithClock(clock))
	return domains{
		memory: memory,
		media:  media.NewService(media.Config{Libraries: library, Runner: runner, Logger: logger}),
		plans: plans.NewService(plans.Config{
			DataDir: dir, Libraries: library, Memory: memory, Runner: runner, Logger: logger, Now: clock,
			Ask: func(context.Context, string, usecase.Question) (bool, error) { return true, nil }, // a person at the page
		}),
		scenes: scenes.NewService(scenes.Config{DataDir: dir, Model: scripted{}, Memory: memory, Runner: runner, Logger: logger, Now: clock}),
	}
}

// shownMedia replaces the folder of mediaIn in the examples.
const shownMedia = "/media"

// mediaIn creates a folder with a show and its TMDB metadata, and returns the parent folder.
func mediaIn(ctx context.Context, dir string) (string, error) {
	above := filepath.Join(dir, "media")
	show := filepath.Join(above, "The Show")
	if err := os.MkdirAll(show, 0o750); err != nil {
		return "", err
	}
	for _, name := range []string{"The.Show.S01E01.720p.mkv", "The.Show.S01E02.720p.mkv", "The.Show.S01E02.720p.en.srt", "Interview.mkv"} {
		if err := os.WriteFile(filepath.Join(show, name), nil, 0o600); err != nil {
			return "", err
		}
	}
	about := &media.TVShow{Name: "The Show", NumberOfSeasons: 1, Seasons: []media.Season{{
		SeasonNumber: 1, Name: "Season 1", Episodes: []media.Episode{{EpisodeNumber: 1, Name: "Pilot"}, {EpisodeNumber: 2, Name: "The Second"}},
	}}}
	library := media.NewLibraries(dir, slog.New(slog.DiscardHandler)).Of(graph.DefaultWorkspace)
	return above, library.Update(ctx, media.Path(show), func(m *media.Metadata) error {
		m.Type, m.TMDBTvShow = media.TypeTVShow, about
		return nil
	})
}
