package graph

import (
	"context"
	"errors"
	"sync"

	"plotline/graph/analysis"
)

// WithLanguages sets the languages of new workspaces. The Service then rejects creating or searching in a
// workspace with other languages. If languages is none, every workspace is accepted as it is.
func WithLanguages(languages analysis.Languages) Option {
	return func(s *Service) {
		s.languages.wanted, s.store.languages = languages, languages
	}
}

// languageCache caches the languages of workspaces. The cache may be out of date, because the store compares the
// languages of each call with the current ones.
type languageCache struct {
	wanted analysis.Languages

	mu sync.Mutex
	of map[string]analysis.Languages
}

// maxCachedWorkspaces is the highest number of cached workspaces. Beyond it, the cache is emptied.
const maxCachedWorkspaces = 10_000

// in returns the languages in which to parse queries of a workspace. Most workspaces have the configured
// languages or English, and these are not cached.
func (s *languageCache) in(ws string) analysis.Languages {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[ws].Or(s.wanted).Or(analysis.English)
}

func (s *languageCache) remember(ws string, languages analysis.Languages) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil || len(s.of) >= maxCachedWorkspaces {
		s.of = map[string]analysis.Languages{}
	}
	s.of[ws] = languages
}

// languageAttempts is how often a search is tried while the languages change.
const languageAttempts = 4

// inLanguages runs a search with the languages of a workspace, and again if they have changed.
func (s *Service) inLanguages(ctx context.Context, ws string, search func(analysis.Languages) error) error {
	for try := 1; ; try++ {
		err := search(s.languages.in(ws))
		if !errors.Is(err, errLanguageMismatch) || try == languageAttempts {
			return err
		}
		now, failed := s.store.Languages(ctx, ws)
		if failed != nil {
			return failed
		}
		state := IndexingState{Languages: now.Languages, Next: now.Next}
		if err := state.CheckWriter(ws, s.languages.wanted); err != nil {
			return err
		}
		s.languages.remember(ws, now.Languages)
	}
}
