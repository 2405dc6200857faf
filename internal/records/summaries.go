package records

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
)

// Summaries holds what lists and background work need of each file of a folder. A file is read again only after it has
// changed. Files are read one at a time, and their values are not kept.
type Summaries[T, S any] struct {
	f  *Folder[T]
	of func(v *T) S

	mu    sync.Mutex
	known map[string]summarised[S] // by id
}

// summarised is the last summary of a file.
type summarised[S any] struct {
	info fs.FileInfo
	of   *S // nil if the file cannot be decoded
}

// Summary is the summary of one file.
type Summary[S any] struct {
	ID    string
	Bytes int64 // of the file
	Of    S
}

// NewSummaries returns the summaries of a folder without accessing the disk. A summary must hold nothing of the value that
// may be large.
func NewSummaries[T, S any](f *Folder[T], of func(v *T) S) *Summaries[T, S] {
	return &Summaries[T, S]{f: f, of: of, known: map[string]summarised[S]{}}
}

// All returns the summaries of the files whose ids match, sorted by id. It skips files that cannot be decoded.
func (s *Summaries[T, S]) All(ctx context.Context, match func(id string) bool) ([]Summary[S], error) {
	entries, err := os.ReadDir(s.f.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, s.f.unreadable(err)
	}
	s.forget(entries)
	all := []Summary[S]{}
	for _, entry := range entries {
		id, is := s.f.idOf(entry.Name())
		if !is || !match(id) {
			continue
		}
		if !s.f.ValidID(id) {
			s.f.warn(ctx, id, errors.New("its name is not an id"))
			continue
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, s.f.unreadable(err)
		}
		found, err := s.summary(ctx, id, info)
		if err != nil {
			return nil, err
		}
		if found != nil {
			all = append(all, Summary[S]{id, info.Size(), *found})
		}
	}
	return all, nil
}

// summary returns the summary of a file, or nil if it cannot be decoded.
func (s *Summaries[T, S]) summary(ctx context.Context, id string, info fs.FileInfo) (*S, error) {
	if held := s.get(id); unchanged(held.info, info) {
		return held.of, nil
	}
	leave, err := s.f.Cache.visit(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if held := s.get(id); unchanged(held.info, info) { // another caller has read it meanwhile
		return held.of, nil
	}
	var found *S
	switch v, _, err := s.f.read(ctx, id); {
	case err == nil:
		found = new(s.of(v))
	case !errors.Is(err, ErrNone):
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[id] = summarised[S]{info, found}
	return found, nil
}

func (s *Summaries[T, S]) get(id string) summarised[S] {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[id]
}

// forget removes the summaries of files that are gone.
func (s *Summaries[T, S]) forget(entries []fs.DirEntry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.known) <= len(entries) {
		return // a few more do no harm
	}
	there := make(map[string]bool, len(entries))
	for _, entry := range entries {
		if id, is := s.f.idOf(entry.Name()); is {
			there[id] = true
		}
	}
	for id := range s.known {
		if !there[id] {
			delete(s.known, id)
		}
	}
}
