package graph

import (
	"context"

	"plotline/internal/fault"
)

// importPlan is a list of an import, divided by what to do with the items.
type importPlan[T, Stored any] struct {
	absent  []T
	places  []int // indexes of the absent ones in the import
	changed []Stored
	was     []Stored // the stored versions of the changed ones
}

func (s *Service) sortEpisodes(ctx context.Context, ws string, in Import) (importPlan[NewEpisode, Episode], error) {
	found, err := s.store.EpisodesByID(ctx, ws, importIDs(in.Episodes, func(e NewEpisode) ID { return e.EpisodeID }), 0)
	if err != nil {
		return importPlan[NewEpisode, Episode]{}, err
	}
	of := func(e NewEpisode) Episode { return e.Episode }
	id := func(e Episode) ID { return e.EpisodeID }
	parts, err := sortImport(in.Episodes, found, of, id, in.MergeEpisode, "Episode", ImportedEpisodes)
	for i := range parts.absent {
		if e := &parts.absent[i]; e.ID > maxKeptSerial {
			e.ID = 0
		}
	}
	for _, e := range parts.changed {
		if tooMuch := (NewEpisode{Episode: e}).checkImported(); err == nil && tooMuch != nil {
			err = fault.Newf(fault.Conflict, "Episode %s cannot be extended: %s", e.EpisodeID, fault.From(tooMuch).Details)
		}
	}
	return parts, err
}

func (s *Service) sortRelationships(ctx context.Context, ws string, in Import) (importPlan[Relationship, Relationship], error) {
	id := func(r Relationship) ID { return r.ID }
	found, err := s.store.RelationshipsByID(ctx, ws, importIDs(in.Relationships, id))
	if err != nil {
		return importPlan[Relationship, Relationship]{}, err
	}
	of := func(r Relationship) Relationship { return r }
	return sortImport(in.Relationships, found, of, id, in.MergeRelationship, "Relationship", ImportedRelationships)
}

func importIDs[T any](list []T, id func(T) ID) []ID {
	ids := make([]ID, len(list))
	for i, one := range list {
		ids[i] = id(one)
	}
	return ids
}

// sortImport compares the items of the import with those found in the store. A second item with the same id
// is treated as in a second import.
func sortImport[T any, Stored interface{ Equal(o Stored) bool }](
	brought []T, found []Stored, of func(T) Stored, id func(Stored) ID,
	merge func(there, brought Stored) Stored, what, list string,
) (importPlan[T, Stored], error) {
	var parts importPlan[T, Stored]
	there := make(map[ID]Stored, len(found))
	for _, f := range found {
		there[id(f)] = f
	}
	for i, item := range brought {
		stored := of(item)
		old, exists := there[id(stored)]
		switch {
		case !exists:
			there[id(stored)] = stored
			parts.absent, parts.places = append(parts.absent, item), append(parts.places, i)
		case old.Equal(stored):
		case merge == nil:
			return parts, fault.Newf(fault.Conflict, "%s %s exists with other content", what, id(stored)).
				At(i).With("list", list)
		default:
			if merged := merge(old, stored); !merged.Equal(old) {
				parts.changed, parts.was = append(parts.changed, merged), append(parts.was, old)
			}
		}
	}
	return parts, nil
}
