package graph

import (
	"context"

	"plotline/internal/audit"
)

// ReadLearnedInput names the episodes of a part of a table.
type ReadLearnedInput struct {
	EpisodeIDs []EpisodeRef `json:"episode_ids" minItems:"1" maxItems:"100"`
}

// ReadLearnedOutput has an entry for each episode, in the order given, without duplicates.
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

// ReadLearned reads what was learned in several episodes, for a page that has a line for each.
func (s *Service) ReadLearned(ctx context.Context, by audit.Caller, in ReadLearnedInput) (ReadLearnedOutput, error) {
	return withEpisodes(ctx, s, by, opReadLearned, in, in.EpisodeIDs, func(ctx context.Context, named resolved) (ReadLearnedOutput, error) {
		ids := named.ids(in.EpisodeIDs)
		found, err := s.episodesByID(ctx, by.Workspace, ids, learnedShown)
		if err != nil {
			return ReadLearnedOutput{}, err
		}
		out := ReadLearnedOutput{Episodes: make([]LearnedEpisode, 0, len(ids))}
		var unknown []ID
		for _, id := range ids {
			if e, is := found[id]; is {
				out.Episodes = append(out.Episodes, LearnedEpisode{e.ID, e.Reflection})
			} else {
				unknown = append(unknown, id)
			}
		}
		if unknown != nil {
			return ReadLearnedOutput{}, named.verdict(EpisodeNotFound(unknown...))
		}
		return out, nil
	})
}
