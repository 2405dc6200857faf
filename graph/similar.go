package graph

import (
	"cmp"
	"context"
	"slices"
	"time"

	"plotline/graph/analysis"
	"plotline/graph/ranking"
	"plotline/internal/clip"
)

const (
	// mostSimilar is how many similar episodes a reply names.
	mostSimilar = 3
	// comparedText is how much of a new episode's query is compared with earlier episodes, in characters.
	comparedText = 1000
	// similarPatience is how long a reply waits for the search after the episode was stored.
	similarPatience = 100 * time.Millisecond
)

// SimilarEpisode is an earlier episode that has most of the rare words of a new one.
type SimilarEpisode struct {
	ID        int64   `json:"id" doc:"Serial number"`
	EpisodeID ID      `json:"episode_id" format:"uuid"`
	Name      string  `json:"name"`
	Reward    float64 `json:"reward"`
}

// lookForSimilar begins a search for episodes with the words of a new one. The function that it returns waits for the
// result. A search that fails or takes long finds nothing, because the episode is stored in any case.
func (s *Service) lookForSimilar(ctx context.Context, ws string, e Episode) func() []SimilarEpisode {
	answer := make(chan []SimilarEpisode, 1)
	go func() {
		found, err := s.similar(ctx, ws, e)
		if err != nil {
			found = nil
		}
		answer <- found
	}()
	return func() []SimilarEpisode {
		select {
		case found := <-answer:
			return found
		case <-time.After(similarPatience):
			return nil
		}
	}
}

func (s *Service) similar(ctx context.Context, ws string, e Episode) ([]SimilarEpisode, error) {
	found, err := s.findByText(ctx, textSearch{
		ws: ws, brief: true, query: clip.Runes(e.Name+"\n"+e.Query, comparedText),
	})
	if err != nil || len(found.matches) == 0 {
		return nil, err
	}
	least := ranking.Similar * found.scoreOf(e)
	matches := slices.DeleteFunc(found.matches, func(m scoredMatch) bool {
		return m.score < least || len(m.held) < ranking.SimilarWords || m.EpisodeID == e.EpisodeID
	})
	slices.SortFunc(matches, func(a, b scoredMatch) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(a.EpisodeID, b.EpisodeID))
	})
	matches = matches[:min(len(matches), mostSimilar)]
	if len(matches) == 0 {
		return nil, nil
	}
	episodes, err := s.episodesByID(ctx, ws, idsOf(matches), onlyNames)
	var list []SimilarEpisode
	for _, m := range matches {
		if one, there := episodes[m.EpisodeID]; there { // it may have been deleted since
			list = append(list, SimilarEpisode{one.ID, one.EpisodeID, one.Name, one.Reward})
		}
	}
	return list, err
}

// scoreOf returns the score that an episode would have if it was stored.
func (f *textFound) scoreOf(e Episode) float64 {
	doc := DocumentOf(e, f.languages)
	candidate := ranking.Candidate{Vector: doc.Vector, Length: doc.Length}
	for i, clause := range f.clauses {
		if clause.Kind != analysis.Term {
			candidate.Held = append(candidate.Held, i)
		}
	}
	score, _, _ := f.words.Score(candidate)
	return score
}
