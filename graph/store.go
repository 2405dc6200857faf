package graph

import (
	"context"

	"plotline/graph/analysis"
	"plotline/graph/ranking"
	"plotline/internal/input"
)

// Store is a graph database. Its comments are the specification; package graphtest proves it for
// every implementation.
//
// For all methods:
//   - ws is the workspace, well-formed (see ValidWorkspace). Nothing is seen or changed across
//     workspaces; the same ids may stand in several. A workspace needs no making.
//   - Arguments have been judged: ids are UUIDs in lower case, bounds hold, ends differ, defaults
//     are filled in. A store does not judge them again.
//   - Every method is one transaction: it happens whole or not at all, and a caller reads its own
//     writes. A write that returned nil survives the death of the process.
//   - A cancelled context ends the work in the database too; the error then is the context's, or a
//     *fault.Error; a write may or may not have happened.
//   - Errors are *fault.Error from the functions of this package (EpisodeNotFound, …) or, for a
//     database that is away, fault.Unavailable with a sentence that says what to do. No text of a
//     driver is in Details.
//   - Lists are empty rather than nil where nothing is found, and never shared with the store.
//   - Construction touches no database. The first call connects and migrates; when that fails, the
//     call fails and the next one tries again.
//
// All methods are safe for concurrent use, also by several processes on one database.
type Store interface {
	EpisodeStore
	RelationshipStore
	TextStore
	TraversalStore
	PageStore
	VectorStore
	LanguageStore

	// Status reaches the database and says what it is. Unavailable when it cannot be reached.
	Status(ctx context.Context) (Status, error)
	// Close gives back connections and files. Calls after it fail as unavailable.
	Close() error
}

// EpisodeStore keeps episodes.
type EpisodeStore interface {
	// CreateEpisodes stores a batch, all or nothing, judged item by item in order: first all
	// episodes, then all relationships. It returns the episodes and the relationships as they stand
	// now, in the order given. The first item that fails decides the error, which carries its index
	// in its own list (fault.Error.At); a batch of exactly one episode and no relationship carries
	// none.
	//
	// Episodes. A key that the workspace (or an earlier item) has already: with equal digest the
	// item is a replay, nothing is created and the old episode is returned in its place; with another
	// digest KeyReused. An EpisodeID that is there under another key, or none: EpisodeExists — but
	// an item whose id and digest and key are all equal is a replay (a repeated attempt of our own).
	// Without a key equality of the id and of the content recognises the repeated attempt.
	// ID 0 asks for the next serial number; a positive ID is taken when it is free, else the next is.
	// The counter never falls behind a number that was given, and never gives one twice.
	//
	// Relationships. As AddRelationships, with two additions: an end may be an item of the batch
	// (End.Item), and a relationship with a replayed item at an end that exists already is returned
	// as it is, not refused. Ends that turn out to be one episode: SameEnds.
	CreateEpisodes(ctx context.Context, ws string, batch Batch) (Created, error)

	// Episode returns one episode with its relationships counted. Unknown: EpisodeNotFound.
	Episode(ctx context.Context, ws string, id ID) (Episode, Degrees, error)

	// EpisodesByID returns those of the ids that exist, in no promised order, at most 1,000 ids a
	// call. Unknown ids are left out.
	EpisodesByID(ctx context.Context, ws string, ids []ID) ([]Episode, error)

	// EpisodeIDs gives the ids of the episodes that have these serial numbers, at most 1,000 numbers a
	// call. Numbers that no episode has, or not any more, are left out.
	EpisodeIDs(ctx context.Context, ws string, serials []int64) (map[int64]ID, error)

	// ReplaceEpisode writes all fields of ep but EpisodeID, ID and CreatedAt, if the stored
	// UpdatedAt is still was. Unknown: EpisodeNotFound. Changed meanwhile: Stale. An answer that was
	// lost: OutcomeUnknown.
	ReplaceEpisode(ctx context.Context, ws string, ep Episode, was Time) error

	// DeleteEpisode removes an episode and all its relationships and returns how many those were.
	// Its idempotency key is free again, its serial number is not. Unknown: EpisodeNotFound. An
	// answer that was lost: OutcomeUnknown.
	DeleteEpisode(ctx context.Context, ws string, id ID) (int, error)

	// ListEpisodes returns a page, newest first: by CreatedAt descending, then ID descending, and
	// how many match in all. An offset past the end gives an empty page, no error. Reflection and
	// Metadata may be left empty.
	ListEpisodes(ctx context.Context, ws string, q ListQuery) ([]Episode, int, error)
}

// TextStore finds episodes by what their name, query, reflection and tags say, as package analysis reads
// them (see Document). It finds them by their texts alone, and package ranking puts them in order, so that
// answers do not depend on the store.
type TextStore interface {
	// CountText counts, for each clause, the episodes that hold it, up to q.Most, and all episodes of the
	// workspace. With a sample it counts within that part of the workspace (see analysis.SampleOf).
	CountText(ctx context.Context, ws string, q CountQuery) (ranking.Statistics, error)

	// FindText looks episodes up. With All: the newest q.Limit (as ListEpisodes orders) of those that hold
	// every clause which is not Extra, and how many there are. Else: for each look-up up to so many episodes
	// that hold its clause; of those that pass the filter the q.Limit with the highest sum of weights, in no
	// promised order; and how many there are. No clause and no look-up: none.
	FindText(ctx context.Context, ws string, q TextQuery) ([]TextMatch, int, error)
}

// RelationshipStore keeps relationships.
type RelationshipStore interface {
	// AddRelationship stores one relationship. In this order: both episodes exist, else
	// EpisodeNotFound naming the missing one, or both, from first; no relationship with the same
	// from, to and type, else RelationshipExists with its id; for an ordering type no path of that type from to
	// to from, else CycleCreated with a shortest path. A relationship that is there with the same
	// id, ends and type is our own earlier attempt, and a success. Of two callers who add A→B and
	// B→A of an ordering type at once, exactly one succeeds, from any number of processes.
	AddRelationship(ctx context.Context, ws string, rel Relationship) error

	// AddRelationships stores a list, all or nothing, judged as if added one after the other by
	// AddRelationship; the error carries the smallest index that fails. An empty list is a success.
	AddRelationships(ctx context.Context, ws string, rels []Relationship) error

	// UpdateRelationship changes strength, metadata or both and returns the relationship. Unknown:
	// RelationshipNotFound. An answer that was lost: OutcomeUnknown.
	UpdateRelationship(ctx context.Context, ws string, id ID, change RelationshipChange) (Relationship, error)

	// RemoveRelationship removes one. Unknown or already removed: RelationshipNotFound. An answer
	// that was lost: OutcomeUnknown.
	RemoveRelationship(ctx context.Context, ws string, id ID) error

	// RelationshipsByID returns those of the ids that exist, in no promised order, at most 1,000
	// ids a call.
	RelationshipsByID(ctx context.Context, ws string, ids []ID) ([]Relationship, error)

	// Relationships returns those of one episode that match, by CreatedAt, then ID, and how many
	// match in all, whatever limit and cursor cut. Unknown episode: EpisodeNotFound. When the metadata
	// of what it would return is larger than q.MaxBytes (0: no bound): MetadataTooLarge. A store may
	// count characters instead of bytes.
	Relationships(ctx context.Context, ws string, q RelationshipQuery) ([]Relationship, int, error)

	// RelationshipsBetween returns those from one episode to another, of one type or, when t is "",
	// of all, by CreatedAt, then ID. Unknown episodes have none.
	RelationshipsBetween(ctx context.Context, ws string, from, to ID, t Type) ([]Relationship, error)
}

// TraversalStore answers questions about the graph as a whole.
type TraversalStore interface {
	// Related searches outwards from q.Start, as type Search does, to the bit: level by level, for
	// each (episode, level) the walk with the highest product of strengths, taken left to right,
	// ties to the lexicographically smallest list of relationship ids; a walk is followed while its
	// product is ≥ q.MinStrength and ends for q.MaxDepth. Sorted by strength descending, distance,
	// episode id; at most q.Limit (0: all), and how many there are in all. The start is never in
	// it. Unknown start: EpisodeNotFound.
	Related(ctx context.Context, ws string, q RelatedQuery) ([]RelatedEpisode, int, error)

	// Adjacent returns the relationships, without their metadata, of the types asked for that begin or end at
	// some episodes, each once, in no promised order. Those of an episode with more than crowd of them are left
	// out, unless their other end is asked for too. Unknown episodes have none. At most 1,000 ids a call.
	Adjacent(ctx context.Context, ws string, ids []ID, types []Type, crowd int) ([]Relationship, error)

	// FindCycle tells whether a relationship from→to of the ordering type t would close a cycle:
	// nil when not, else a shortest closed path from, to, …, from; of from = to it is [from, from].
	// Unknown episodes: EpisodeNotFound, naming the missing ones.
	FindCycle(ctx context.Context, ws string, from, to ID, t Type) (*CyclePath, error)

	// Subgraph returns at most q.MaxNodes episodes and every relationship between them of the types
	// asked for. Without ids: the newest. With ids: those (unknown ones: EpisodeNotFound, naming all
	// of them), grown by q.Depth hops in both directions over those types; when that is too many,
	// fewest hops first, then newest. Total counts the candidates before the cut. Nodes newest first
	// (CreatedAt, then ID, descending), edges by CreatedAt, then id, and of those the first q.MaxEdges
	// (0: all).
	Subgraph(ctx context.Context, ws string, q SubgraphQuery) (Subgraph, error)

	// Projection returns the episodes named (unknown ones: EpisodeNotFound, naming all of them), or
	// all of the workspace when none are, and the relationships of type t between them, for Order.
	Projection(ctx context.Context, ws string, t Type, ids []ID) (Projection, error)
}

// Batch is what CreateEpisodes stores in one transaction.
type Batch struct {
	Episodes      []NewEpisode
	Relationships []NewRelationship
	// Languages are those of a workspace that has none yet; none given stands for English. Where the workspace
	// has others, and these are not to follow either: OtherLanguages, of no item. None given is right everywhere.
	Languages analysis.Languages
}

// NewEpisode is an episode to create, with what makes a retry safe.
type NewEpisode struct {
	Episode
	Key    string // idempotency key, "" for none
	Digest string // of the content, compared when the key is found
}

// NewRelationship is a relationship to create in a batch. From and To of Relationship are unset:
// the ends may be items of the batch.
type NewRelationship struct {
	Relationship
	FromEnd, ToEnd End
}

// End is an end of a relationship in a batch: the episode at index Item of the batch's episodes, or
// when Item is negative the existing episode Episode.
type End struct {
	Item    int
	Episode ID
}

// Created is what became of a batch, in its order.
type Created struct {
	Episodes      []Episode // as they stand; a replayed item's is the old one
	Relationships []Relationship
}

// Degrees counts an episode's relationships by type.
type Degrees map[Type]Degree

// Degree counts by direction.
type Degree struct {
	Outgoing int `json:"outgoing"`
	Incoming int `json:"incoming"`
}

// ListQuery filters episodes. Nil and empty are no filter; tags must all be there.
type ListQuery struct {
	Since, Until         *Time // inclusive, of CreatedAt
	Tags                 []string
	MinReward, MaxReward *float64 // inclusive
	Limit, Offset        int
}

// EpisodeFilter chooses episodes. Nil and empty are no filter; tags must all be there.
type EpisodeFilter struct {
	Since, Until         *Time // inclusive, of CreatedAt
	Tags                 []string
	MinReward, MaxReward *float64 // inclusive
}

// IsEmpty tells whether every episode passes.
func (f EpisodeFilter) IsEmpty() bool {
	return f.Since == nil && f.Until == nil && len(f.Tags) == 0 && f.MinReward == nil && f.MaxReward == nil
}

// CountQuery asks how many episodes hold each clause.
type CountQuery struct {
	Clauses []analysis.Clause
	// Languages in which the clauses were read. Where the workspace answers in others: OtherLanguages. None given
	// is not compared.
	Languages analysis.Languages
	Most      int // to count
	Sample    int // 0: of all episodes; else see analysis.SampleOf
}

// TextQuery asks for episodes by their texts.
type TextQuery struct {
	Clauses   []analysis.Clause
	Languages analysis.Languages // as CountQuery has it
	All       bool
	Lookups   []TextLookup // unless All
	Filter    EpisodeFilter
	Limit     int
}

// TextLookup is a clause by which episodes are looked up.
type TextLookup struct {
	ranking.Lookup

	Weight float64
}

// TextMatch is an episode that was looked up. Held lists the clauses it was found by.
type TextMatch struct {
	ranking.Candidate

	EpisodeID ID
	ID        int64
	CreatedAt Time
	Tags      []string
}

// Document is what a store keeps to find an episode by its text.
type Document struct {
	analysis.Document

	Tokens []string // of all texts, in their order, for phrases and prefixes; FieldEnd after each text
}

// FieldEnd stands between the texts of an episode, so that no phrase begins in one and ends in another. It is
// no token.
const FieldEnd = "."

// DocumentOf analyses an episode's texts, so that queries in each of some sets of languages find it. None is
// English.
func DocumentOf(e Episode, sets ...analysis.Languages) Document {
	fields := ranking.Fields(e.Name, e.Query, e.Reflection, e.Tags)
	doc := Document{Document: analysis.Analyze(sets, fields...)}
	for _, f := range fields {
		doc.Tokens = append(append(doc.Tokens, analysis.Tokens(f.Text)...), FieldEnd)
	}
	return doc
}

// RelationshipChange is what an update writes; nil leaves a field as it is.
type RelationshipChange struct {
	Strength *float64
	Metadata *input.Object // an empty object slice (nil) clears it
}

// RelationshipQuery asks for the relationships of one episode.
type RelationshipQuery struct {
	Episode     ID
	Direction   Direction
	Type        Type    // "" is every type
	MinStrength float64 // inclusive, compared exactly: the service has allowed for rounding
	Limit       int     // 0 is all
	MaxBytes    int     // of the metadata of all that is returned; 0 is no bound
	After       *Cursor // only those that sort after it
}

// Cursor is a place in a list of relationships.
type Cursor struct {
	CreatedAt Time
	ID        ID
}

// RelatedQuery asks for a search outwards from one episode.
type RelatedQuery struct {
	Start       ID
	MaxDepth    int     // 1–5
	Types       []Type  // empty is every type
	MinStrength float64 // inclusive, compared exactly: the service has allowed for rounding
	Direction   Direction
	Strongest   bool // report each episode by its highest product, not at its fewest hops
	Limit       int  // 0 is all
}

// RelatedEpisode is an episode that a search reached.
type RelatedEpisode struct {
	EpisodeID ID
	ID        int64
	Name      string
	Reward    float64
	Distance  int
	Path      []ID          // relationship ids from the start
	Steps     []RelatedStep // one for each relationship of Path
	Strength  float64       // product of the strengths along Path
}

// RelatedStep is a relationship as a search crosses it, and the episode that it reaches.
type RelatedStep struct {
	Type      Type
	Direction Direction // Outgoing when it points to the episode that it reaches, else Incoming
	Strength  float64
	ID        int64
	Name      string
}

// SubgraphQuery asks for a part of the graph.
type SubgraphQuery struct {
	IDs      []ID
	Types    []Type // empty is every type
	MaxNodes int
	MaxEdges int
	Depth    int
}

// Subgraph is a part of the graph.
type Subgraph struct {
	Nodes []ShownNode
	Edges []Relationship // Metadata may be left empty
	Total int            // candidates before MaxNodes cut
}

// Node is an episode as a graph shows it.
type Node struct {
	EpisodeID ID
	ID        int64
	Name      string
	CreatedAt Time
}

// ShownNode is a node with what a drawing shows beside its name.
type ShownNode struct {
	Node

	Reward float64
}

// Projection is the part of the graph that an ordering runs over. Edges are pairs of indexes into
// Nodes, from and to; both lists are in no promised order.
type Projection struct {
	Nodes []Node
	Edges [][2]int32
}

// Survey is what a look at a database finds. To look makes nothing and changes nothing: Schema is 0 where
// nothing has been made yet, and then nothing is counted.
type Survey struct {
	Status

	Latest        int // the schema that this program works with, which the next call brings the database to
	Episodes      int // of the workspace that was named
	Relationships int
}

// Status describes a database that answered.
type Status struct {
	Kind     string // neo4j or embedded
	Version  string // of the database
	Location string // where it is, without secrets
	Schema   int    // number of the last migration
}
