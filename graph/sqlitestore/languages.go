package sqlitestore

import (
	"context"

	"plotline/graph"
	"plotline/graph/analysis"
)

func indexingFields(s *graph.IndexingState) []any {
	return []any{(*string)(&s.Languages), (*string)(&s.Next), &s.Pending, &s.After, &s.Done}
}

func (q *session) setLanguages(ctx context.Context, workspace int64, s graph.IndexingState) {
	q.exec(ctx, setLanguages, workspace, string(s.Languages), string(s.Next), s.Pending, s.After, s.Done)
}

// ensureLanguages sets the languages of a workspace when it gets its first episode. Afterwards it checks the languages of a
// writer.
func (q *session) ensureLanguages(ctx context.Context, ws string, w *workspace, wanted analysis.Languages) error {
	if !w.indexing.Languages.None() {
		return w.indexing.CheckWriter(ws, wanted)
	}
	w.indexing.Languages = wanted.Or(analysis.English)
	q.setLanguages(ctx, w.key, w.indexing)
	return nil
}

// Languages implements graph.Store.
func (s *Store) Languages(ctx context.Context, ws string) (graph.Indexing, error) {
	return read(ctx, s, func(q *session) (graph.Indexing, error) {
		w, _ := q.workspace(ctx, ws)
		return w.indexing.Indexing(w.episodes), nil
	})
}

// UseLanguages implements graph.Store.
func (s *Store) UseLanguages(ctx context.Context, ws string, languages analysis.Languages) (graph.Indexing, error) {
	return write(ctx, s, func(q *session) (graph.Indexing, error) {
		w, there := q.workspace(ctx, ws)
		if !there && languages.None() {
			return graph.Indexing{}, nil
		}
		if !there {
			w.key = q.insert(ctx, insertWorkspace, ws)
		}
		if next := w.indexing.Begin(languages); next != w.indexing {
			w.indexing = next
			q.setLanguages(ctx, w.key, next)
		}
		return w.indexing.Indexing(w.episodes), nil
	})
}

// mostReindexed limits the bytes of text that one transaction indexes, because other writers wait for it.
const mostReindexed = 1 << 20

// ReindexTexts implements graph.Store.
func (s *Store) ReindexTexts(ctx context.Context, ws string, limit int) (graph.Indexing, error) {
	return write(ctx, s, func(q *session) (graph.Indexing, error) {
		w, _ := q.workspace(ctx, ws)
		if !w.indexing.Pending {
			return w.indexing.Indexing(w.episodes), nil
		}
		some := all(ctx, q, pageIndexed, reindexedFields, w.key, w.indexing.After, limit+1)
		number, size := 0, 0
		for number < min(limit, len(some)) && (number == 0 || size < mostReindexed) {
			e := some[number]
			q.reindex(ctx, e.key, w, e.Episode)
			number, size = number+1, size+textBytes(e.Episode)
		}
		last := w.indexing.After
		if number > 0 {
			last = some[number-1].ID
		}
		w.indexing = w.indexing.Advance(last, number, number < len(some))
		q.setLanguages(ctx, w.key, w.indexing)
		return w.indexing.Indexing(w.episodes), nil
	})
}

func reindexedFields(e *stored) []any {
	return []any{&e.key, &e.ID, (*string)(&e.EpisodeID), &e.Name, &e.Query, &e.Reflection, (*tagsColumn)(&e.Tags)}
}

// reindex indexes an episode again, even if the index has lost it.
func (q *session) reindex(ctx context.Context, key int64, w workspace, e graph.Episode) {
	q.exec(ctx, deleteText, key)
	q.exec(ctx, deleteTerms, key)
	q.index(ctx, key, w, e)
}

// RecentWorkspaces lists at most limit workspaces that have or had episodes, the one with the episode that was created last
// first. Those whose episodes are all deleted are at the end, unless the workspace was deleted as a whole.
func (s *Store) RecentWorkspaces(ctx context.Context, limit int) ([]string, error) {
	return read(ctx, s, func(q *session) ([]string, error) {
		return all(ctx, q, listRecent, func(name *string) []any { return []any{name} }, limit), nil
	})
}

// Workspaces implements graph.Store.
func (s *Store) Workspaces(ctx context.Context, after string, limit int) ([]string, error) {
	return read(ctx, s, func(q *session) ([]string, error) {
		return all(ctx, q, listWorkspaces, func(name *string) []any { return []any{name} }, after, limit), nil
	})
}
