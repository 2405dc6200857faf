package graph

import (
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"plotline/internal/input"
)

// ID is a UUID in lower case: the key of an episode or a relationship.
type ID string

// NewID returns a UUID version 7. Later ids sort later, also within one millisecond.
func NewID() ID { return ID(uuid.Must(uuid.NewV7()).String()) }

var errNotUUID = errors.New("must be a UUID")

// UnmarshalText reads a UUID in any case, only in the form with hyphens.
func (id *ID) UnmarshalText(text []byte) error {
	if len(text) != 36 || uuid.Validate(string(text)) != nil {
		return errNotUUID
	}
	*id = ID(strings.ToLower(string(text)))
	return nil
}

// Type is the type of a relationship.
type Type string

// These are the six types. For follows and causes, the from end comes first.
const (
	Follows     Type = "follows"     // to follows from
	Causes      Type = "causes"      // from causes to
	PartOf      Type = "part_of"     // from is part of to
	RelatedTo   Type = "related_to"  // both ways; stored, filtered and checked like the others
	Contradicts Type = "contradicts" // from contradicts to
	Refines     Type = "refines"     // from refines to
)

// UnmarshalText reads a type in any case; all other code uses lower case only. Whether it is one of the six
// is checked with the other bounds.
func (t *Type) UnmarshalText(text []byte) error {
	*t = Type(strings.ToLower(string(text)))
	return nil
}

// Types lists the six types in the order of the contract. The embedded store writes the place of a type in this list, so
// a new type comes last. Each call returns a new slice.
func Types() []Type {
	return []Type{Follows, Causes, PartOf, RelatedTo, Contradicts, Refines}
}

// Ordering reports whether relationships of the type are kept free of cycles. CONTRIBUTING.md lists the places that a
// change of the set reaches. Both stores keep an order for each of these types.
func (t Type) Ordering() bool { return t == Follows || t == Causes }

// Direction selects relationships of an episode by their direction.
type Direction string

// The directions, seen from the given episode.
const (
	Outgoing Direction = "outgoing"
	Incoming Direction = "incoming"
	Both     Direction = "both"
)

// Episode is one thing that an agent did or met.
type Episode struct {
	EpisodeID  ID
	ID         int64 // serial number in the workspace, ≥ 1, in order of creation, with gaps
	Name       string
	Query      string
	Reflection string
	Reward     float64  // −1 … +1
	Tags       []string // in the order given, without duplicates
	Metadata   input.Object
	CreatedAt  Time
	UpdatedAt  Time
	Pattern    int64 // see PatternOf; only EpisodesByID returns it
}

// Equal reports whether two episodes agree in every field except the serial number and the pattern.
func (e Episode) Equal(o Episode) bool {
	return e.EpisodeID == o.EpisodeID && e.Name == o.Name && e.Query == o.Query &&
		e.Reflection == o.Reflection && e.Reward == o.Reward && slices.Equal(e.Tags, o.Tags) &&
		string(e.Metadata) == string(o.Metadata) && e.CreatedAt == o.CreatedAt && e.UpdatedAt == o.UpdatedAt
}

// Relationship is a typed, weighted, directed edge between two episodes of one workspace.
type Relationship struct {
	ID        ID
	From, To  ID
	Type      Type
	Strength  float64 // 0 … 1
	Metadata  input.Object
	CreatedAt Time
}

// across returns the other end of a relationship of an episode, and its direction as seen from the episode.
func (r Relationship) across(from ID) (ID, Direction) {
	if r.To == from {
		return r.From, Incoming
	}
	return r.To, Outgoing
}

// Equal reports whether two relationships agree in every field.
func (r Relationship) Equal(o Relationship) bool {
	return r.ID == o.ID && r.From == o.From && r.To == o.To && r.Type == o.Type &&
		r.Strength == o.Strength && string(r.Metadata) == string(o.Metadata) && r.CreatedAt == o.CreatedAt
}

// Swapped returns the relationship with its ends exchanged.
func (r Relationship) Swapped() Relationship {
	r.From, r.To = r.To, r.From
	return r
}

// verb describes a relationship from its start and from its end.
type verb struct{ outgoing, incoming string }

func (v verb) seen(from Direction) string {
	if from == Incoming {
		return v.incoming
	}
	return v.outgoing
}

// verbs make a sentence of a relationship: subject, verb, object.
var verbs = map[Type]verb{
	Follows: {"came before", "came after"}, Causes: {"caused", "was caused by"},
	PartOf: {"is part of", "contains"}, RelatedTo: {"is related to", "is related to"},
	Contradicts: {"contradicts", "is contradicted by"}, Refines: {"refines", "is refined by"},
}

// phrases begin the reason of a recalled episode, without a verb of their own where the sentence has none.
var phrases = map[Type]verb{
	Follows: {"came before", "followed"}, Causes: {"caused", "caused by"}, PartOf: {"part of", "has the part"},
	RelatedTo: {"related to", "related to"}, Contradicts: {"contradicts", "contradicted by"}, Refines: {"refines", "refined by"},
}
