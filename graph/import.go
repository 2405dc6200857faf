package graph

import (
	"context"

	"plotline/graph/audit"
	"plotline/graph/fault"
	"plotline/graph/input"
	"plotline/graph/usecase"
)

// ImportLimit is how many episodes, and how many relationships, one Import takes.
const ImportLimit = 1000

// maxSerial is the highest serial number that an import may bring: every JSON reader holds it exactly.
const maxSerial = 1<<53 - 1

// Import carries episodes and relationships with all their ids and times. At most ImportLimit of
// each; a positive serial number is kept when it is free.
type Import struct {
	Episodes      []NewEpisode
	Relationships []Relationship
}

// Imported counts what became of an Import.
type Imported struct {
	EpisodesCreated      int `json:"episodes_created"`
	EpisodesSkipped      int `json:"episodes_skipped"`
	RelationshipsCreated int `json:"relationships_created"`
	RelationshipsSkipped int `json:"relationships_skipped"`
}

// Import stores what is not there yet. What exists with equal content is skipped, with other content
// it is a conflict that names it. Episodes are stored first, all or nothing, then relationships, all
// or nothing; running it again resumes it.
func (s *Service) Import(ctx context.Context, by audit.Caller, in Import) (Imported, error) {
	return usecase.Do(ctx, s.runner, by, opImport, struct{}{}, func(ctx context.Context, note *usecase.Note) (Imported, error) {
		if err := in.check(); err != nil {
			return Imported{}, err
		}
		episodes, err := s.absentEpisodes(ctx, by.Workspace, in.Episodes)
		if err != nil {
			return Imported{}, err
		}
		relationships, err := s.absentRelationships(ctx, by.Workspace, in.Relationships)
		if err != nil {
			return Imported{}, err
		}
		if len(episodes) > 0 {
			if _, err := s.store.CreateEpisodes(ctx, by.Workspace, Batch{Episodes: episodes}); err != nil {
				return Imported{}, err
			}
		}
		if err := s.store.AddRelationships(ctx, by.Workspace, relationships); err != nil {
			return Imported{}, err
		}
		for _, e := range episodes {
			note.IDs(string(e.EpisodeID))
		}
		for _, r := range relationships {
			note.IDs(string(r.ID))
		}
		return Imported{
			EpisodesCreated: len(episodes), EpisodesSkipped: len(in.Episodes) - len(episodes),
			RelationshipsCreated: len(relationships), RelationshipsSkipped: len(in.Relationships) - len(relationships),
		}, nil
	})
}

// check judges the bounds that a create or an add would judge.
func (in Import) check() error {
	for what, n := range map[string]int{"episodes": len(in.Episodes), "relationships": len(in.Relationships)} {
		if n > ImportLimit {
			return fault.Newf(fault.TooLarge, "%d %s; import at most %d at once", n, what, ImportLimit)
		}
	}
	for i, e := range in.Episodes {
		if e.ID < 0 || e.ID > maxSerial {
			return fault.Invalid("id must be between 1 and %d", int64(maxSerial)).At(i)
		}
		err := input.Check(CreateEpisodeInput{
			Query: e.Query, Reward: e.Reward, Name: e.Name, Reflection: e.Reflection, Tags: e.Tags,
			Metadata: e.Metadata, IdempotencyKey: e.Key,
		})
		if err != nil {
			return fault.From(err).At(i)
		}
	}
	for i, r := range in.Relationships {
		err := input.Check(AddRelationshipInput{
			FromEpisodeID: r.From, ToEpisodeID: r.To, RelationshipType: r.Type, Strength: r.Strength, Metadata: r.Metadata,
		})
		if err != nil {
			return fault.From(err).At(i)
		}
		if r.From == r.To {
			return SameEnds().At(i)
		}
	}
	return nil
}

func (s *Service) absentEpisodes(ctx context.Context, ws string, wanted []NewEpisode) ([]NewEpisode, error) {
	ids := make([]ID, len(wanted))
	for i, e := range wanted {
		ids[i] = e.EpisodeID
	}
	found, err := s.store.EpisodesByID(ctx, ws, ids)
	if err != nil {
		return nil, err
	}
	there := make(map[ID]Episode, len(found))
	for _, e := range found {
		there[e.EpisodeID] = e
	}
	var absent []NewEpisode
	for _, e := range wanted {
		old, exists := there[e.EpisodeID]
		switch {
		case !exists:
			there[e.EpisodeID] = e.Episode // a second line of the same import is judged like a second import
			absent = append(absent, e)
		case !old.Equal(e.Episode):
			return nil, fault.Newf(fault.Conflict, "Episode %s exists with other content", e.EpisodeID)
		}
	}
	return absent, nil
}

func (s *Service) absentRelationships(ctx context.Context, ws string, wanted []Relationship) ([]Relationship, error) {
	ids := make([]ID, len(wanted))
	for i, r := range wanted {
		ids[i] = r.ID
	}
	found, err := s.store.RelationshipsByID(ctx, ws, ids)
	if err != nil {
		return nil, err
	}
	there := make(map[ID]Relationship, len(found))
	for _, r := range found {
		there[r.ID] = r
	}
	var absent []Relationship
	for _, r := range wanted {
		old, exists := there[r.ID]
		switch {
		case !exists:
			there[r.ID] = r
			absent = append(absent, r)
		case !old.Equal(r):
			return nil, fault.Newf(fault.Conflict, "Relationship %s exists with other content", r.ID)
		}
	}
	return absent, nil
}
