package graph

import (
	"context"
	"errors"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
)

// UpdateEpisodeInput describes the changes. Null clears an optional field; for name it restores the default.
type UpdateEpisodeInput struct {
	EpisodeID         EpisodeRef    `json:"episode_id"`
	Name              *string       `json:"name,omitempty" minLength:"1" maxLength:"200" doc:"null restores the default" strict:""`
	Query             *string       `json:"query,omitempty" nullable:"false" minBytes:"1" maxBytes:"32768"`
	Reflection        *string       `json:"reflection,omitempty" maxBytes:"65536" doc:"null clears it" strict:""`
	Reward            *float64      `json:"reward,omitempty" nullable:"false" minimum:"-1" maximum:"1"`
	Tags              []string      `json:"tags,omitempty" maxItems:"100" minLength:"1" maxLength:"200" doc:"Replaces all tags; null clears them" strict:"Replaces all tags; [] clears them"`
	Metadata          input.Object  `json:"metadata,omitempty" maxBytes:"65536" doc:"Replaces all of it; null clears it" strict:"Replaces all of it"`
	ExpectedUpdatedAt *Time         `json:"expected_updated_at,omitempty" format:"date-time" doc:"Fail if the episode changed since then"`
	Cleared           input.Cleared `json:"-"`
}

// UpdateEpisode changes some fields of an episode. Without expected_updated_at, the last writer of each field
// wins. With it, the later writer gets a conflict.
func (s *Service) UpdateEpisode(ctx context.Context, by audit.Caller, in UpdateEpisodeInput) (EpisodeOutput, error) {
	return usecase.Do(ctx, s.runner, by, opUpdateEpisode, in, func(ctx context.Context, note *usecase.Note) (EpisodeOutput, error) {
		for _, name := range []string{"query", "reward"} {
			if in.Cleared.Has(name) {
				return EpisodeOutput{}, fault.Invalid("%s must not be null", name)
			}
		}
		named, err := s.resolveAndAudit(ctx, by.Workspace, note, in.EpisodeID)
		if err != nil {
			return EpisodeOutput{}, err
		}
		for {
			episode, err := s.tryUpdate(ctx, by, named.id(in.EpisodeID), in)
			if errors.Is(err, errStale) && in.ExpectedUpdatedAt == nil && ctx.Err() == nil {
				continue // another caller changed the episode: read it again and reapply
			}
			return episodeOutput(episode), named.verdict(err)
		}
	})
}

func (s *Service) tryUpdate(ctx context.Context, by audit.Caller, id ID, in UpdateEpisodeInput) (Episode, error) {
	ws := by.Workspace
	old, _, err := s.store.Episode(ctx, ws, id)
	unreadable := errors.Is(err, errUnreadable) // then the update replaces the value, by none if it names no other
	if err != nil && !unreadable {
		return Episode{}, err
	}
	if in.ExpectedUpdatedAt != nil && *in.ExpectedUpdatedAt != old.UpdatedAt {
		return Episode{}, Stale(old.EpisodeID, old.UpdatedAt)
	}
	if in.Metadata, err = checkRecorded(by, "", in.Metadata, old.Metadata); err != nil {
		return Episode{}, err
	}
	changed := in.apply(old)
	if changed.Name == "" {
		changed.Name = DefaultName(changed.Query)
	}
	if changed.Equal(old) && !unreadable {
		return old, nil
	}
	changed.UpdatedAt = max(s.clock(), old.UpdatedAt+1) // strictly later, so that each state has its own
	return changed, s.store.ReplaceEpisode(ctx, ws, changed, old.UpdatedAt)
}

func (in UpdateEpisodeInput) apply(e Episode) Episode {
	unnamed := e.Name == DefaultName(e.Query) // a default name continues to follow the query
	set(&e.Query, in.Query)
	if unnamed || in.Cleared.Has("name") {
		e.Name = DefaultName(e.Query)
	}
	set(&e.Name, in.Name)
	set(&e.Reflection, in.Reflection)
	if in.Cleared.Has("reflection") {
		e.Reflection = ""
	}
	set(&e.Reward, in.Reward)
	if in.Tags != nil || in.Cleared.Has("tags") {
		e.Tags = unique(in.Tags)
	}
	if in.Metadata != nil || in.Cleared.Has("metadata") {
		e.Metadata = in.Metadata
	}
	return e
}

func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

// DeleteEpisodeInput names an episode to delete.
type DeleteEpisodeInput struct {
	EpisodeID EpisodeRef `json:"episode_id"`
}

// DeleteEpisodeOutput gives the number of relationships that were deleted with the episode.
type DeleteEpisodeOutput struct {
	Success              bool   `json:"success"`
	DeletedRelationships int    `json:"deleted_relationships"`
	Message              string `json:"message"`
}

// DeleteEpisode deletes an episode and its relationships.
func (s *Service) DeleteEpisode(ctx context.Context, by audit.Caller, in DeleteEpisodeInput) (DeleteEpisodeOutput, error) {
	return withEpisodes(ctx, s, by, opDeleteEpisode, in, []EpisodeRef{in.EpisodeID}, func(ctx context.Context, named resolved) (DeleteEpisodeOutput, error) {
		deleted, err := s.store.DeleteEpisode(ctx, by.Workspace, named.id(in.EpisodeID))
		return DeleteEpisodeOutput{true, deleted, "Episode deleted successfully"}, named.verdict(err)
	})
}
