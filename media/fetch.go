package media

import (
	"context"
	"fmt"
	"sync"

	"plotline/internal/usecase"
	"plotline/media/tmdb"
)

// atOnce is the number of concurrent requests for seasons.
const atOnce = 4

// fetch requests a show and all of its seasons from TMDB. A season that fails causes a warning. The error
// is that of the show itself, or the context's.
func (s *Service) fetch(ctx context.Context, id int, language string, d *description) error {
	usecase.Report(ctx, 0, 0, "asking TMDB for the show")
	head, err := s.TMDB.Show(ctx, id, language)
	if err != nil {
		return fmt.Errorf("show %d: %w", id, err)
	}
	seasons, failures := s.seasons(ctx, id, language, head.Seasons)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	show := &TVShow{
		ID: id, Name: head.Name, NumberOfSeasons: head.NumberOfSeasons, NumberOfEpisodes: head.NumberOfEpisodes,
		Seasons: make([]Season, len(seasons)),
	}
	d.missing = map[int]bool{}
	for i, season := range seasons {
		number := head.Seasons[i].SeasonNumber
		show.Seasons[i] = Season{SeasonNumber: number, Name: head.Seasons[i].Name}
		if failures[i] != nil {
			d.missing[number] = true
			d.warn("season %d of %q: %v", number, head.Name, failures[i])
			continue
		}
		for _, e := range season.Episodes {
			show.Seasons[i].Episodes = append(show.Seasons[i].Episodes, Episode{
				EpisodeNumber: e.EpisodeNumber, Name: e.Name, Overview: e.Overview, AirDate: e.AirDate,
			})
		}
	}
	d.fresh = show
	return nil
}

// seasons requests seasons, a few concurrently. The results are in the order of heads.
func (s *Service) seasons(
	ctx context.Context, id int, language string, heads []tmdb.SeasonHead,
) (seasons []tmdb.Season, failures []error) {
	seasons, failures = make([]tmdb.Season, len(heads)), make([]error, len(heads))
	next := make(chan int)
	var workers sync.WaitGroup
	var mu sync.Mutex // serialises the reports
	done := 0
	for range min(atOnce, len(heads)) {
		workers.Go(func() {
			for i := range next {
				seasons[i], failures[i] = s.TMDB.Season(ctx, id, heads[i].SeasonNumber, language)
				mu.Lock()
				done++
				usecase.Report(ctx, done, len(heads), "asking TMDB for seasons")
				mu.Unlock()
			}
		})
	}
	for i := range heads {
		next <- i
	}
	close(next)
	workers.Wait()
	return seasons, failures
}
