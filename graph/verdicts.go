package graph

import (
	"errors"
	"strings"

	"plotline/graph/analysis"
	"plotline/internal/fault"
)

// The texts below are part of the contract. Every store makes its errors with these functions only.

// EpisodeNotFound names every missing id, in the order given. The text must contain each id as it is, because
// references.go replaces ids by the serial numbers of the call. The memory page does not show this text; its own is in
// web/src/memory/strings.ts.
func EpisodeNotFound(ids ...ID) *fault.Error { return missing("Episode not found: ", ids) }

// RelationshipNotFound names the relationship that does not exist, or no longer exists.
func RelationshipNotFound(ids ...ID) *fault.Error { return missing("Relationship not found: ", ids) }

// RelationshipsInOrder returns the relationships with these ids, in their order. If some are missing, the error is
// RelationshipNotFound with those.
func RelationshipsInOrder(ids []ID, there []Relationship) ([]Relationship, error) {
	byID := make(map[ID]Relationship, len(there))
	for _, rel := range there {
		byID[rel.ID] = rel
	}
	rels, unknown := make([]Relationship, len(ids)), []ID(nil)
	for i, id := range ids {
		rel, known := byID[id]
		if !known {
			unknown = append(unknown, id)
		}
		rels[i] = rel
	}
	if unknown != nil {
		return nil, RelationshipNotFound(unknown...)
	}
	return rels, nil
}

func missing(text string, ids []ID) *fault.Error {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = string(id)
	}
	return fault.New(fault.NotFound, text+strings.Join(names, ", "))
}

// EpisodeExists reports an episode_id that the workspace already has.
func EpisodeExists(id ID) *fault.Error {
	return fault.New(fault.AlreadyExists, "Episode already exists: "+string(id))
}

// RelationshipExists reports a second relationship with the same from, to and type. It contains the id of the
// existing one, so that a client can update or remove it.
func RelationshipExists(id, from, to ID, t Type) *fault.Error {
	return fault.Newf(fault.AlreadyExists, "Relationship already exists: %s %s %s", from, t, to).
		With("relationship_id", id)
}

// MetadataTooLarge reports that the metadata of a list of relationships is larger than maxBytes in all.
func MetadataTooLarge(maxBytes int) *fault.Error {
	return fault.Newf(fault.TooLarge, "the metadata of these relationships is larger than %d bytes in all; "+
		"ask for fewer with limit, and for the next page with cursor", maxBytes)
}

// TooManySearched reports a list of relationships whose check for cycles takes too long for one transaction. checked is how
// many of them were checked.
func TooManySearched(checked, all int) *fault.Error {
	return fault.Newf(fault.TooLarge, "checking these relationships for cycles takes too long for one call: %d of %d were checked, "+
		"and nothing was stored; send them in several calls of at most %d", checked, all, max(1, checked/2))
}

// TooManyWords reports episodes whose texts take too long to index in one transaction. The different words of each episode
// are counted.
func TooManyWords(words, most, episodes int) *fault.Error {
	return fault.Newf(fault.TooLarge, "the texts of these %d episodes have %d different words, and one call stores at most %d; "+
		"nothing was stored; send them in several calls of at most %d", episodes, words, most, max(1, episodes*most/words))
}

// SameEnds reports a relationship of an episode with itself.
func SameEnds() *fault.Error { return fault.Invalid("from_episode_id and to_episode_id must differ") }

// cycleMessage is the text of the failed check, and with addDoubt that of the rejected add.
const cycleMessage = "Adding this relationship would create a cycle"

// CycleCreated reports a relationship that would close a cycle of its type.
func CycleCreated(path CyclePath) *fault.Error {
	err := fault.New(fault.Cycle, cycleMessage).With("cycle_path", path.IDs)
	if path.Omitted > 0 {
		err = err.With("omitted", path.Omitted)
	}
	return err
}

// KeyReused reports an idempotency key that is repeated with other content. It names the episode that holds the key, so
// that who wrote it can update it. There is none, "", if an item of the same batch holds it.
func KeyReused(key string, holder ID) *fault.Error {
	err := fault.Newf(fault.Conflict,
		"idempotency_key '%s' was already used with other content; use a new key for a new episode", key)
	if holder != "" {
		err = err.With("episode_id", holder)
	}
	return err
}

// errStale is the cause of Stale, which distinguishes it from other conflicts.
var errStale = errors.New("another state")

// Stale reports that the stored episode is not in the state that an update expects.
func Stale(id ID, actual Time) *fault.Error {
	return fault.Newf(fault.Conflict,
		"Episode %s was changed meanwhile, at %s; read it again before you update it", id, actual).Because(errStale)
}

// OtherModel reports a model other than the one of a workspace's vectors.
func OtherModel(ws, used, wanted string) *fault.Error {
	return fault.Newf(fault.Conflict, "Workspace %s has vectors of the model %s, not of %s; "+
		"configure that model, or replace it by: plotline embed --switch", ws, used, wanted)
}

// errLanguageMismatch is the cause of OtherLanguages, which distinguishes it from other conflicts.
var errLanguageMismatch = errors.New("other languages")

// OtherLanguages reports languages other than those that a workspace uses.
func OtherLanguages(ws string, used, wanted analysis.Languages) *fault.Error {
	return fault.Newf(fault.Conflict, "Workspace %s is searched in %s, not in %s; leave --search-language out, or change "+
		"the workspace by: plotline reindex --search-language %s", ws, used, wanted, strings.ReplaceAll(string(wanted), " ", ",")).
		Because(errLanguageMismatch)
}

// ErrDatabaseReplaced is the cause of an error of a store whose database is not at its place any more.
var ErrDatabaseReplaced = errors.New("the database is no longer the one that was opened")

// OutcomeUnknown reports a change whose reply was lost and that must not be repeated blindly. The cause is
// for the log.
func OutcomeUnknown(cause error) *fault.Error {
	return fault.Newf(fault.Unavailable,
		"The answer of the database did not come: %v", fault.ErrOutcomeUnknown).
		Because(errors.Join(fault.ErrOutcomeUnknown, cause))
}

// errUnreadable is the cause of EpisodeUnreadable.
var errUnreadable = errors.New("graph: a value cannot be read")

// EpisodeUnreadable reports that another program has written a value of an episode that cannot be read. An update of the
// episode replaces the value, and a deletion removes it. The store returns the other values beside the error.
func EpisodeUnreadable(id ID, cause error) *fault.Error {
	return fault.Newf(fault.Conflict, "another program has written a value of episode %s that cannot be read; set it with "+
		"update_episode, or delete the episode", id).Because(errors.Join(errUnreadable, cause))
}

// ErrTooMuch is the cause of an error of a database whose limits of memory or time were too low for one call. Less at
// once may succeed.
var ErrTooMuch = errors.New("too much for one call")

// CyclePath is a closed path: its first and last episode are the same. If the path has more than 1,000
// entries, IDs holds the first 500 and the last 500, and Omitted counts the rest. So the cycle has
// len(IDs)-1+Omitted episodes.
type CyclePath struct {
	IDs     []ID
	Omitted int
}

// PathLimit and PathKept define how much of a long cycle is returned: see CyclePath.
const (
	PathLimit = 1000
	PathKept  = PathLimit / 2
)

// NewCyclePath shortens a closed path to at most PathLimit entries.
func NewCyclePath(ids []ID) CyclePath {
	if len(ids) <= PathLimit {
		return CyclePath{IDs: ids}
	}
	shown := make([]ID, 0, PathLimit)
	shown = append(append(shown, ids[:PathKept]...), ids[len(ids)-PathKept:]...)
	return CyclePath{IDs: shown, Omitted: len(ids) - PathLimit}
}

// CheckMost returns an error if a read would need more relationships than its caller allows (0: no bound).
func CheckMost(needed, most int) error {
	if most == 0 || needed <= most {
		return nil
	}
	return fault.Newf(fault.TooLarge, "this needs more than %d relationships; ask for less, such as fewer hops, one type, or a shorter time", most)
}
