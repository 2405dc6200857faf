package graph

import (
	"context"

	"plotline/internal/audit"
)

// ValidateNoCyclesInput describes a relationship to check.
type ValidateNoCyclesInput struct {
	FromEpisodeID    EpisodeRef `json:"from_episode_id"`
	ToEpisodeID      EpisodeRef `json:"to_episode_id"`
	RelationshipType Type       `json:"relationship_type" enum:"follows,causes"`
}

// ValidateNoCyclesOutput contains a shortest closed path if there would be a cycle.
type ValidateNoCyclesOutput struct {
	Valid         bool           `json:"valid"`
	CycleDetected bool           `json:"cycle_detected"`
	CyclePath     []ID           `json:"cycle_path" nullable:"true" doc:"Closed path: from, to, …, from; null if valid"`
	Cycle         []CycleEpisode `json:"cycle,omitempty" doc:"The episodes of cycle_path, with names"`
	Omitted       int            `json:"omitted,omitempty" doc:"Number of episodes left out in the middle of a path of more than 1,000"`
	Message       string         `json:"message,omitempty"`
}

// ValidateNoCycles reports whether adding the relationship would close a cycle. It checks nothing else: an
// existing relationship is valid here.
func (s *Service) ValidateNoCycles(
	ctx context.Context, by audit.Caller, in ValidateNoCyclesInput,
) (ValidateNoCyclesOutput, error) {
	return withEpisodes(ctx, s, by, opValidateNoCycles, in, []EpisodeRef{in.FromEpisodeID, in.ToEpisodeID}, func(ctx context.Context, named resolved) (ValidateNoCyclesOutput, error) {
		path, err := s.store.FindCycle(ctx, by.Workspace, named.id(in.FromEpisodeID), named.id(in.ToEpisodeID), in.RelationshipType)
		if err != nil || path == nil {
			return ValidateNoCyclesOutput{Valid: true}, named.verdict(err)
		}
		return ValidateNoCyclesOutput{
			CycleDetected: true, CyclePath: path.IDs, Cycle: cycleEpisodes(s.cycleNodes(ctx, by.Workspace, path.IDs, nil), nil),
			Omitted: path.Omitted, Message: cycleMessage,
		}, nil
	})
}
