package neo4jstore

import (
	"context"
	"slices"

	"plotline/graph"
	"plotline/internal/input"
)

// Outline returns a large part of a workspace without texts.
func (s *Store) Outline(ctx context.Context, ws string, q graph.OutlineQuery) (graph.Outline, error) {
	return run(ctx, s, readOutline.with(params{
		"workspace": ws, "limit": limitOf(q.Limit), "details": q.Details, "source_bytes": graph.SourceBytes, "most_tags": graph.MostNumbered,
		"most": limitOf(q.Most), "all": q.Filter.IsEmpty(),
	}).filtered(q.Filter), func(r *row) (graph.Outline, error) {
		if err := graph.CheckMost(int(r.integer("edges")), q.Most); err != nil {
			return graph.Outline{}, err
		}
		out := decodeOutline(r)
		out.Total = max(out.Total, len(out.Episodes)) // episodes made by hand are not in the counter
		return out, nil
	})
}

// Tags returns the different tags of a workspace.
func (s *Store) Tags(ctx context.Context, ws string) ([]string, error) {
	return run(ctx, s, listTags.with(params{"workspace": ws, "most": graph.MostNumbered}), func(r *row) ([]string, error) {
		tags := column[string](r.fields, "tags")
		slices.Sort(tags)
		return tags, nil
	})
}

func decodeOutline(r *row) graph.Outline {
	out := graph.Outline{Edges: []graph.OutlineEdge{}, Total: int(r.integer("total"))}
	places := map[int64]int32{}
	out.Episodes = decodeOutlineEpisodes(r.fields, places)
	decodeOutlineTags(r, &out)
	froms, tos := column[int64](r.fields, "froms"), column[int64](r.fields, "tos")
	types, strengths := column[string](r.fields, "types"), r.list("strengths")
	n := min(len(froms), len(tos), len(types), len(strengths))
	r.holds(n == max(len(froms), len(tos), len(types), len(strengths)))
	for i := range n {
		from, known := places[froms[i]]
		to, too := places[tos[i]]
		if known && too {
			out.Edges = append(out.Edges, graph.OutlineEdge{
				From: from, To: to, Type: typeOf(types[i]), Strength: asNumber(r.fields, "strengths", strengths[i]),
			})
		}
	}
	return out
}

// decodeOutlineTags reads the tags and gives them to their episodes.
func decodeOutlineTags(r *row, out *graph.Outline) {
	out.Tags = column[string](r.fields, "tags")
	lists := r.list("holders")
	r.holds(len(lists) == len(out.Tags))
	places := make([][]int64, len(out.Episodes)) // of an episode: the place of each tag in its tags, above the tag's number
	out.MoreTags = int(r.integer("tagged"))
	for number, list := range lists {
		holders := as[[]any](r.fields, "holders", list, nil)
		out.MoreTags -= len(holders)
		for _, holder := range holders {
			at := as[int64](r.fields, "holders", holder, 0)
			places[at/1000] = append(places[at/1000], at%1000<<32|int64(number))
		}
	}
	for i, list := range places {
		slices.Sort(list)
		for _, place := range list {
			out.Episodes[i].Tags = append(out.Episodes[i].Tags, int32(place)) //nolint:gosec // its lower half
		}
	}
}

// decodeOutlineEpisodes reads the columns of the episodes, and notes the place of each by its number.
func decodeOutlineEpisodes(f fields, places map[int64]int32) []graph.OutlineEpisode {
	numbers, times, degrees := column[int64](f, "numbers"), column[int64](f, "times"), column[int64](f, "degrees")
	rewards := f.list("rewards")
	ids, names, metadata := column[string](f, "episode_ids"), column[string](f, "names"), column[string](f, "metadata")
	episodes := make([]graph.OutlineEpisode, len(numbers))
	for i := range episodes {
		f.holds(numbers[i] != 0) // 0 is null, of an episode that was deleted during the read
		episodes[i] = graph.OutlineEpisode{
			ID: numbers[i], CreatedAt: graph.Time(times[i]), Degree: int(degrees[i]), Reward: asNumber(f, "rewards", rewards[i]),
		}
		if len(ids) > 0 {
			f.holds(ids[i] != "")
			e := &episodes[i]
			e.EpisodeID, e.Name, e.Source = graph.ID(ids[i]), names[i], graph.SourceOf(input.Object(metadata[i]))
		}
		places[numbers[i]] = int32(i)
	}
	return episodes
}
