package graph

import (
	"errors"
	"strings"

	"plotline/graph/analysis"
	"plotline/internal/fault"
)

// The texts below are the contract's; every store gives its verdicts by these functions alone.

// EpisodeNotFound names every id that is missing, in the order given.
func EpisodeNotFound(ids ...ID) *fault.Error { return missing("Episode not found: ", ids) }

// RelationshipNotFound names the relationship that is not there, or no longer.
func RelationshipNotFound(ids ...ID) *fault.Error { return missing("Relationship not found: ", ids) }

func missing(text string, ids []ID) *fault.Error {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = string(id)
	}
	return fault.New(fault.NotFound, text+strings.Join(names, ", "))
}

// EpisodeExists is the verdict on an episode_id that the workspace already has.
func EpisodeExists(id ID) *fault.Error {
	return fault.New(fault.AlreadyExists, "Episode already exists: "+string(id))
}

// RelationshipExists is the verdict on a second relationship with the same from, to and type. It names
// the one that is there, id, so that a client can update or remove it.
func RelationshipExists(id, from, to ID, t Type) *fault.Error {
	return fault.Newf(fault.AlreadyExists, "Relationship already exists: %s %s %s", from, t, to).
		With("relationship_id", id)
}

// MetadataTooLarge is the verdict on a list of relationships whose metadata is larger than maxBytes in all.
func MetadataTooLarge(maxBytes int) *fault.Error {
	return fault.Newf(fault.TooLarge, "the metadata of these relationships is larger than %d bytes in all; "+
		"ask for fewer with limit, and for the next page with cursor", maxBytes)
}

// SameEnds is the verdict on a relationship of an episode with itself.
func SameEnds() *fault.Error { return fault.Invalid("from_episode_id and to_episode_id must differ") }

// cycleMessage is what both the refused add and the failed check say.
const cycleMessage = "Adding this relationship would create a cycle"

// CycleCreated is the verdict on a relationship that would close a cycle of its type.
func CycleCreated(path CyclePath) *fault.Error {
	err := fault.New(fault.Cycle, cycleMessage).With("cycle_path", path.IDs)
	if path.Omitted > 0 {
		err = err.With("omitted", path.Omitted)
	}
	return err
}

// KeyReused is the verdict on an idempotency key that came back with other content.
func KeyReused(key string) *fault.Error {
	return fault.Newf(fault.Conflict,
		"idempotency_key '%s' was already used with other content; use a new key for a new episode", key)
}

// Stale is the verdict on an update that expected another state than the one that is there.
func Stale(id ID, actual Time) *fault.Error {
	return fault.Newf(fault.Conflict,
		"Episode %s was changed meanwhile, at %s; read it again before you update it", id, actual)
}

// OtherModel is the verdict on a model that is not the one of a workspace's vectors.
func OtherModel(ws, used, wanted string) *fault.Error {
	return fault.Newf(fault.Conflict, "Workspace %s has vectors of the model %s, not of %s; "+
		"configure that model, or replace it by: plotline embed --switch", ws, used, wanted)
}

// errOtherLanguages is the cause of OtherLanguages, to be told from other conflicts.
var errOtherLanguages = errors.New("other languages")

// OtherLanguages is the verdict on languages that are not those in which a workspace answers.
func OtherLanguages(ws string, used, wanted analysis.Languages) *fault.Error {
	return fault.Newf(fault.Conflict, "Workspace %s is searched in %s, not in %s; leave --search-language out, or change "+
		"the workspace by: plotline reindex --search-language %s", ws, used, wanted, strings.ReplaceAll(string(wanted), " ", ",")).
		Because(errOtherLanguages)
}

// OutcomeUnknown is the verdict on a change whose answer was lost and that must not be repeated
// blindly. The cause is for the log.
func OutcomeUnknown(cause error) *fault.Error {
	return fault.Newf(fault.Unavailable,
		"The connection was lost before the answer came: %v", fault.ErrOutcomeUnknown).
		Because(errors.Join(fault.ErrOutcomeUnknown, cause))
}

// CyclePath is a closed path: the first and the last episode are the same. Of a path with more than
// 1,000 entries it holds the first 500 and the last 500, and how many were left out.
type CyclePath struct {
	IDs     []ID
	Omitted int
}

// PathLimit and PathKept say how much of a long cycle is shown: see CyclePath.
const (
	PathLimit = 1000
	PathKept  = PathLimit / 2
)

// NewCyclePath cuts a closed path to what is shown of it.
func NewCyclePath(ids []ID) CyclePath {
	if len(ids) <= PathLimit {
		return CyclePath{IDs: ids}
	}
	shown := make([]ID, 0, PathLimit)
	shown = append(append(shown, ids[:PathKept]...), ids[len(ids)-PathKept:]...)
	return CyclePath{IDs: shown, Omitted: len(ids) - PathLimit}
}
