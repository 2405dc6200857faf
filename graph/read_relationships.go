package graph

import (
	"context"
	"math"

	"plotline/internal/audit"
)

// maxListedMetadata bounds the bytes of metadata in one list. Each relationship may have 64 KiB of it.
const maxListedMetadata = 16 << 20

// GetRelationshipsInput asks for the relationships of one episode.
type GetRelationshipsInput struct {
	EpisodeID        EpisodeRef `json:"episode_id"`
	Direction        Direction  `json:"direction,omitempty" enum:"outgoing,incoming,both" default:"both" doc:"Seen from the episode"`
	RelationshipType Type       `json:"relationship_type,omitempty" enum:"*"`
	MinStrength      float64    `json:"min_strength,omitempty" minimum:"0" maximum:"1" default:"0"`
	Limit            int        `json:"limit,omitempty" minimum:"1" doc:"Page size; default: all"`
	Cursor           string     `json:"cursor,omitempty" maxBytes:"200" doc:"next_cursor of the previous page"`
}

// GetRelationshipsOutput lists relationships by created_at, then id. Count is the number of all that match,
// on each page.
type GetRelationshipsOutput struct {
	Relationships []RelationshipOutput `json:"relationships"`
	Count         int                  `json:"count"`
	NextCursor    string               `json:"next_cursor,omitempty"`
}

// GetRelationships lists the relationships of an episode.
func (s *Service) GetRelationships(
	ctx context.Context, by audit.Caller, in GetRelationshipsInput,
) (GetRelationshipsOutput, error) {
	return withEpisodes(ctx, s, by, opGetRelationships, in, []EpisodeRef{in.EpisodeID}, func(ctx context.Context, named resolved) (GetRelationshipsOutput, error) {
		query := RelationshipQuery{
			Episode: named.id(in.EpisodeID), Direction: in.Direction, Type: in.RelationshipType,
			MinStrength: atLeast(in.MinStrength), MaxBytes: maxListedMetadata,
		}
		list := query.digest()
		after, err := parseCursor[Cursor](in.Cursor, list)
		if err != nil {
			return GetRelationshipsOutput{}, err
		}
		query.After = after
		if in.Limit > 0 {
			query.Limit = min(in.Limit, math.MaxInt32) + 1 // the extra one shows whether a page follows
		}
		rels, count, err := s.store.Relationships(ctx, by.Workspace, query)
		if err != nil {
			return GetRelationshipsOutput{}, named.verdict(err)
		}
		return relationshipPage(rels, count, in.Limit, list), nil
	})
}

func relationshipPage(rels []Relationship, count, limit int, list string) GetRelationshipsOutput {
	out := GetRelationshipsOutput{Count: count}
	if limit > 0 && len(rels) > limit {
		rels = rels[:limit]
		last := rels[limit-1]
		out.NextCursor = encodeCursor(&Cursor{last.CreatedAt, last.ID}, list)
	}
	out.Relationships = make([]RelationshipOutput, len(rels))
	for i, rel := range rels {
		out.Relationships[i] = relationshipOutput(rel)
	}
	return out
}

// RelationshipExistsInput asks for relationships from one episode to another.
type RelationshipExistsInput struct {
	FromEpisodeID    EpisodeRef `json:"from_episode_id"`
	ToEpisodeID      EpisodeRef `json:"to_episode_id"`
	RelationshipType Type       `json:"relationship_type,omitempty" enum:"*"`
}

// RelationshipExistsOutput lists the relationships found, by created_at, then id.
type RelationshipExistsOutput struct {
	Exists        bool            `json:"exists"`
	Relationships []ExistingShort `json:"relationships"`
}

// ExistingShort is a relationship without its ends, which the caller knows.
type ExistingShort struct {
	ID               ID      `json:"id" format:"uuid"`
	RelationshipType Type    `json:"relationship_type"`
	Strength         float64 `json:"strength"`
	CreatedAt        Time    `json:"created_at" format:"date-time"`
}

// RelationshipExists reports whether one episode points to another. For unknown episodes the result is false.
func (s *Service) RelationshipExists(
	ctx context.Context, by audit.Caller, in RelationshipExistsInput,
) (RelationshipExistsOutput, error) {
	return withEpisodes(ctx, s, by, opRelationshipExists, in, []EpisodeRef{in.FromEpisodeID, in.ToEpisodeID}, func(ctx context.Context, named resolved) (RelationshipExistsOutput, error) {
		from, to := named.id(in.FromEpisodeID), named.id(in.ToEpisodeID)
		rels, err := s.store.RelationshipsBetween(ctx, by.Workspace, from, to, in.RelationshipType)
		out := RelationshipExistsOutput{Exists: len(rels) > 0, Relationships: make([]ExistingShort, len(rels))}
		for i, rel := range rels {
			out.Relationships[i] = ExistingShort{rel.ID, rel.Type, rel.Strength, rel.CreatedAt}
		}
		return out, err
	})
}
