package sqlitestore

import (
	"context"
	"slices"
	"unicode/utf8"

	"plotline/graph"
)

// stored is an episode with its row keys.
type stored struct {
	node
	graph.Episode
}

func storedFields(e *stored) []any {
	return append([]any{&e.key, &e.workspace}, episodeFields(&e.Episode)...)
}

// episode reads an episode, or returns a not-found error.
func (q *session) episode(ctx context.Context, ws string, id graph.ID) (stored, error) {
	e, there := first(ctx, q, getEpisode, storedFields, ws, string(id))
	if !there {
		return e, graph.EpisodeNotFound(id)
	}
	return e, nil
}

// Episode implements graph.Store.
func (s *Store) Episode(ctx context.Context, ws string, id graph.ID) (graph.Episode, graph.EpisodeRelationships, error) {
	rels := graph.EpisodeRelationships{Degrees: graph.Degrees{}, Newest: []graph.EpisodeRelationship{}}
	e, err := read(ctx, s, func(q *session) (stored, error) {
		e, err := q.episode(ctx, ws, id)
		if err != nil {
			return e, err
		}
		q.countDegrees(ctx, e.key, rels.Degrees)
		if total := rels.Degrees.Total(); 0 < total && total <= graph.NewestOf {
			rels.Newest = all(ctx, q, newestRelationships, func(r *graph.EpisodeRelationship) []any {
				return []any{
					(*string)(&r.Relationship.ID), (*string)(&r.From), (*string)(&r.To), (*typeColumn)(&r.Type), &r.Strength, (*int64)(&r.Relationship.CreatedAt),
					(*string)(&r.Other.EpisodeID), &r.Other.ID, &r.Other.Name, (*int64)(&r.Other.CreatedAt),
				}
			}, e.key, string(id), graph.NewestRelationships)
		}
		return e, nil
	})
	if err != nil {
		return graph.Episode{}, graph.EpisodeRelationships{}, err
	}
	return e.Episode, rels, nil
}

func (q *session) countDegrees(ctx context.Context, key int64, into graph.Degrees) {
	type degree struct {
		incoming bool
		kind     graph.Type
		count    int
	}
	counts := all(ctx, q, countDegrees, func(d *degree) []any {
		return []any{&d.incoming, (*typeColumn)(&d.kind), &d.count}
	}, key)
	for _, c := range counts {
		d := into[c.kind]
		if c.incoming {
			d.Incoming = c.count
		} else {
			d.Outgoing = c.count
		}
		into[c.kind] = d
	}
}

// EpisodesByID implements graph.Store.
func (s *Store) EpisodesByID(ctx context.Context, ws string, ids []graph.ID, most int) ([]graph.Episode, error) {
	return read(ctx, s, func(q *session) ([]graph.Episode, error) {
		return q.shortEpisodes(ctx, ws, ids, most), nil
	})
}

// shortEpisodes reads episodes with at most that many characters of their texts: see EpisodesByID.
func (q *session) shortEpisodes(ctx context.Context, ws string, ids []graph.ID, most int) []graph.Episode {
	return all(ctx, q, getEpisodes, shortEpisodeFields(most), ws, list(ids), most*utf8.UTFMax)
}

// EpisodeIDs implements graph.Store.
func (s *Store) EpisodeIDs(ctx context.Context, ws string, serials []int64) (map[int64]graph.ID, error) {
	type numbered struct {
		serial int64
		id     graph.ID
	}
	return read(ctx, s, func(q *session) (map[int64]graph.ID, error) {
		ids := make(map[int64]graph.ID, len(serials))
		for _, e := range all(ctx, q, getNumbered, func(e *numbered) []any {
			return []any{&e.serial, (*string)(&e.id)}
		}, ws, list(serials)) {
			ids[e.serial] = e.id
		}
		return ids, nil
	})
}

// ReplaceEpisode implements graph.Store.
func (s *Store) ReplaceEpisode(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error {
	return change(ctx, s, func(q *session) error {
		old, err := q.episode(ctx, ws, ep.EpisodeID)
		if err != nil {
			return err
		}
		if old.UpdatedAt != was {
			return graph.Stale(ep.EpisodeID, old.UpdatedAt)
		}
		q.exec(ctx, replaceEpisode, old.key, ep.Name, ep.Query, ep.Reflection, ep.Reward,
			tagsText(ep.Tags), object(ep.Metadata), int64(ep.UpdatedAt), graph.PatternOf(ep))
		q.changed(ctx, ws)
		w, _ := q.workspace(ctx, ws)
		if w.indexing.Pending || !graph.SameTexts(ep, old.Episode) {
			q.reindex(ctx, old.key, w, ep)
		}
		if graph.EmbeddedText(ep) != graph.EmbeddedText(old.Episode) {
			q.exec(ctx, deleteVectors, old.key)
			q.exec(ctx, wait, old.workspace, old.key)
		}
		if !slices.Equal(ep.Tags, old.Tags) {
			q.exec(ctx, deleteTags, old.workspace, old.key, list(old.Tags))
			q.exec(ctx, insertTags, old.workspace, old.key, list(ep.Tags))
		}
		return nil
	})
}

// DeleteEpisode implements graph.Store. The relationships of an episode with many of them are hidden at first, and then
// removed in parts.
func (s *Store) DeleteEpisode(ctx context.Context, ws string, id graph.ID) (int, error) {
	hidden := false
	cut, err := write(ctx, s, func(q *session) (int, error) {
		e, err := q.episode(ctx, ws, id)
		if err != nil {
			return 0, err
		}
		ends := all(ctx, q, getEnds, pairFields, e.key, s.removed+1)
		cut, settle := len(ends), func() {}
		if hidden = cut > s.removed; hidden {
			cut = q.hideRelationships(ctx, e.node)
		} else {
			settle = q.prepareDelete(ctx, e.node, ends)
			q.exec(ctx, deleteOutgoing, e.key)
			q.exec(ctx, deleteIncoming, e.key)
		}
		q.exec(ctx, deleteTags, e.workspace, e.key, list(e.Tags))
		q.exec(ctx, deleteText, e.key)
		q.exec(ctx, deleteTerms, e.key)
		q.dropVectors(ctx, ws, e.node)
		q.exec(ctx, deleteEpisode, e.key)
		q.exec(ctx, retireSerial, e.workspace, e.ID)
		q.exec(ctx, countOut, e.workspace)
		q.admit(ctx, ws)
		settle()
		return cut, nil
	})
	if err == nil && hidden {
		s.removeHidden(ctx)
	}
	return cut, err
}

// prepareDelete returns what settles the levels after an episode with these relationships was deleted.
func (q *session) prepareDelete(ctx context.Context, e node, ends [][2]int64) (settle func()) {
	kept := q.ordersKept(ctx, e.workspace)
	var after [len(kept)][]int64
	for _, row := range ends {
		if t := row[1]; 0 <= t && int(t) < len(after) {
			after[t] = append(after[t], row[0])
		}
	}
	return func() {
		for i, t := range orderingTypes {
			q.fall(ctx, e.workspace, t, kept[i], after[i])
		}
	}
}
