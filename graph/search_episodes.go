package graph

import (
	"context"
	"fmt"

	"plotline/internal/audit"
	"plotline/internal/clip"
	"plotline/internal/usecase"
)

// SearchEpisodesInput asks for episodes by their words.
type SearchEpisodesInput struct {
	Query     string   `json:"query" minBytes:"1" maxBytes:"2000" doc:"Words in name, query, reflection or tags; \"phrases\" and prefix* work"`
	Match     string   `json:"match,omitempty" enum:"any,all" default:"any" doc:"any of the words, or all of them"`
	Limit     int      `json:"limit,omitempty" minimum:"1" maximum:"50" default:"10"`
	MinReward *float64 `json:"min_reward,omitempty" minimum:"-1" maximum:"1"`
	Tags      []string `json:"tags,omitempty" maxItems:"100" doc:"All must match"`
}

// SearchEpisodesOutput lists the results, best first. Count is the number of all that match.
type SearchEpisodesOutput struct {
	Episodes []FoundEpisode `json:"episodes"`
	Count    int            `json:"count" doc:"Number of all matches"`
	CountIs  string         `json:"count_is,omitempty" enum:"at_least" doc:"at_least: count is a lower bound"`
	Hint     string         `json:"hint,omitempty" doc:"Why nothing was found, or how the query was read"`
}

// FoundEpisode is a result of a search.
type FoundEpisode struct {
	EpisodeID ID       `json:"episode_id" format:"uuid"`
	ID        int64    `json:"id" doc:"Serial number"`
	Name      string   `json:"name"`
	Query     string   `json:"query" doc:"Shortened to 200 characters"`
	Learned   string   `json:"learned,omitempty" doc:"The reflection, shortened to 200 characters"`
	Tags      []string `json:"tags,omitempty"`
	Reward    float64  `json:"reward"`
	CreatedAt Time     `json:"created_at" format:"date-time"`
	Score     float64  `json:"score" doc:"0 to 1, higher is better"`
}

// countAtLeast marks a count as a lower bound.
const countAtLeast = "at_least"

// SearchEpisodes finds episodes by full text.
func (s *Service) SearchEpisodes(ctx context.Context, by audit.Caller, in SearchEpisodesInput) (SearchEpisodesOutput, error) {
	return usecase.Do(ctx, s.runner, by, opSearchEpisodes, in, func(ctx context.Context, _ *usecase.Note) (SearchEpisodesOutput, error) {
		out := SearchEpisodesOutput{Episodes: []FoundEpisode{}}
		ask := textSearch{
			ws: by.Workspace, query: in.Query, all: in.Match == "all",
			filter: filterOf(nil, nil, in.Tags, in.MinReward, nil),
		}
		found, err := s.findByText(ctx, ask)
		if err != nil {
			return out, err
		}
		out.Count = found.count
		if !found.exactCount {
			out.CountIs = countAtLeast
		}
		if found.count == 0 {
			out.Hint, err = s.hint(ctx, ask, found)
			return out, err
		}
		out.Hint = found.looseHint()
		best := found.matches[:found.through(in.Limit)]
		episodes, err := s.episodesByID(ctx, by.Workspace, idsOf(best), tiedText)
		breakTies(best, in.Query, found.standing, func(m scoredMatch) Episode {
			e := episodes[m.EpisodeID]
			e.EpisodeID = m.EpisodeID
			return e
		})
		for _, m := range best[:min(in.Limit, len(best))] {
			if e, there := episodes[m.EpisodeID]; there { // it may have been deleted since
				out.Episodes = append(out.Episodes, foundEpisode(e, found.share(m.score)))
			}
		}
		return out, err
	})
}

func foundEpisode(e Episode, score float64) FoundEpisode {
	const shown = 200
	return FoundEpisode{
		EpisodeID: e.EpisodeID, ID: e.ID, Name: e.Name, Query: clip.Runes(e.Query, shown), Learned: clip.Runes(e.Reflection, shown),
		Tags: e.Tags, Reward: e.Reward, CreatedAt: e.CreatedAt, Score: score,
	}
}

// emptyHint says how to fill an empty workspace. For default it leads to the workspace of a repository, because import git
// and agents use that.
func emptyHint(ws string) string {
	if ws == DefaultWorkspace {
		return "The workspace default has no episodes yet. A client or a server that is started in a git repository with --workspace auto " +
			"uses the workspace of that repository, which plotline import git . fills."
	}
	return fmt.Sprintf("The workspace %s has no episodes yet. To import a git history, run: plotline import git . --workspace %[1]s", ws)
}

// hint explains why nothing was found.
func (s *Service) hint(ctx context.Context, ask textSearch, found textFound) (string, error) {
	switch {
	case found.asked == 0:
		return "The query has no word to look for.", nil
	case found.counted.Episodes == 0:
		return emptyHint(ask.ws), nil
	case !ask.filter.IsEmpty():
		ask.filter = EpisodeFilter{}
		without, err := s.findByText(ctx, ask)
		if err != nil || without.count > 0 {
			return fmt.Sprintf("What the query finds does not pass the filters (%d without them).", without.count), err
		}
	}
	absent := found.absent()
	near, err := s.nearWords(ctx, ask.ws, absent, found.counted.Episodes)
	switch {
	case ask.all && len(absent) < len(found.clauses):
		return joined("No episode has all of the words; match any finds those with some.", near), err
	case ask.all:
		return joined("No episode has any of the words: try others.", near), err
	}
	return joined("No episode has any of the words: try others, or prefix* for the beginning of one.", near), err
}
