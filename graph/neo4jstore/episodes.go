package neo4jstore

import (
	"context"
	"errors"
	"slices"
	"time"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/internal/sharing"
)

// Episode returns one episode and describes its relationships.
func (s *Store) Episode(ctx context.Context, ws string, id graph.ID) (graph.Episode, graph.EpisodeRelationships, error) {
	q := getEpisode.with(params{
		"workspace": ws, "episode_id": string(id), "newest": graph.NewestRelationships, "newest_of": graph.NewestOf,
	})
	rels := graph.EpisodeRelationships{Degrees: graph.Degrees{}}
	var found graph.Episode // with an error too, for an update that mends it
	_, err := run(ctx, s, q, func(r *row) (_ struct{}, err error) {
		if r.empty {
			return struct{}{}, graph.EpisodeNotFound(id)
		}
		decodeDegrees(r.fields, rels.Degrees)
		rels.Newest = eachReadable(r.fields, "newest", func(f fields) graph.EpisodeRelationship {
			return graph.EpisodeRelationship{Relationship: decodeRelationship(f), Other: decodeNode(f.of("other")).Node}
		})
		found, err = alone(r.of("episode"), decodeEpisode)
		if errors.Is(err, errDecode) {
			err = graph.EpisodeUnreadable(id, err)
		}
		return struct{}{}, err
	})
	return found, rels, err
}

func decodeDegrees(f fields, into graph.Degrees) {
	type degree struct {
		of graph.Type
		graph.Degree
	}
	for _, d := range tuples(f, "degrees", []string{"type", "outgoing", "incoming"}, func(f fields) degree {
		return degree{typeOf(f.str("type")), graph.Degree{
			Outgoing: int(f.integer("outgoing")), Incoming: int(f.integer("incoming")),
		}}
	}) {
		if d.Outgoing+d.Incoming > 0 {
			into[d.of] = d.Degree
		}
	}
}

// EpisodesByID returns the episodes with these ids that exist.
func (s *Store) EpisodesByID(ctx context.Context, ws string, ids []graph.ID, most int) ([]graph.Episode, error) {
	if len(ids) == 0 {
		return []graph.Episode{}, nil
	}
	q := getEpisodes.with(params{
		"workspace": ws, "ids": texts(ids), "first": string(slices.Min(ids)), "last": string(slices.Max(ids)),
		"most": most,
	})
	return run(ctx, s, q, func(r *row) ([]graph.Episode, error) {
		return eachReadable(r.fields, "episodes", decodeEpisode), nil
	})
}

// EpisodeIDs returns the ids of the episodes that have these serial numbers.
func (s *Store) EpisodeIDs(ctx context.Context, ws string, serials []int64) (map[int64]graph.ID, error) {
	q := getNumbered.with(params{"workspace": ws, "serials": serials})
	return run(ctx, s, q, func(r *row) (map[int64]graph.ID, error) {
		ids := make(map[int64]graph.ID, len(serials))
		numbers := column[int64](r.fields, "serials")
		for i, id := range idsIn(r.fields, "episode_ids") {
			r.holds(i < len(numbers))
			if i < len(numbers) {
				ids[numbers[i]] = id
			}
		}
		return ids, nil
	})
}

// texts converts ids for the driver.
func texts(ids []graph.ID) []string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = string(id)
	}
	return list
}

// ReplaceEpisode writes an episode's fields if it was last updated at the time was.
func (s *Store) ReplaceEpisode(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error {
	_, err := writeTexts(ctx, s, ws, textBytes(ep), func(ctx context.Context) (struct{}, error) {
		return inLanguages(ctx, s, ws, "", func(in graph.IndexingState) (struct{}, error) {
			return s.replace(ctx, groupOf{ws, in}, ep, was)
		})
	})
	return err
}

func (s *Store) replace(ctx context.Context, of groupOf, ep graph.Episode, was graph.Time) (struct{}, error) {
	q := replaceEpisode.with(params{
		"workspace": of.ws, "episode_id": string(ep.EpisodeID), "was": int64(was), "fields": properties(of, ep),
		"text": graph.EmbeddedText(ep), "languages": string(of.indexing.Languages), "next": orNull(string(of.indexing.Next)),
		"node": changeNode(), "mark": newMark(),
	})
	return run(ctx, s, q, func(r *row) (struct{}, error) {
		switch found := r.time("found"); {
		case r.values["found"] == nil:
			return struct{}{}, graph.EpisodeNotFound(ep.EpisodeID)
		case found != was:
			return struct{}{}, graph.Stale(ep.EpisodeID, found)
		case !r.yes("agreed"):
			return struct{}{}, errLanguages
		}
		return struct{}{}, nil
	})
}

// DeleteEpisode removes an episode with its relationships, and returns their number. One with many relationships is
// hidden with them at first, and then they are removed in parts. If the call's time ends before that, the settler removes
// the rest.
func (s *Store) DeleteEpisode(ctx context.Context, ws string, id graph.ID) (int, error) {
	mark := newMark()
	cut, err := s.deleteBy(ctx, ws, id, deleteEpisode.with(params{
		"workspace": ws, "attempt": mark, "episode_id": string(id), "most": s.removed,
	}))
	if fault.CodeOf(err) != fault.NotFound {
		return cut, err
	}
	cut, err = s.deleteBy(ctx, ws, id, hideEpisode.with(params{"workspace": ws, "attempt": mark, "episode_id": string(id)}))
	if err != nil {
		return 0, err
	}
	if err := s.removeHidden(ctx, sharing.NewPace(0)); err != nil {
		s.settler.remove(ctx, s)
	}
	return cut, nil
}

func (s *Store) deleteBy(ctx context.Context, ws string, id graph.ID, q query) (int, error) {
	return settling(ctx, s, ws, q, func(r *row) (int, []dueOrder, error) {
		if r.empty {
			return 0, nil, graph.EpisodeNotFound(id)
		}
		return int(r.integer("relationships")), each(r.fields, "orders", decodeDue), nil
	})
}

// removeHidden removes the relationships of deleted episodes, and rests at pace after each part.
func (s *Store) removeHidden(ctx context.Context, pace *sharing.Pace) error {
	for more := true; more; {
		began := time.Now()
		var err error
		more, err = run(ctx, s, removeHidden.with(params{"limit": s.removed}), func(r *row) (bool, error) {
			return !r.empty, nil
		})
		if err != nil {
			return err
		}
		pace.Worked(time.Since(began))
		pace.Rest(ctx)
	}
	return nil
}
