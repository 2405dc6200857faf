package moving

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"plotline/graph"
	"plotline/internal/fault"
)

// errNoProgress is a bug: a source that is closed is free of conflicts.
var errNoProgress = errors.New("moving: what is left of the journal cannot be applied")

// atOnce bounds the ids of one call.
const atOnce = 500

// apply makes the destination equal to the source in the entries' episodes and relationships, and in those that an
// earlier call deferred. What the destination rejects now is deferred: it met something that the source has removed
// meanwhile. The journal has that removal, or will have it.
func (m *move) apply(ctx context.Context, entries []graph.JournalEntry) error {
	m.step("apply")
	all := slices.Concat(m.deferred, entries)
	m.deferred = nil
	episodes, relationships := unique(all, false), unique(all, true)
	// Removals come first, so that they free keys and ends, and break cycles.
	for ids := range slices.Chunk(relationships, atOnce) {
		if err := m.removeRelationships(ctx, ids); err != nil {
			return err
		}
	}
	for ids := range slices.Chunk(episodes, atOnce) {
		if err := m.applyEpisodes(ctx, ids); err != nil {
			return err
		}
	}
	for ids := range slices.Chunk(relationships, atOnce) {
		if err := m.applyRelationships(ctx, ids); err != nil {
			return err
		}
	}
	return nil
}

// episodesAt returns episodes of an end, by id.
func episodesAt(ctx context.Context, at End, ids []graph.ID) (map[graph.ID]graph.Episode, error) {
	list, err := at.Store.EpisodesByID(ctx, at.Workspace, ids, 0)
	return byID(list, func(e graph.Episode) graph.ID { return e.EpisodeID }), err
}

func byID[T any](list []T, id func(T) graph.ID) map[graph.ID]T {
	found := make(map[graph.ID]T, len(list))
	for _, one := range list {
		found[id(one)] = one
	}
	return found
}

func (m *move) applyEpisodes(ctx context.Context, ids []graph.ID) error {
	there, err := episodesAt(ctx, m.to, ids) // first: an episode of the source may only get newer
	if err != nil {
		return err
	}
	source, err := episodesAt(ctx, m.from, ids)
	if err != nil {
		return err
	}
	same := func(id graph.ID) bool {
		return there[id].EpisodeID == id && source[id].EpisodeID == id &&
			there[id].ID == source[id].ID && there[id].CreatedAt == source[id].CreatedAt
	}
	err = inParallel(ids, func(id graph.ID) error {
		want, have := source[id], there[id]
		switch {
		case have.EpisodeID == id && !same(id):
			return m.delete(ctx, id)
		case same(id) && !have.Equal(want):
			return m.to.Store.ReplaceEpisode(ctx, m.to.Workspace, want, have.UpdatedAt)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var absent []graph.Episode
	for _, e := range source {
		if !same(e.EpisodeID) {
			absent = append(absent, e)
		}
	}
	return m.create(ctx, absent)
}

// workers is the number of calls at once that each change one thing.
const workers = 8

// inParallel calls do for each id, and returns the first error.
func inParallel(ids []graph.ID, do func(graph.ID) error) error {
	var all sync.WaitGroup
	var failed atomic.Pointer[error]
	next := make(chan graph.ID)
	for range min(workers, len(ids)) {
		all.Go(func() {
			for id := range next {
				if failed.Load() != nil {
					continue
				}
				if err := do(id); err != nil {
					failed.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	for _, id := range ids {
		next <- id
	}
	close(next)
	all.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// delete deletes an episode of the destination, if it is there.
func (m *move) delete(ctx context.Context, id graph.ID) error {
	_, err := m.to.Store.DeleteEpisode(ctx, m.to.Workspace, id)
	if fault.CodeOf(err) == fault.NotFound {
		return nil
	}
	return err
}

// create creates episodes as the source has them, with their keys.
func (m *move) create(ctx context.Context, absent []graph.Episode) error {
	slices.SortFunc(absent, func(a, b graph.Episode) int { return int(a.ID - b.ID) })
	for len(absent) > 0 {
		page := graph.Page[int64]{After: absent[0].ID - 1, UpTo: absent[len(absent)-1].ID, Limit: len(absent)}
		list, err := m.from.Store.EpisodePage(ctx, m.from.Workspace, page)
		if err != nil || len(list) == 0 {
			return err // those that were deleted meanwhile are in the journal
		}
		for _, e := range list {
			if e.Unreadable != nil {
				return e.Unreadable
			}
		}
		last := list[len(list)-1].ID
		list = slices.DeleteFunc(list, func(e graph.NewEpisode) bool {
			return !slices.ContainsFunc(absent, func(a graph.Episode) bool { return a.ID == e.ID })
		})
		if err := m.createAll(ctx, list); err != nil {
			return err
		}
		absent = slices.DeleteFunc(absent, func(a graph.Episode) bool { return a.ID <= last })
	}
	return nil
}

func (m *move) createAll(ctx context.Context, list []graph.NewEpisode) error {
	if len(list) == 0 {
		return nil
	}
	made, err := m.to.Store.CreateEpisodes(ctx, m.to.Workspace, graph.Batch{Episodes: list})
	switch {
	case err != nil && len(list) > 1 && smaller(ctx, err):
		half := len(list) / 2
		if err := m.createAll(ctx, list[:half]); err != nil {
			return err
		}
		return m.createAll(ctx, list[half:])
	case err != nil && (len(list) > 1 || !rejected(err)):
		return err
	}
	for i, e := range list {
		if err != nil || made.Episodes[i].EpisodeID != e.EpisodeID { // its key belongs to another one
			m.deferred = append(m.deferred, graph.JournalEntry{ID: e.EpisodeID})
		} else if made.Episodes[i].ID != e.ID {
			return fault.Newf(fault.Internal, "episode %d got the number %d", e.ID, made.Episodes[i].ID)
		}
	}
	return nil
}

// smaller reports whether to try the halves of a list that was not stored: they are stored but for what is rejected alone, or
// the whole was too much for the database at once.
func smaller(ctx context.Context, err error) bool {
	return ctx.Err() == nil && (rejected(err) || graph.TooMuch(err))
}

// rejected reports whether an error is a verdict on the content of a write.
func rejected(err error) bool {
	return slices.Contains([]fault.Code{fault.Conflict, fault.AlreadyExists, fault.Cycle, fault.NotFound, fault.TooLarge}, fault.CodeOf(err))
}
