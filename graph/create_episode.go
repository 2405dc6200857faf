package graph

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"plotline/internal/audit"
	"plotline/internal/clip"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
)

// These limits of an episode's texts equal the tags of CreateEpisodeInput and UpdateEpisodeInput, for code that cuts texts
// first. web/src/limits.ts repeats those that fields of the pages have.
const (
	MaxName       = 200      // characters
	MaxTag        = 200      // characters
	MaxQuery      = 32 << 10 // bytes
	MaxReflection = 64 << 10 // bytes
	MaxMetadata   = 64 << 10 // bytes
)

// CreateEpisodeInput describes an episode to create.
type CreateEpisodeInput struct {
	Query          string       `json:"query" minBytes:"1" maxBytes:"32768" doc:"The task or question"`
	Reward         float64      `json:"reward,omitempty" minimum:"-1" maximum:"1" doc:"How it went: -1 failed, 1 succeeded; 0: unknown, or a plain fact"`
	Name           string       `json:"name,omitempty" minLength:"1" maxLength:"200" doc:"Default: the first line of query"`
	Reflection     string       `json:"reflection,omitempty" maxBytes:"65536" doc:"What you learned, for the next attempt"`
	Tags           []string     `json:"tags,omitempty" maxItems:"100" minLength:"1" maxLength:"200"`
	Metadata       input.Object `json:"metadata,omitempty" maxBytes:"65536"`
	CreatedAt      *Time        `json:"created_at,omitempty" doc:"ISO 8601; default: now"`
	IdempotencyKey string       `json:"idempotency_key,omitempty" maxBytes:"200" doc:"A retry with the same key returns the first result"`
}

// CreatedEpisode describes one episode in the result of a create.
type CreatedEpisode struct {
	EpisodeID ID     `json:"episode_id" format:"uuid"`
	ID        int64  `json:"id" doc:"Serial number"`
	Name      string `json:"name"`
	CreatedAt Time   `json:"created_at" format:"date-time"`
}

// CreateEpisodeOutput says what was created, or what an earlier call with the same key created.
type CreateEpisodeOutput struct {
	CreatedEpisode
	Message string `json:"message"`
}

// CreateEpisode creates one episode.
func (s *Service) CreateEpisode(
	ctx context.Context, by audit.Caller, in CreateEpisodeInput,
) (CreateEpisodeOutput, error) {
	out, err := s.CreateLinkedEpisode(ctx, by, CreateLinkedEpisodeInput{CreateEpisodeInput: in})
	return out.CreateEpisodeOutput, err
}

func createdEpisode(e Episode) CreatedEpisode {
	return CreatedEpisode{e.EpisodeID, e.ID, e.Name, e.CreatedAt}
}

func (in CreateEpisodeInput) episode(now Time) NewEpisode {
	e := NewEpisode{
		Episode: Episode{
			EpisodeID: NewID(), Name: in.Name, Query: in.Query, Reflection: in.Reflection, Reward: in.Reward,
			Tags: unique(in.Tags), Metadata: in.Metadata, CreatedAt: now, UpdatedAt: now,
		},
		Key: in.IdempotencyKey,
	}
	if in.CreatedAt != nil {
		e.CreatedAt = *in.CreatedAt
	}
	if e.Name == "" {
		e.Name = DefaultName(in.Query)
	}
	if e.Key != "" {
		e.Digest = digest(in, nil)
	}
	return e
}

// DefaultName returns the first non-blank line of a query, cut at 80 runes.
func DefaultName(query string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(query), "\n")
	line = strings.TrimSpace(line)
	if line == "" {
		line = "Untitled"
	}
	return strings.TrimSpace(clip.Runes(line, 80))
}

// CreateEpisodesInput is a batch, all or nothing.
type CreateEpisodesInput struct {
	Episodes      []CreateEpisodeInput `json:"episodes" minItems:"1" maxItems:"1000" like:"create_episode" doc:"Each as in create_episode"`
	Relationships []BatchRelationship  `json:"relationships,omitempty" maxItems:"5000"`
}

// BatchRelationship names its ends by "#0" (the first episode of the batch) or by UUID.
type BatchRelationship struct {
	From             string       `json:"from" alias:"from_episode_id" minLength:"1" doc:"'#0' is the first of episodes; or an episode_id"`
	To               string       `json:"to" alias:"to_episode_id" minLength:"1" doc:"Like 'from'"`
	RelationshipType Type         `json:"relationship_type" enum:"*"`
	Strength         float64      `json:"strength,omitempty" minimum:"0" maximum:"1" default:"1"`
	Metadata         input.Object `json:"metadata,omitempty" maxBytes:"65536"`
}

// CreateEpisodesOutput lists what was created, in the order given.
type CreateEpisodesOutput struct {
	Episodes      []CreatedEpisode    `json:"episodes"`
	Relationships []AddedRelationship `json:"relationships"`
	Count         int                 `json:"count" doc:"Number of episodes"`
	Reads         []string            `json:"reads,omitempty" doc:"The first ten in words"`
	Hint          string              `json:"hint,omitempty"`
}

// CreateEpisodes creates a batch in one transaction.
func (s *Service) CreateEpisodes(
	ctx context.Context, by audit.Caller, in CreateEpisodesInput,
) (CreateEpisodesOutput, error) {
	return usecase.Do(ctx, s.runner, by, opCreateEpisodes, in, func(ctx context.Context, note *usecase.Note) (CreateEpisodesOutput, error) {
		metadata := make([]input.Object, len(in.Episodes))
		for i, item := range in.Episodes {
			var err error
			if metadata[i], err = checkRecorded(by, item.IdempotencyKey, item.Metadata, nil); err != nil {
				return CreateEpisodesOutput{}, fault.From(err).At(i)
			}
		}
		batch, err := in.batch(s.clock())
		if err != nil {
			return CreateEpisodesOutput{}, err
		}
		for i := range metadata {
			batch.Episodes[i].Metadata = metadata[i]
		}
		created, err := s.store.CreateEpisodes(ctx, by.Workspace, batch)
		if err != nil {
			return CreateEpisodesOutput{}, s.addCycleNames(ctx, by.Workspace, err, batch)
		}
		out := CreateEpisodesOutput{Episodes: make([]CreatedEpisode, len(created.Episodes)), Count: len(created.Episodes)}
		for i, e := range created.Episodes {
			out.Episodes[i] = createdEpisode(e)
			note.IDs(string(e.EpisodeID))
		}
		out.Relationships = addedRelationships(created.Relationships, note)
		out.Reads = readsAll(created.Relationships, created.Ends)
		out.Hint = dateHints(created.Relationships, created.Ends)
		return out, nil
	})
}

func (in CreateEpisodesInput) batch(now Time) (Batch, error) {
	batch := Batch{
		Episodes:      make([]NewEpisode, len(in.Episodes)),
		Relationships: make([]NewRelationship, len(in.Relationships)),
	}
	for i, item := range in.Episodes {
		batch.Episodes[i] = item.episode(now)
	}
	for i, item := range in.Relationships {
		rel, err := item.relationship(now, fmt.Sprintf("relationships[%d]", i), len(in.Episodes))
		if err != nil {
			return Batch{}, fault.From(err).At(i)
		}
		batch.Relationships[i] = rel
		if rel.FromEnd == rel.ToEnd {
			return Batch{}, SameEnds().At(i)
		}
	}
	return batch, nil
}

func (r BatchRelationship) relationship(now Time, at string, items int) (NewRelationship, error) {
	from, err := parseEnd(at+".from", r.From, items)
	if err != nil {
		return NewRelationship{}, err
	}
	to, err := parseEnd(at+".to", r.To, items)
	return NewRelationship{
		Relationship: Relationship{
			ID: NewID(), Type: r.RelationshipType, Strength: r.Strength, Metadata: r.Metadata, CreatedAt: now,
		},
		FromEnd: from, ToEnd: to,
	}, err
}

func parseEnd(name, text string, items int) (End, error) {
	if number, ok := strings.CutPrefix(text, "#"); ok {
		if i, err := strconv.Atoi(number); err == nil && i >= 0 && i < items && number == strconv.Itoa(i) {
			return End{Item: i}, nil
		}
		return End{}, fault.Invalid("%s must be '#0' to '#%d' or a UUID: %s", name, items-1, clip.Runes(text, 60))
	}
	end := End{Item: -1}
	if err := end.Episode.UnmarshalText([]byte(text)); err != nil {
		return End{}, fault.Invalid("%s must be '#0' to '#%d' or a UUID: %s", name, items-1, clip.Runes(text, 60))
	}
	return end, nil
}
