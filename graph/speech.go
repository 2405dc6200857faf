package graph

import (
	"context"
	"errors"
	"sync"

	"plotline/graph/analysis"
)

// WithLanguages gives new workspaces their languages, and refuses to create or search in a workspace that has
// others. None given takes every workspace as it is.
func WithLanguages(languages analysis.Languages) Option {
	return func(s *Service) {
		s.languages.wanted = languages
		if !languages.None() {
			s.shared.Store = speaking{s.shared.Store, languages}
		}
	}
}

// speaking is a store that says in which languages it is written to.
type speaking struct {
	Store

	languages analysis.Languages
}

// CreateEpisodes is that of EpisodeStore.
func (s speaking) CreateEpisodes(ctx context.Context, ws string, batch Batch) (Created, error) {
	batch.Languages = s.languages
	return s.Store.CreateEpisodes(ctx, ws, batch)
}

// speech remembers in which languages workspaces answer. The store compares with what holds, so that what is
// remembered may be out of date.
type speech struct {
	wanted analysis.Languages

	mu sync.Mutex
	of map[string]analysis.Languages
}

// mostSpoken is how many workspaces' languages are remembered. All are forgotten beyond that.
const mostSpoken = 10_000

// in gives the languages in which queries of a workspace are read. Most workspaces are in those that were asked
// for, or in English, and none of these is remembered.
func (s *speech) in(ws string) analysis.Languages {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[ws].Or(s.wanted).Or(analysis.English)
}

func (s *speech) remember(ws string, languages analysis.Languages) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil || len(s.of) >= mostSpoken {
		s.of = map[string]analysis.Languages{}
	}
	s.of[ws] = languages
}

// triesOfLanguages is how often a search is tried while the languages are changed.
const triesOfLanguages = 4

// inLanguages runs a search with the languages in which a workspace answers, again when these have changed.
func (s *Service) inLanguages(ctx context.Context, ws string, search func(analysis.Languages) error) error {
	for try := 1; ; try++ {
		err := search(s.languages.in(ws))
		if !errors.Is(err, errOtherLanguages) || try == triesOfLanguages {
			return err
		}
		now, failed := s.store.Languages(ctx, ws)
		if failed != nil {
			return failed
		}
		state := IndexingState{Languages: now.Languages, Next: now.Next}
		if err := state.JudgeWriter(ws, s.languages.wanted); err != nil {
			return err
		}
		s.languages.remember(ws, now.Languages)
	}
}
