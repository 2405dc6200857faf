package graph

import (
	"context"

	"plotline/internal/audit"
)

// ReadLearnedInput names the episodes of a part of a table.
type ReadLearnedInput struct {
	EpisodeIDs []EpisodeRef `json:"episode_ids" minItems:"1" maxItems:"100"`
}

// ReadLearnedOutput has an entry for each episode that exists, in no particular order.
type ReadLearnedOutput struct {
	Episodes []LearnedEpisode `json:"episodes"`
}

// LearnedEpisode is the beginning of what was learned in an episode.
type LearnedEpisode struct {
	ID      int64  `json:"id" doc:"Serial number"`
	Learned string `json:"learned" doc:"The first 400 characters of the reflection"`
}

// learnedShown is enough for the first sentence. In characters.
const learnedShown = 400

// ReadLearned reads what was learned in several episodes, for a page that has a line for each. It omits unknown episodes,
// because one may have been deleted since the page was loaded.
func (s *Service) ReadLearned(ctx context.Context, by audit.Caller, in ReadLearnedInput) (ReadLearnedOutput, error) {
	return withEpisodes(ctx, s, by, opReadLearned, in, in.EpisodeIDs, func(ctx context.Context, named resolved) (ReadLearnedOutput, error) {
		found, err := s.store.EpisodesByID(ctx, by.Workspace, named.ids(in.EpisodeIDs), learnedShown)
		out := ReadLearnedOutput{Episodes: make([]LearnedEpisode, len(found))}
		for i, e := range found {
			out.Episodes[i] = LearnedEpisode{e.ID, e.Reflection}
		}
		return out, err
	})
}
