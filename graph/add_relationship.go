package graph

import (
	"context"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
)

// AddRelationshipInput describes a relationship to add.
type AddRelationshipInput struct {
	FromEpisodeID    EpisodeRef   `json:"from_episode_id" alias:"from" doc:"For follows and causes, the earlier episode"`
	ToEpisodeID      EpisodeRef   `json:"to_episode_id" alias:"to"`
	RelationshipType Type         `json:"relationship_type" enum:"*" doc:"'to' follows 'from'; 'from' causes, is part of, contradicts or refines 'to'"`
	Strength         float64      `json:"strength,omitempty" minimum:"0" maximum:"1" default:"1"`
	Metadata         input.Object `json:"metadata,omitempty" maxBytes:"65536"`
}

// AddRelationshipOutput describes the added relationship.
type AddRelationshipOutput struct {
	RelationshipID ID     `json:"relationship_id" format:"uuid"`
	CreatedAt      Time   `json:"created_at" format:"date-time"`
	Reads          string `json:"reads" doc:"In words"`
	Hint           string `json:"hint,omitempty"`
	Message        string `json:"message"`
}

func (in AddRelationshipInput) relationship(named resolved, now Time) (Relationship, error) {
	rel := Relationship{
		ID: NewID(), From: named.id(in.FromEpisodeID), To: named.id(in.ToEpisodeID), Type: in.RelationshipType,
		Strength: in.Strength, Metadata: in.Metadata, CreatedAt: now,
	}
	if rel.From == rel.To {
		return Relationship{}, SameEnds()
	}
	return rel, nil
}

// AddRelationship adds one relationship. It makes the checks of Store.AddRelationship in their order:
// existence, duplicate, cycle.
func (s *Service) AddRelationship(
	ctx context.Context, by audit.Caller, in AddRelationshipInput,
) (AddRelationshipOutput, error) {
	return usecase.Do(ctx, s.runner, by, opAddRelationship, in, func(ctx context.Context, note *usecase.Note) (AddRelationshipOutput, error) {
		named, err := s.resolveAndAudit(ctx, by.Workspace, note, in.FromEpisodeID, in.ToEpisodeID)
		if err != nil {
			return AddRelationshipOutput{}, err
		}
		rel, err := in.relationship(named, s.clock())
		if err != nil {
			return AddRelationshipOutput{}, err
		}
		ends, err := s.store.AddRelationship(ctx, by.Workspace, rel)
		if err != nil {
			return AddRelationshipOutput{}, s.addCycleNames(ctx, by.Workspace, named.verdict(err), batchOf([]Relationship{rel}))
		}
		note.IDs(texts(rel.ID)...)
		return AddRelationshipOutput{
			rel.ID, rel.CreatedAt, reads(rel.Type, ends), dateHint(rel, ends), "Relationship added successfully",
		}, nil
	})
}

// AddRelationshipsInput lists relationships to add, all or nothing.
type AddRelationshipsInput struct {
	Relationships []AddRelationshipInput `json:"relationships" minItems:"1" maxItems:"1000" like:"add_episode_relationship" doc:"Each as in add_episode_relationship; added in order"`
}

// AddRelationshipsOutput lists the added relationships, in the order given.
type AddRelationshipsOutput struct {
	Relationships []AddedRelationship `json:"relationships"`
	Count         int                 `json:"count"`
	Reads         []string            `json:"reads" doc:"The first ten in words"`
	Hint          string              `json:"hint,omitempty"`
}

// AddedRelationship is a relationship that a bulk call added.
type AddedRelationship struct {
	RelationshipID ID   `json:"relationship_id" format:"uuid"`
	CreatedAt      Time `json:"created_at" format:"date-time"`
}

// AddRelationships adds up to 1,000 relationships in one transaction.
func (s *Service) AddRelationships(
	ctx context.Context, by audit.Caller, in AddRelationshipsInput,
) (AddRelationshipsOutput, error) {
	return usecase.Do(ctx, s.runner, by, opAddRelationships, in, func(ctx context.Context, note *usecase.Note) (AddRelationshipsOutput, error) {
		named, err := s.resolve(ctx, by.Workspace, in.ends()...)
		if err != nil {
			return AddRelationshipsOutput{}, err
		}
		rels := make([]Relationship, len(in.Relationships))
		now := s.clock()
		for i, item := range in.Relationships {
			rel, err := item.relationship(named, now)
			if err != nil {
				return AddRelationshipsOutput{}, fault.From(err).At(i)
			}
			rels[i] = rel
		}
		ends, err := s.store.AddRelationships(ctx, by.Workspace, rels)
		if err != nil {
			return AddRelationshipsOutput{}, s.addCycleNames(ctx, by.Workspace, named.verdict(err), batchOf(rels))
		}
		added := addedRelationships(rels, note)
		return AddRelationshipsOutput{added, len(added), readsAll(rels, ends), dateHints(rels, ends)}, nil
	})
}

func (in AddRelationshipsInput) ends() []EpisodeRef {
	ends := make([]EpisodeRef, 0, 2*len(in.Relationships))
	for _, item := range in.Relationships {
		ends = append(ends, item.FromEpisodeID, item.ToEpisodeID)
	}
	return ends
}

func addedRelationships(rels []Relationship, note *usecase.Note) []AddedRelationship {
	added := make([]AddedRelationship, len(rels))
	for i, rel := range rels {
		added[i] = AddedRelationship{rel.ID, rel.CreatedAt}
		note.IDs(string(rel.ID))
	}
	return added
}
