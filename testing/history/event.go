// Package history checks that concurrent calls through several processes leave a consistent graph. It
// records requests and replies, and decides whether one graph could have given them: acknowledged data
// exists, nothing is duplicated, nothing disappears without a delete, ordering types have no cycles, and
// changes of an episode have one order that all clients saw. `make test` runs it, `make soak` runs it for
// longer.
package history

import "plotline/graph"

// Kind is the kind of a call.
type Kind string

// The kinds, each with the fields of Event that it sets.
const (
	Create Kind = "create" // Key; Episode and Number are the reply
	Read   Kind = "read"   // Episode; Value and Is are the reply
	Update Kind = "update" // Episode, Value and Was; Is is the reply, or Refused
	Add    Kind = "add"    // Edge; Relationship is the reply, or Refused
	Remove Kind = "remove" // Relationship and Edge; Refused if it did not exist
	Look   Kind = "look"   // Episode; Seen are its outgoing relationships
	Survey Kind = "survey" // Edges of one type are the reply, or Cyclic
)

// Event is a call that got a reply.
type Event struct {
	Client       int
	Kind         Kind
	Began, Ended int64 // nanoseconds since the start of the run

	Key          string
	Number       int64  // serial number
	Episode      string // id
	Value        string // the value that an update writes or a read returns
	Was, Is      string // updated_at that an update expected, and that it or a read returned
	Edge         Edge
	Relationship string // id
	Seen         map[string]Edge
	Edges        []Edge
	Cyclic       bool
	Refused      bool
}

// Edge is a relationship by its ends.
type Edge struct {
	From, To string
	Type     graph.Type
}
