package graph

import (
	"context"

	"plotline/internal/audit"
	"plotline/internal/input"
	"plotline/internal/usecase"
)

// RelationshipOutput is a relationship as results show it.
type RelationshipOutput struct {
	ID               ID           `json:"id" format:"uuid"`
	FromEpisodeID    ID           `json:"from_episode_id" format:"uuid"`
	ToEpisodeID      ID           `json:"to_episode_id" format:"uuid"`
	RelationshipType Type         `json:"relationship_type"`
	Strength         float64      `json:"strength"`
	CreatedAt        Time         `json:"created_at" format:"date-time"`
	Metadata         input.Object `json:"metadata,omitempty"`
}

func relationshipOutput(r Relationship) RelationshipOutput {
	return RelationshipOutput{r.ID, r.From, r.To, r.Type, r.Strength, r.CreatedAt, r.Metadata}
}

// UpdateRelationshipInput describes the changes. Null clears metadata. A strength cannot be cleared, so null
// leaves it as it is.
type UpdateRelationshipInput struct {
	RelationshipID ID            `json:"relationship_id" format:"uuid"`
	Strength       *float64      `json:"strength,omitempty" minimum:"0" maximum:"1"`
	Metadata       input.Object  `json:"metadata,omitempty" maxBytes:"65536" doc:"Replaces all of it; null clears it" strict:"Replaces all of it"`
	Cleared        input.Cleared `json:"-"`
}

func (in UpdateRelationshipInput) change() RelationshipChange {
	change := RelationshipChange{Strength: in.Strength}
	if in.Metadata != nil || in.Cleared.Has("metadata") {
		change.Metadata = &in.Metadata
	}
	return change
}

// UpdateRelationship changes strength or metadata. The ends and the type cannot be changed.
func (s *Service) UpdateRelationship(
	ctx context.Context, by audit.Caller, in UpdateRelationshipInput,
) (RelationshipOutput, error) {
	return usecase.Do(ctx, s.runner, by, opUpdateRelationship, in, func(ctx context.Context, note *usecase.Note) (RelationshipOutput, error) {
		note.IDs(string(in.RelationshipID))
		rel, err := s.store.UpdateRelationship(ctx, by.Workspace, in.RelationshipID, in.change())
		return relationshipOutput(rel), err
	})
}

// RemoveRelationshipInput names a relationship to remove.
type RemoveRelationshipInput struct {
	RelationshipID ID `json:"relationship_id" format:"uuid"`
}

// SuccessOutput is the result of a change that returns nothing else.
type SuccessOutput struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
}

// RemoveRelationship removes one relationship. A second call fails as not found.
func (s *Service) RemoveRelationship(
	ctx context.Context, by audit.Caller, in RemoveRelationshipInput,
) (SuccessOutput, error) {
	return usecase.Do(ctx, s.runner, by, opRemoveRelationship, in, func(ctx context.Context, note *usecase.Note) (SuccessOutput, error) {
		note.IDs(string(in.RelationshipID))
		err := s.store.RemoveRelationship(ctx, by.Workspace, in.RelationshipID)
		return SuccessOutput{true, "Relationship removed successfully"}, err
	})
}
