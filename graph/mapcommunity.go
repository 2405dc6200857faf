package graph

import (
	"context"
	"maps"
	"slices"

	"plotline/graph/community"
)

// communityOutline returns the newest episodes of one community: that of the episode with a serial number, among the
// episodes that pass the filter. The communities are those of an overview with the same filter. If no such episode
// passes, the outline is empty.
func (s *Service) communityOutline(ctx context.Context, ws string, q OutlineQuery, hub int64) (Outline, error) {
	whole, err := s.outline(ctx, ws, OutlineQuery{Filter: q.Filter})
	if err != nil {
		return Outline{}, err
	}
	at := slices.IndexFunc(whole.Episodes, func(e OutlineEpisode) bool { return e.ID == hub })
	if at < 0 {
		return Outline{Tags: []string{}}, nil
	}
	of, err := community.Find(ctx, len(whole.Episodes), weighted(whole.Edges))
	if err != nil {
		return Outline{}, err
	}
	part := partOf(whole, q.Limit, func(i int) bool { return of[i] == of[at] })
	err = s.addDetails(ctx, ws, &part)
	return part, err
}

// partOf returns the newest episodes that are in a part of an outline, and the edges between them. Tags are those of the
// whole outline. Total counts the episodes of the part.
func partOf(o Outline, limit int, in func(i int) bool) Outline {
	part := Outline{Tags: o.Tags, MoreTags: o.MoreTags}
	place := make([]int32, len(o.Episodes))
	for i, e := range o.Episodes {
		place[i] = -1
		if !in(i) {
			continue
		}
		part.Total++
		if len(part.Episodes) < limit {
			place[i] = int32(len(part.Episodes)) //nolint:gosec // below limit
			part.Episodes = append(part.Episodes, e)
		}
	}
	for _, e := range o.Edges {
		if e.From, e.To = place[e.From], place[e.To]; e.From >= 0 && e.To >= 0 {
			part.Edges = append(part.Edges, e)
		}
	}
	return part
}

// addDetails reads the names, tags and sources of episodes, some at a time because their texts come with them. An
// episode that was deleted meanwhile stays without a name.
func (s *Service) addDetails(ctx context.Context, ws string, o *Outline) error {
	const atOnce = 10
	var tags Numbering
	for some := range slices.Chunk(o.Episodes, atOnce) {
		serials := make([]int64, len(some))
		for i, e := range some {
			serials[i] = e.ID
		}
		found, err := s.episodesBySerial(ctx, ws, serials, 0)
		if err != nil {
			return err
		}
		for i := range some {
			e := found[some[i].ID]
			some[i].EpisodeID, some[i].Name, some[i].Source = e.EpisodeID, e.Name, SourceOf(e.Metadata)
			some[i].Tags = tags.Append(nil, e.Tags...)
		}
	}
	o.Tags, o.MoreTags = tags.Texts(), tags.LeftOut()
	return nil
}

// episodesBySerial reads at most 1,000 episodes by their serial numbers. It leaves out those that do not exist. most is
// that of Store.EpisodesByID.
func (s *Service) episodesBySerial(ctx context.Context, ws string, serials []int64, most int) (map[int64]Episode, error) {
	ids, err := s.store.EpisodeIDs(ctx, ws, serials)
	if err != nil {
		return nil, err
	}
	found, err := s.episodesByID(ctx, ws, slices.Collect(maps.Values(ids)), most)
	episodes := make(map[int64]Episode, len(found))
	for _, e := range found {
		episodes[e.ID] = e
	}
	return episodes, err
}
