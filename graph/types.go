package graph

import (
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"plotline/graph/kinds"
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

// These are the types that code names; package kinds says what they are. For follows and causes, the from end comes first.
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

// Types lists the types in the order of the contract. Each call returns a new slice.
func Types() []Type {
	types := make([]Type, len(kinds.All()))
	for i, k := range kinds.All() {
		types[i] = Type(k.Name)
	}
	return types
}

// Values returns the names of the types, for the bounds of an argument.
func (Type) Values() []string { return kinds.Names() }

// unknown is the row of a type that another program has written.
var unknown kinds.Kind

// kind returns the row of the type.
func (t Type) kind() *kinds.Kind {
	if k := kinds.Of(string(t)); k != nil {
		return k
	}
	return &unknown
}

// Ordering reports whether relationships of the type are kept free of cycles. docs/places.md lists the places that a
// change of the set reaches. Both stores keep an order for each of these types.
func (t Type) Ordering() bool { return t.kind().Ordering }

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

// seen chooses the form of a verb for a relationship that is seen from one of its ends.
func seen(v kinds.Verb, from Direction) string {
	if from == Incoming {
		return v.Incoming
	}
	return v.Outgoing
}
