package graph

import (
	"cmp"
	"context"
	"slices"

	"plotline/graph/community"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// These bound a map. A page cannot draw more relationships in a useful way, and an episode may have 100 tags.
const (
	mostMappedEdges = 100_000
	mostMappedTags  = 20 // of an episode
)

// MapInput selects the episodes of a map.
type MapInput struct {
	Since     *Time    `json:"since,omitempty" doc:"Created at or after"`
	Until     *Until   `json:"until,omitempty" doc:"Created at or before; a date alone means the end of that day in UTC"`
	Tags      []string `json:"tags,omitempty" maxItems:"100" doc:"All of them must match"`
	MinReward *float64 `json:"min_reward,omitempty" minimum:"-1" maximum:"1"`
	MaxReward *float64 `json:"max_reward,omitempty" minimum:"-1" maximum:"1"`
	Community int64    `json:"community,omitempty" minimum:"1" maximum:"9007199254740991" doc:"Serial number of an episode: only its community among the episodes that match"`
	Limit     int      `json:"limit,omitempty" minimum:"1" maximum:"20000" default:"300" doc:"Newest first"`
	Opening   int      `json:"opening,omitempty" minimum:"0" maximum:"300" default:"0" doc:"Return at most this many instead, for a first picture: the newest connected part of the newest 1,000 that is more than a chain and what else there is room for, or the newest if there is no such part. Not together with community"`
}

// MapOutput is a part of the graph for a picture, small enough to fetch again after each change. Episodes refer to
// tags and sources, and edges to episodes, by their index.
type MapOutput struct {
	Episodes  []MapEpisode `json:"episodes" doc:"Newest first"`
	Edges     []MapEdge    `json:"edges"`
	Tags      []string     `json:"tags"`
	MoreTags  int          `json:"more_tags,omitempty" doc:"Tags of episodes that were left out: beyond 20 of an episode, or 5,000 different ones"`
	Sources   []string     `json:"sources" doc:"Agents or authors that the episodes' metadata name"`
	Total     int          `json:"total" doc:"Episodes that match"`
	Truncated bool         `json:"truncated" doc:"Of too many edges the weakest were left out"`

	// Only an opening has these.
	ByMonth  bool      `json:"by_month,omitempty" doc:"Of an opening: nothing branches, so these are the newest episodes"`
	Unlinked int       `json:"unlinked,omitempty" doc:"Of an opening: how many of the newest 1,000 episodes have no relationships"`
	Areas    *MapAreas `json:"areas,omitempty" doc:"Of an opening, if under a tenth of the newest 1,000 episodes have a reward other than 0"`
}

// MapEpisode is an episode of a map.
type MapEpisode struct {
	EpisodeID ID      `json:"episode_id" format:"uuid"`
	ID        int64   `json:"id" doc:"Serial number"`
	Name      string  `json:"name"`
	CreatedAt Time    `json:"created_at" format:"date-time"`
	Reward    float64 `json:"reward"`
	Degree    int     `json:"degree" doc:"All its relationships, also to episodes outside the map"`
	Community int32   `json:"community" doc:"Number of its community within the map"`
	Tags      []int32 `json:"tags,omitempty"`
	Source    *int    `json:"source,omitempty"`
}

// MapEdge is a relationship of a map.
type MapEdge struct {
	From     int32   `json:"from"`
	To       int32   `json:"to"`
	Type     Type    `json:"type"`
	Strength float64 `json:"strength"`
}

// Map returns the newest episodes that match and what is between them, without texts.
func (s *Service) Map(ctx context.Context, by audit.Caller, in MapInput) (MapOutput, error) {
	return usecase.Do(ctx, s.runner, by, opMap, in, func(ctx context.Context, _ *usecase.Note) (MapOutput, error) {
		if in.Opening > 0 && in.Community > 0 {
			return MapOutput{}, fault.Invalid("opening and community cannot be used together")
		}
		leave, err := s.mapTurns.EnterFor(ctx, by.Workspace, mapsOfWorkspace, fewer)
		if err != nil {
			return MapOutput{}, err
		}
		defer leave()
		q := OutlineQuery{Filter: filterOf(in.Since, in.Until, in.Tags, in.MinReward, in.MaxReward), Limit: in.Limit, Details: true}
		var outline Outline
		var facts openingFacts
		switch {
		case in.Opening > 0:
			outline, facts, err = s.opening(ctx, by.Workspace, q, in.Opening)
		case in.Community > 0:
			outline, err = s.communityOutline(ctx, by.Workspace, q, in.Community)
		default:
			outline, err = s.outline(ctx, by.Workspace, q)
		}
		if err != nil {
			return MapOutput{}, err
		}
		of, err := community.Find(ctx, len(outline.Episodes), weighted(outline.Edges))
		if err != nil {
			return MapOutput{}, err
		}
		out := mapOf(outline, of)
		out.ByMonth, out.Unlinked, out.Areas = facts.ByMonth, facts.Unlinked, facts.Areas
		return out, nil
	})
}

// mapOf makes the map of an outline, with the community of each episode.
func mapOf(o Outline, of []int32) MapOutput {
	out := MapOutput{
		Episodes: make([]MapEpisode, len(o.Episodes)), Edges: make([]MapEdge, 0, min(len(o.Edges), mostMappedEdges)),
		Tags: o.Tags, MoreTags: o.MoreTags, Total: o.Total, Truncated: len(o.Edges) > mostMappedEdges,
	}
	var sources Numbering
	for i, e := range o.Episodes {
		shown := min(mostMappedTags, len(e.Tags))
		out.MoreTags += len(e.Tags) - shown
		row := MapEpisode{e.EpisodeID, e.ID, e.Name, e.CreatedAt, e.Reward, e.Degree, of[i], e.Tags[:shown], nil}
		if e.Source != "" {
			for _, source := range sources.Append(nil, e.Source) {
				row.Source = new(int(source))
			}
		}
		out.Episodes[i] = row
	}
	out.Sources = sources.Texts()
	slices.SortFunc(o.Edges, func(a, b OutlineEdge) int {
		return cmp.Or(cmp.Compare(b.Strength, a.Strength), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Type, b.Type))
	})
	for _, e := range o.Edges[:min(len(o.Edges), mostMappedEdges)] {
		out.Edges = append(out.Edges, MapEdge(e))
	}
	return out
}
