package graph

import (
	"context"

	"plotline/internal/audit"
	"plotline/internal/input"
	"plotline/internal/usecase"
)

// EpisodeOutput is a complete episode. Fields that are not set are omitted.
type EpisodeOutput struct {
	EpisodeID  ID           `json:"episode_id" format:"uuid"`
	ID         int64        `json:"id" doc:"Serial number"`
	Name       string       `json:"name"`
	Query      string       `json:"query"`
	Reflection string       `json:"reflection,omitempty"`
	Reward     float64      `json:"reward"`
	Tags       []string     `json:"tags,omitempty"`
	Metadata   input.Object `json:"metadata,omitempty"`
	CreatedAt  Time         `json:"created_at" format:"date-time"`
	UpdatedAt  Time         `json:"updated_at" format:"date-time"`
}

func episodeOutput(e Episode) EpisodeOutput {
	return EpisodeOutput{
		EpisodeID: e.EpisodeID, ID: e.ID, Name: e.Name, Query: e.Query, Reflection: e.Reflection, Reward: e.Reward,
		Tags: e.Tags, Metadata: e.Metadata, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
	}
}

// GetEpisodeInput names an episode.
type GetEpisodeInput struct {
	EpisodeID EpisodeRef `json:"episode_id"`
}

// GetEpisodeOutput is an episode with the numbers of its relationships and the newest of them.
type GetEpisodeOutput struct {
	EpisodeOutput
	RelationshipCounts Degrees              `json:"relationship_counts" doc:"Number of relationships by type"`
	Relationships      []NewestRelationship `json:"relationships,omitempty" doc:"The newest ten"`
}

// NewestRelationship is a relationship of an episode. ID and Name are those of the episode at the other end.
type NewestRelationship struct {
	RelationshipID ID      `json:"relationship_id" format:"uuid"`
	Reads          string  `json:"reads"`
	ID             int64   `json:"id"`
	Name           string  `json:"name"`
	Strength       float64 `json:"strength"`
	Seen           string  `json:"-"` // Reads without the episode itself, which a page about it need not name
}

func newestOutput(of Episode, r EpisodeRelationship) NewestRelationship {
	ends, way := Ends{From: Node{of.EpisodeID, of.ID, of.Name, of.CreatedAt}, To: r.Other}, Outgoing
	if r.To == of.EpisodeID {
		ends.From, ends.To, way = ends.To, ends.From, Incoming
	}
	seen := seen(r.Type.kind().Says, way) + " " + r.Other.named()
	return NewestRelationship{r.Relationship.ID, reads(r.Type, ends), r.Other.ID, r.Other.Name, r.Strength, seen}
}

// GetEpisode reads one episode.
func (s *Service) GetEpisode(ctx context.Context, by audit.Caller, in GetEpisodeInput) (GetEpisodeOutput, error) {
	return withEpisodes(ctx, s, by, opGetEpisode, in, []EpisodeRef{in.EpisodeID}, func(ctx context.Context, named resolved) (GetEpisodeOutput, error) {
		episode, rels, err := s.store.Episode(ctx, by.Workspace, named.id(in.EpisodeID))
		out := GetEpisodeOutput{EpisodeOutput: episodeOutput(episode), RelationshipCounts: rels.Degrees}
		if out.RelationshipCounts == nil {
			out.RelationshipCounts = Degrees{}
		}
		for _, rel := range rels.Newest {
			out.Relationships = append(out.Relationships, newestOutput(episode, rel))
		}
		return out, named.verdict(err)
	})
}

// ListEpisodesInput asks for a page of episodes.
type ListEpisodesInput struct {
	Limit     int      `json:"limit,omitempty" minimum:"1" maximum:"100" default:"50"`
	Offset    int      `json:"offset,omitempty" minimum:"0" default:"0"`
	Cursor    string   `json:"cursor,omitempty" maxBytes:"200"`
	Since     *Time    `json:"since,omitempty" doc:"Created at or after; ISO 8601, default zone UTC"`
	Until     *Until   `json:"until,omitempty" doc:"Created at or before; a date alone means its end"`
	Tags      []string `json:"tags,omitempty" maxItems:"100" doc:"All must match"`
	MinReward *float64 `json:"min_reward,omitempty" minimum:"-1" maximum:"1"`
	MaxReward *float64 `json:"max_reward,omitempty" minimum:"-1" maximum:"1"`
}

// ListEpisodesOutput is a page, newest first. Status is last in the JSON.
type ListEpisodesOutput struct {
	Episodes   []ListedEpisode `json:"episodes"`
	TotalCount int             `json:"total_count" doc:"Number of all matches"`
	Limit      int             `json:"limit"`
	Offset     int             `json:"offset"`
	NextCursor string          `json:"next_cursor,omitempty"`
	Status     string          `json:"status"`
}

// ListedEpisode is an episode in a list.
type ListedEpisode struct {
	ID        int64   `json:"id" doc:"Serial number"`
	Query     string  `json:"query"`
	Reward    float64 `json:"reward"`
	CreatedAt Time    `json:"created_at" format:"date-time"`
	EpisodeID ID      `json:"episode_id" format:"uuid"`
	Name      string  `json:"name"`
}

// ListEpisodes returns a page of episodes, newest first.
func (s *Service) ListEpisodes(ctx context.Context, by audit.Caller, in ListEpisodesInput) (ListEpisodesOutput, error) {
	return usecase.Do(ctx, s.runner, by, opListEpisodes, in, func(ctx context.Context, _ *usecase.Note) (ListEpisodesOutput, error) {
		query := ListQuery{
			Filter: filterOf(in.Since, in.Until, in.Tags, in.MinReward, in.MaxReward),
			Limit:  in.Limit + 1, Offset: in.Offset,
		}
		if in.Cursor != "" && in.Offset > 0 {
			return ListEpisodesOutput{}, errCursorAndOffset
		}
		list := query.Filter.digest()
		var err error
		if query.After, err = parseCursor[ListCursor](in.Cursor, list); err != nil {
			return ListEpisodesOutput{}, err
		}
		found, total, err := s.store.ListEpisodes(ctx, by.Workspace, query)
		next := ""
		if len(found) > in.Limit {
			found = found[:in.Limit]
			last := found[in.Limit-1]
			next = encodeCursor(&ListCursor{last.CreatedAt, last.ID}, list)
		}
		out := ListEpisodesOutput{
			Episodes: make([]ListedEpisode, len(found)), TotalCount: total,
			Limit: in.Limit, Offset: in.Offset, NextCursor: next, Status: "success",
		}
		for i, e := range found {
			out.Episodes[i] = ListedEpisode{e.ID, e.Query, e.Reward, e.CreatedAt, e.EpisodeID, e.Name}
		}
		return out, err
	})
}
