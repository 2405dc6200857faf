package graph

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// CreateLinkedEpisodeInput describes an episode to create, and its relationships to earlier ones. It is apart from
// CreateEpisodeInput, because the items of CreateEpisodesInput have no relationships of their own.
type CreateLinkedEpisodeInput struct {
	CreateEpisodeInput
	Relationships []LinkInput `json:"relationships,omitempty" maxItems:"20" doc:"As in add_episode_relationship, but leave out the end that is the new episode"`
}

// LinkInput describes a relationship between a new episode and an earlier one.
type LinkInput struct {
	From             EpisodeRef `json:"from,omitempty" alias:"from_episode_id"`
	To               EpisodeRef `json:"to,omitempty" alias:"to_episode_id"`
	RelationshipType Type       `json:"relationship_type" enum:"*"`
	Strength         float64    `json:"strength,omitempty" minimum:"0" maximum:"1" default:"1"`
}

// CreateLinkedEpisodeOutput says what was created, or what an earlier call with the same key created.
type CreateLinkedEpisodeOutput struct {
	CreateEpisodeOutput
	Relationships []LinkOutput `json:"relationships,omitempty"`
}

// LinkOutput describes a relationship of a new episode.
type LinkOutput struct {
	RelationshipID ID     `json:"relationship_id" format:"uuid"`
	Reads          string `json:"reads"`
	Hint           string `json:"hint,omitempty"`
}

// RecordEpisodeOutput is CreateLinkedEpisodeOutput with earlier episodes that may be about the same.
type RecordEpisodeOutput struct {
	CreateLinkedEpisodeOutput
	Similar []SimilarEpisode `json:"similar,omitempty" doc:"Earlier ones that may be about the same"`
}

// CreateLinkedEpisode creates one episode and its relationships, all or nothing.
func (s *Service) CreateLinkedEpisode(
	ctx context.Context, by audit.Caller, in CreateLinkedEpisodeInput,
) (CreateLinkedEpisodeOutput, error) {
	return usecase.Do(ctx, s.runner, by, opCreateEpisode, in, func(ctx context.Context, note *usecase.Note) (CreateLinkedEpisodeOutput, error) {
		return s.createLinked(ctx, by, in, in.episode(s.clock()), note)
	})
}

// RecordEpisode is CreateLinkedEpisode for callers that can use a reference to similar episodes at once. It looks for
// them while the episode is stored. A replay has none.
func (s *Service) RecordEpisode(
	ctx context.Context, by audit.Caller, in CreateLinkedEpisodeInput,
) (RecordEpisodeOutput, error) {
	return usecase.Do(ctx, s.runner, by, opCreateEpisode, in, func(ctx context.Context, note *usecase.Note) (RecordEpisodeOutput, error) {
		episode := in.episode(s.clock())
		searching, stop := context.WithCancel(ctx)
		defer stop()
		similar := s.lookForSimilar(searching, by.Workspace, episode.Episode)
		created, err := s.createLinked(ctx, by, in, episode, note)
		out := RecordEpisodeOutput{CreateLinkedEpisodeOutput: created}
		if err == nil && created.EpisodeID == episode.EpisodeID {
			out.Similar = slices.DeleteFunc(similar(), in.names)
		}
		return out, err
	})
}

// names reports whether a relationship of the call has the episode at its other end.
func (in CreateLinkedEpisodeInput) names(e SimilarEpisode) bool {
	return slices.ContainsFunc(in.Relationships, func(l LinkInput) bool {
		return slices.Contains([]EpisodeRef{EpisodeRef(e.EpisodeID), refOfSerial(e.ID)}, cmp.Or(l.From, l.To))
	})
}

func (s *Service) createLinked(
	ctx context.Context, by audit.Caller, in CreateLinkedEpisodeInput, episode NewEpisode, note *usecase.Note,
) (out CreateLinkedEpisodeOutput, err error) {
	if episode.Metadata, err = checkRecorded(by, in.IdempotencyKey, in.Metadata, nil); err != nil {
		return out, err
	}
	ws := by.Workspace
	ends := make([]EpisodeRef, len(in.Relationships))
	for i, link := range in.Relationships {
		if ends[i], err = link.earlier(fmt.Sprintf("relationships[%d]", i)); err != nil {
			return out, fault.From(err).At(i)
		}
	}
	named, err := s.resolve(ctx, ws, ends...)
	if err != nil {
		return out, err
	}
	batch := Batch{Episodes: []NewEpisode{episode}}
	for _, link := range in.Relationships {
		batch.Relationships = append(batch.Relationships, link.relationship(named, episode.UpdatedAt))
	}
	if episode.Key != "" && len(in.Relationships) > 0 {
		batch.Episodes[0].Digest = digest(in.CreateEpisodeInput, in.Relationships)
	}
	created, err := s.store.CreateEpisodes(ctx, ws, batch)
	if fault.CodeOf(err) == fault.Conflict { // of the key: the index of the only episode would be taken for that of a relationship
		verdict := *fault.From(err)
		verdict.Extra = maps.Clone(verdict.Extra)
		delete(verdict.Extra, "index")
		return out, &verdict
	}
	if err != nil {
		return out, s.addCycleNames(ctx, ws, named.verdict(err), batch)
	}
	out.CreatedEpisode, out.Message = createdEpisode(created.Episodes[0]), "Episode created successfully"
	note.IDs(string(out.EpisodeID))
	for i, rel := range created.Relationships {
		note.IDs(string(rel.ID))
		out.Relationships = append(out.Relationships, LinkOutput{rel.ID, reads(rel.Type, created.Ends[i]), dateHint(rel, created.Ends[i])})
	}
	return out, nil
}

// earlier returns the end that is not the new episode.
func (l LinkInput) earlier(at string) (EpisodeRef, error) {
	switch {
	case l.From != "" && l.To != "":
		return "", fault.Invalid("%s has both from (%s) and to (%s); leave out the one that is the new episode", at, l.From, l.To)
	case l.From != "":
		return l.From, nil
	case l.To != "":
		return l.To, nil
	}
	return "", fault.Invalid("%s has neither from nor to; give the earlier episode as one of them", at)
}

func (l LinkInput) relationship(named resolved, now Time) NewRelationship {
	end := func(ref EpisodeRef) End {
		if ref == "" {
			return End{Item: 0}
		}
		return End{Item: -1, Episode: named.id(ref)}
	}
	return NewRelationship{
		Relationship: Relationship{ID: NewID(), Type: l.RelationshipType, Strength: l.Strength, CreatedAt: now},
		FromEnd:      end(l.From), ToEnd: end(l.To),
	}
}
