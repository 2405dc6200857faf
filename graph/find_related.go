package graph

import (
	"context"

	"plotline/internal/audit"
)

// FindRelatedInput asks for the episodes related to an episode, over several hops.
type FindRelatedInput struct {
	EpisodeID         EpisodeRef `json:"episode_id"`
	MaxDepth          int        `json:"max_depth,omitempty" minimum:"1" maximum:"5" default:"2"`
	RelationshipTypes []Type     `json:"relationship_types,omitempty" enum:"*" doc:"Default: all"`
	MinStrength       float64    `json:"min_strength,omitempty" minimum:"0" maximum:"1" default:"0.5" doc:"Minimum product of strengths along a path"`
	Direction         Direction  `json:"direction,omitempty" enum:"outgoing,incoming,both" default:"both"`
	Prefer            string     `json:"prefer,omitempty" enum:"shortest,strongest" default:"shortest" doc:"Which path to report"`
	Limit             int        `json:"limit,omitempty" minimum:"1" doc:"Default: all"`
}

// FindRelatedOutput lists episodes, strongest first. Count is the number of all that match.
type FindRelatedOutput struct {
	RelatedEpisodes []RelatedOutput `json:"related_episodes"`
	Count           int             `json:"count"`
}

// RelatedOutput is an episode that the search reached.
type RelatedOutput struct {
	EpisodeID     ID      `json:"episode_id" format:"uuid"`
	EpisodeName   string  `json:"episode_name"`
	Distance      int     `json:"distance" doc:"Hops"`
	Path          []ID    `json:"path" doc:"Relationship ids, from the start on"`
	TotalStrength float64 `json:"total_strength" doc:"Product of the strengths along path"`

	ID     int64        `json:"id" doc:"Serial number"`
	Reward float64      `json:"reward"`
	Steps  []StepOutput `json:"steps" doc:"The relationships of path, each with the episode it reaches"`
}

// StepOutput is a relationship on a path, and the episode that it reaches.
type StepOutput struct {
	RelationshipType Type      `json:"relationship_type"`
	Direction        Direction `json:"direction" doc:"Seen from the previous episode"`
	Strength         float64   `json:"strength"`
	ID               int64     `json:"id" doc:"Serial number"`
	Name             string    `json:"name"`
}

// roundingError exceeds the rounding of a product of five strengths.
const roundingError = 1e-9

// atLeast returns the bound that stores compare with. In binary fractions 0.7 × 0.7 is a little less than
// 0.49, but it must meet a min_strength of 0.49.
func atLeast(minStrength float64) float64 { return max(0, minStrength-roundingError) }

// FindRelated searches outwards from an episode: see Store.Related. All types of relationships count the same. The
// weights of the types in package ranking are for recall only.
func (s *Service) FindRelated(
	ctx context.Context, by audit.Caller, in FindRelatedInput,
) (FindRelatedOutput, error) {
	return withEpisodes(ctx, s, by, opFindRelated, in, []EpisodeRef{in.EpisodeID}, func(ctx context.Context, named resolved) (FindRelatedOutput, error) {
		found, count, err := s.store.Related(ctx, by.Workspace, RelatedQuery{
			Start: named.id(in.EpisodeID), MaxDepth: in.MaxDepth, Types: unique(in.RelationshipTypes), MinStrength: atLeast(in.MinStrength),
			Direction: in.Direction, Strongest: in.Prefer == "strongest", Limit: in.Limit,
		})
		out := FindRelatedOutput{RelatedEpisodes: make([]RelatedOutput, len(found)), Count: count}
		for i, r := range found {
			out.RelatedEpisodes[i] = relatedOutput(r)
		}
		return out, named.verdict(err)
	})
}

func relatedOutput(r RelatedEpisode) RelatedOutput {
	out := RelatedOutput{
		EpisodeID: r.EpisodeID, EpisodeName: r.Name, Distance: r.Distance, Path: r.Path, TotalStrength: r.Strength,
		ID: r.ID, Reward: r.Reward, Steps: make([]StepOutput, len(r.Steps)),
	}
	for i, s := range r.Steps {
		out.Steps[i] = StepOutput{s.Type, s.Direction, s.Strength, s.ID, s.Name}
	}
	return out
}
