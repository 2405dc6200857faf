package graph

import (
	"context"
	"errors"
	"sort"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
)

// ImportLimit is the highest number of episodes, and of relationships, in one Import. With 1,000, Neo4j takes a quarter
// longer for a long import.
const ImportLimit = 4000

// maxSerial is the highest serial number that an import may contain. Every JSON reader can hold it exactly. Those above
// maxKeptSerial are not kept, so that the numbers that follow stay below maxSerial too.
const (
	maxSerial     = 1<<53 - 1
	maxKeptSerial = 1 << 52
)

// Import contains episodes and relationships with all their ids and times, at most ImportLimit of each. A
// positive serial number is kept if it is free, and not above 2^52.
type Import struct {
	Episodes      []NewEpisode
	Relationships []Relationship

	// MergeEpisode and MergeRelationship merge an item that exists with other content. The ids, the number
	// and the times stay. If they are nil, such an item is a conflict.
	MergeEpisode      func(there, brought Episode) Episode
	MergeRelationship func(there, brought Relationship) Relationship
}

// Imported counts the results of an Import.
type Imported struct {
	EpisodesCreated      int `json:"episodes_created"`
	EpisodesUpdated      int `json:"episodes_updated,omitzero"`
	EpisodesSkipped      int `json:"episodes_skipped"`
	RelationshipsCreated int `json:"relationships_created"`
	RelationshipsUpdated int `json:"relationships_updated,omitzero"`
	RelationshipsSkipped int `json:"relationships_skipped"`
}

// Add adds the counts of more.
func (n *Imported) Add(more Imported) {
	n.EpisodesCreated += more.EpisodesCreated
	n.EpisodesUpdated += more.EpisodesUpdated
	n.EpisodesSkipped += more.EpisodesSkipped
	n.RelationshipsCreated += more.RelationshipsCreated
	n.RelationshipsUpdated += more.RelationshipsUpdated
	n.RelationshipsSkipped += more.RelationshipsSkipped
}

// These are the lists of an Import, as its errors name them beside the index.
const (
	ImportedEpisodes      = "episodes"
	ImportedRelationships = "relationships"
)

// Import stores the items that do not exist yet. It skips those that exist with equal content. Those with
// other content are merged, or are a conflict that the error names. Import first stores episodes, all or
// nothing, then relationships, all or nothing, then merged items. If that is more than the limits of memory or time of the
// database allow, it stores two halves, and so on down to one item. Running it again resumes it. An error about one item
// gives its list and index.
func (s *Service) Import(ctx context.Context, by audit.Caller, in Import) (Imported, error) {
	done, err := s.importAtOnce(ctx, by, in)
	first, rest := in.halves()
	if rest.size() == 0 || !TooMuch(err) || ctx.Err() != nil {
		return done, err
	}
	if done, err = s.Import(ctx, by, first); err != nil {
		return done, err
	}
	more, err := s.Import(ctx, by, rest)
	done.Add(more)
	if own := fault.From(err); own != nil {
		if index, there := own.Extra["index"].(int); there {
			list, _ := own.Extra["list"].(string)
			offset := map[string]int{ImportedEpisodes: len(first.Episodes), ImportedRelationships: len(first.Relationships)}[list]
			return done, own.At(index + offset)
		}
	}
	return done, err
}

// TooMuch reports whether less at once may succeed where a write failed. After a timeout the write may have been stored; then
// its halves find it and skip it.
func TooMuch(err error) bool {
	code := fault.CodeOf(err)
	return code == fault.TooLarge || code == fault.Timeout || errors.Is(err, ErrTooMuch)
}

func (in Import) size() int { return len(in.Episodes) + len(in.Relationships) }

// halves cuts an import in two: the episodes and the relationships, or half of one list and the rest. It does not cut an
// import that is larger than the limit, which is refused, or that has one item.
func (in Import) halves() (first, rest Import) {
	first, rest = in, in
	switch episodes, relationships := len(in.Episodes), len(in.Relationships); {
	case max(episodes, relationships) > ImportLimit || in.size() < 2:
		return in, Import{}
	case episodes > 0 && relationships > 0:
		first.Relationships, rest.Episodes = nil, nil
	case episodes > 0:
		first.Episodes, rest.Episodes = in.Episodes[:episodes/2], in.Episodes[episodes/2:]
	default:
		first.Relationships, rest.Relationships = in.Relationships[:relationships/2], in.Relationships[relationships/2:]
	}
	return first, rest
}

func (s *Service) importAtOnce(ctx context.Context, by audit.Caller, in Import) (Imported, error) {
	return usecase.Do(ctx, s.runner, by, opImport, struct{}{}, func(ctx context.Context, note *usecase.Note) (Imported, error) {
		if err := in.check(); err != nil {
			return Imported{}, err
		}
		episodes, err := s.sortEpisodes(ctx, by.Workspace, in)
		if err != nil {
			return Imported{}, err
		}
		relationships, err := s.sortRelationships(ctx, by.Workspace, in)
		if err != nil {
			return Imported{}, err
		}
		if err := s.storeAbsent(ctx, by.Workspace, episodes, relationships); err != nil {
			return Imported{}, err
		}
		for _, e := range episodes.absent {
			note.IDs(string(e.EpisodeID))
		}
		for _, r := range relationships.absent {
			note.IDs(string(r.ID))
		}
		return s.merge(ctx, by.Workspace, note, in, episodes, relationships)
	})
}

// storeAbsent stores the items that do not exist yet.
func (s *Service) storeAbsent(
	ctx context.Context, ws string, episodes importPlan[NewEpisode, Episode], relationships importPlan[Relationship, Relationship],
) error {
	if len(episodes.absent) > 0 {
		made, err := s.store.CreateEpisodes(ctx, ws, Batch{Episodes: episodes.absent})
		if err != nil {
			return placed(err, ImportedEpisodes, episodes.places)
		}
		for i, e := range made.Episodes {
			if asked := episodes.absent[i]; e.EpisodeID != asked.EpisodeID {
				return fault.Newf(fault.Conflict, "idempotency_key '%s' of episode %s is already used by episode %s",
					asked.Key, asked.EpisodeID, e.EpisodeID).At(episodes.places[i]).With("list", ImportedEpisodes)
			}
		}
	}
	if _, err := s.store.AddRelationships(ctx, ws, relationships.absent); err != nil {
		return placed(s.addCycleNames(ctx, ws, err, Batch{}), ImportedRelationships, relationships.places)
	}
	return nil
}

// placed maps the index in an error from the list of stored items to the list of the import.
func placed(err error, list string, places []int) error {
	if errors.Is(err, errLanguageMismatch) { // of the workspace, not of an item
		return err
	}
	own := fault.From(err)
	index, there := own.Extra["index"].(int)
	ofStore := own.Code == fault.Unavailable || own.Code == fault.Timeout || own.Code == fault.Internal
	if !there && (len(places) != 1 || ofStore && !TooMuch(err)) {
		return err
	}
	return own.At(places[index]).With("list", list)
}

// merge writes the items that exist with other content, and counts them.
func (s *Service) merge(
	ctx context.Context, ws string, note *usecase.Note, in Import,
	episodes importPlan[NewEpisode, Episode], relationships importPlan[Relationship, Relationship],
) (Imported, error) {
	for i, e := range episodes.changed {
		e.UpdatedAt = max(s.clock(), episodes.was[i].UpdatedAt+1)
		if err := s.store.ReplaceEpisode(ctx, ws, e, episodes.was[i].UpdatedAt); err != nil {
			return Imported{}, err
		}
		note.IDs(string(e.EpisodeID))
	}
	for _, r := range relationships.changed {
		change := RelationshipChange{Strength: &r.Strength, Metadata: &r.Metadata}
		if _, err := s.store.UpdateRelationship(ctx, ws, r.ID, change); err != nil {
			return Imported{}, err
		}
		note.IDs(string(r.ID))
	}
	return Imported{
		EpisodesCreated: len(episodes.absent), EpisodesUpdated: len(episodes.changed),
		EpisodesSkipped:      len(in.Episodes) - len(episodes.absent) - len(episodes.changed),
		RelationshipsCreated: len(relationships.absent), RelationshipsUpdated: len(relationships.changed),
		RelationshipsSkipped: len(in.Relationships) - len(relationships.absent) - len(relationships.changed),
	}, nil
}

// check applies the bounds of a create or an add.
func (in Import) check() error {
	for what, n := range map[string]int{"episodes": len(in.Episodes), "relationships": len(in.Relationships)} {
		if n > ImportLimit {
			return fault.Newf(fault.TooLarge, "%d %s; import at most %d at once", n, what, ImportLimit)
		}
	}
	for i, e := range in.Episodes {
		if err := e.checkImported(); err != nil {
			return fault.From(err).At(i).With("list", ImportedEpisodes)
		}
	}
	for i, r := range in.Relationships {
		if err := r.checkImported(); err != nil {
			return fault.From(err).At(i).With("list", ImportedRelationships)
		}
	}
	return nil
}

func (e NewEpisode) checkImported() error {
	if e.ID < 0 || e.ID > maxSerial {
		return fault.Invalid("id must be between 1 and %d", int64(maxSerial))
	}
	return input.Check(CreateEpisodeInput{
		Query: e.Query, Reward: e.Reward, Name: e.Name, Reflection: e.Reflection, Tags: e.Tags,
		Metadata: e.Metadata, IdempotencyKey: e.Key,
	})
}

func (r Relationship) checkImported() error {
	if r.From == r.To {
		return SameEnds()
	}
	return input.Check(AddRelationshipInput{
		FromEpisodeID: EpisodeRef(r.From), ToEpisodeID: EpisodeRef(r.To), RelationshipType: r.Type, Strength: r.Strength, Metadata: r.Metadata,
	})
}

// numbers is a set of numbers that are added in ascending order. It is stored as runs of consecutive numbers.
type numbers []struct{ first, last int64 }

func (n *numbers) add(number int64) {
	if i := len(*n) - 1; i >= 0 && (*n)[i].last == number-1 {
		(*n)[i].last = number
		return
	}
	*n = append(*n, struct{ first, last int64 }{number, number})
}

func (n *numbers) has(number int64) bool {
	runs := *n
	behind := sort.Search(len(runs), func(i int) bool { return runs[i].first > number })
	return behind > 0 && runs[behind-1].last >= number
}
