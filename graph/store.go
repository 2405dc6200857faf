package graph

import (
	"cmp"
	"context"

	"plotline/graph/analysis"
	"plotline/graph/ranking"
	"plotline/internal/input"
)

// Store is a graph database. The comments in this file are the specification. Package graphtest checks every
// implementation against them.
//
// These rules hold for all methods:
//   - ws is a well-formed workspace (see ValidWorkspace). Nothing is visible or changed across workspaces.
//     Several workspaces may contain the same ids. A workspace needs no creation.
//   - The caller has checked the arguments: ids are UUIDs in lower case, bounds hold, ends differ, and
//     defaults are filled in. A store does not check them again.
//   - Every method is one transaction: it happens whole or not at all. A caller reads its own writes. A write
//     that returned nil survives the death of the process.
//   - A cancelled context also ends the work in the database. The error is then the context's or a
//     *fault.Error, and a write may or may not have happened.
//   - Errors are *fault.Error from the functions of this package (EpisodeNotFound, …). If the database cannot
//     be reached, the error is fault.Unavailable with a sentence that says what to do. Details never contains
//     a driver's text.
//   - A list without results is empty, not nil. The store keeps no reference to a list that it returns.
//   - Construction does not touch the database. The first call connects and migrates. If that fails, the call
//     fails and the next one tries again.
//
// All methods are safe for concurrent use, also by several processes on one database.
type Store interface {
	EpisodeStore
	RelationshipStore
	TextStore
	TraversalStore
	OrderStore
	OutlineStore
	ChangeStore
	PageStore
	VectorStore
	LanguageStore
	DeletionStore
	MoveStore

	// Status connects to the database and describes it. It fails with Unavailable if the database cannot be
	// reached.
	Status(ctx context.Context) (Status, error)
	// Close releases connections and files. Later calls fail as unavailable.
	Close() error
}

// EpisodeStore stores episodes.
type EpisodeStore interface {
	// CreateEpisodes stores a batch, all or nothing. It checks the items in order: first all episodes, then
	// all relationships. It returns the episodes and relationships as they are stored now, in the order
	// given. The first item that fails decides the error. The error has the item's index in its own list
	// (fault.Error.At), except for a batch of exactly one episode and no relationship.
	//
	// Episodes. A key may already be used in the workspace or by an earlier item. With an equal digest the
	// item is a replay: nothing is created, and the old episode is returned in its place. With another digest
	// the error is KeyReused. If EpisodeID exists under another key, or under none, the error is
	// EpisodeExists. An item whose id, digest and key are all equal is a replay, because it repeats an
	// earlier attempt of the same call. Without a key, a repeated attempt is recognised by an equal id and
	// equal content. ID 0 asks for the next serial number. A positive ID is used if it is free, otherwise the
	// next number is. The counter never falls behind a number that was given, and never gives a number twice.
	//
	// Relationships. The rules are those of AddRelationships, with two additions. An end may be an item of
	// the batch (End.Item). If a relationship has a replayed item at an end and already exists, it is
	// returned as it is and not rejected. If both ends turn out to be one episode, the error is SameEnds.
	CreateEpisodes(ctx context.Context, ws string, batch Batch) (Created, error)

	// Episode returns one episode and describes its relationships. Unknown: EpisodeNotFound.
	Episode(ctx context.Context, ws string, id ID) (Episode, EpisodeRelationships, error)

	// EpisodesByID returns the episodes with these ids, in no particular order. A call has at most 1,000 ids. If most is
	// not 0, they have no metadata, and only that many characters of query and reflection.
	// Unknown ids are omitted.
	EpisodesByID(ctx context.Context, ws string, ids []ID, most int) ([]Episode, error)

	// EpisodeIDs returns the ids of the episodes with these serial numbers. A call has at most 1,000 numbers.
	// Numbers without an episode, or whose episode was deleted, are omitted.
	EpisodeIDs(ctx context.Context, ws string, serials []int64) (map[int64]ID, error)

	// ReplaceEpisode writes all fields of ep except EpisodeID, ID and CreatedAt, if the stored UpdatedAt is
	// still was. Unknown: EpisodeNotFound. Changed in the meantime: Stale. Reply lost: OutcomeUnknown.
	ReplaceEpisode(ctx context.Context, ws string, ep Episode, was Time) error

	// DeleteEpisode deletes an episode and all its relationships, and returns the number of those
	// relationships. Its idempotency key becomes free again, its serial number does not. Unknown:
	// EpisodeNotFound. Reply lost: OutcomeUnknown.
	DeleteEpisode(ctx context.Context, ws string, id ID) (int, error)

	// ListEpisodes returns a page, newest first (CreatedAt descending, then ID descending), and the number of
	// all that match, regardless of the cursor. An offset past the end gives an empty page, not an error. The
	// cost of a page with a cursor does not depend on its position. Reflection, Tags and Metadata may be left empty.
	ListEpisodes(ctx context.Context, ws string, q ListQuery) ([]Episode, int, error)
}

// TextStore finds episodes by the text of their name, query, reflection and tags, as package analysis reads
// them (see Document). It only finds them. Package ranking sorts them, so that results do not depend on the
// store.
type TextStore interface {
	// CountText counts, for each clause, the episodes that match it, up to q.Most, and all episodes of the
	// workspace. With q.Sample, a count that reaches q.Most is estimated instead: ranking.Estimate says how.
	CountText(ctx context.Context, ws string, q CountQuery) (ranking.Statistics, error)

	// FindText looks up episodes. With All, it considers the episodes that pass the filter and match every
	// clause that is not Extra. It returns the newest q.Limit of these, in the order of ListEpisodes, and the
	// number of these.
	// Without All, it takes for each lookup up to Most episodes that match its clause. From those that pass
	// the filter, it returns the q.Limit with the highest sum of weights, in no particular order, and the
	// number of those that pass. With Unfiltered, it returns the same also of all of them. Without clauses or lookups it
	// returns none.
	FindText(ctx context.Context, ws string, q TextQuery) (TextFound, error)
}

// RelationshipStore stores relationships.
type RelationshipStore interface {
	// AddRelationship stores one relationship. It makes these checks, in this order:
	//   - Both episodes exist. Otherwise EpisodeNotFound names the missing one, or both, from first.
	//   - No relationship has the same from, to and type. Otherwise RelationshipExists contains its id.
	//   - For an ordering type, no path of that type leads from to to from. Otherwise CycleCreated contains a
	//     shortest path.
	//
	// If a relationship with the same id, ends and type exists, it comes from an earlier attempt of the same
	// call, and the result is success. If two callers add A→B and B→A of an ordering type at once, exactly
	// one succeeds. This holds for any number of processes.
	//
	// The ends are returned as the statement that adds the relationship has read them.
	AddRelationship(ctx context.Context, ws string, rel Relationship) (Ends, error)

	// AddRelationships stores a list, all or nothing, as if AddRelationship added one after the other, and
	// returns the ends of each. The error has the smallest index that fails. An empty list is a success. A store may refuse
	// several with TooManySearched, because checking them for cycles takes too long. It never refuses a single one.
	AddRelationships(ctx context.Context, ws string, rels []Relationship) ([]Ends, error)

	// UpdateRelationship changes strength, metadata or both, and returns the relationship. Unknown:
	// RelationshipNotFound. Reply lost: OutcomeUnknown.
	UpdateRelationship(ctx context.Context, ws string, id ID, change RelationshipChange) (Relationship, error)

	// RemoveRelationship removes one relationship. Unknown or already removed: RelationshipNotFound. Reply
	// lost: OutcomeUnknown.
	RemoveRelationship(ctx context.Context, ws string, id ID) error

	// SwapRelationships exchanges the ends of relationships, all or nothing, and returns them in the order given,
	// with their ends. All else stays: the id, the type, the strength, the metadata and the time. The checks are
	// those of AddRelationships, as if all of them were removed first. A call has at most 1,000 ids, each once.
	// Unknown: RelationshipNotFound, with all of them. Reply lost: OutcomeUnknown.
	SwapRelationships(ctx context.Context, ws string, ids []ID) ([]Relationship, []Ends, error)

	// BackwardRelationships returns the relationships that the dates of their ends speak against by more than
	// DateTolerance (see Type.Earlier), without their metadata, and their ends. It leaves out a relationship
	// whose opposite of the same type exists, too. They are by id, at most limit.
	BackwardRelationships(ctx context.Context, ws string, limit int) ([]Relationship, []Ends, error)

	// RelationshipsByID returns the relationships with these ids, in no particular order. A call has at most
	// 1,000 ids. Unknown ids are omitted.
	RelationshipsByID(ctx context.Context, ws string, ids []ID) ([]Relationship, error)

	// Relationships returns the matching relationships of one episode by CreatedAt, then ID, and the number
	// of all that match regardless of limit and cursor. Unknown episode: EpisodeNotFound. If the metadata of
	// the result is larger than q.MaxBytes (0: no bound), the error is MetadataTooLarge. A store may count
	// characters instead of bytes.
	Relationships(ctx context.Context, ws string, q RelationshipQuery) ([]Relationship, int, error)

	// RelationshipsBetween returns the relationships from one episode to another, by CreatedAt, then ID. If t
	// is "" it returns those of all types. Unknown episodes have none.
	RelationshipsBetween(ctx context.Context, ws string, from, to ID, t Type) ([]Relationship, error)
}

// TraversalStore answers questions about the graph as a whole.
type TraversalStore interface {
	// Related searches outwards from q.Start, level by level. Its results equal those of SearchLevels to the
	// bit. For each pair of episode and level it keeps the walk with the highest product of strengths,
	// multiplied from left to right. On a tie, the lexicographically smallest list of relationship ids wins.
	// It follows a walk while its product is ≥ q.MinStrength, up to q.MaxDepth. Results are sorted by
	// strength descending, distance, then episode id. It returns at most q.Limit of them (0: all), and the
	// number of all. The start is never a result. Unknown start: EpisodeNotFound. If it would read more than q.Most
	// relationships of a level, or find more episodes, the error is that of CheckMost.
	Related(ctx context.Context, ws string, q RelatedQuery) ([]RelatedEpisode, int, error)

	// Adjacent returns the relationships of these types that begin or end at these episodes, without their
	// metadata, each once, in no particular order. If an episode has more than maxDegree of them, they are
	// omitted, except those whose other end is also in ids. Unknown episodes have none. A call has at most
	// 1,000 ids. If there are more than most, the error is that of CheckMost.
	Adjacent(ctx context.Context, ws string, ids []ID, types []Type, maxDegree, most int) ([]Relationship, error)

	// Neighbourhood reads the relationships around some episodes: see Neighbourhood. If there are more than q.Most of a hop,
	// the error is that of CheckMost.
	Neighbourhood(ctx context.Context, ws string, q NeighbourhoodQuery) (Neighbourhood, error)

	// Candidates reads episodes that a recall may return, and what replaced them: see Candidates.
	Candidates(ctx context.Context, ws string, q CandidateQuery) (Candidates, error)

	// FindCycle checks whether a relationship from→to of the ordering type t would close a cycle. It returns
	// nil if not, otherwise a shortest closed path from, to, …, from. For from = to the path is [from, from].
	// Unknown episodes: EpisodeNotFound, with the missing ones.
	FindCycle(ctx context.Context, ws string, from, to ID, t Type) (*CyclePath, error)

	// Subgraph returns at most q.MaxNodes episodes and every relationship of these types between them.
	// Without ids, it takes the newest episodes. With ids, it takes those episodes and all within q.Depth
	// hops in both directions over these types. Unknown ids: EpisodeNotFound, with all of them. If there are too
	// many candidates, those with the fewest hops come first, then the newest. Total counts the candidates
	// before the cut. Nodes are newest first (CreatedAt, then ID, descending). Edges are sorted by CreatedAt,
	// then id, and only the first q.MaxEdges are returned (0: all).
	Subgraph(ctx context.Context, ws string, q SubgraphQuery) (Subgraph, error)

	// Projection returns the episodes with these ids and the relationships of type t between them, for Order.
	// Without ids it returns all episodes of the workspace. Unknown ids: EpisodeNotFound, with all of them.
	Projection(ctx context.Context, ws string, t Type, ids []ID) (Projection, error)

	// OrderPage returns a page of the order of the whole workspace, as Order sorts it, if the store keeps that
	// order. It returns nil if it does not, or if the order is out of date or has cycles. What it returns is never
	// out of date.
	OrderPage(ctx context.Context, ws string, q OrderQuery) (*OrderPage, error)
}

// OrderQuery asks for a page of the order by an ordering type.
type OrderQuery struct {
	Type          Type
	Limit, Offset int
	After         *OrderCursor // only those that sort after it; Offset counts from there
}

// OrderCursor is a position in an order.
type OrderCursor struct {
	Level     int
	CreatedAt Time
	ID        int64
}

func (c *OrderCursor) compare(o OrderCursor) int {
	return cmp.Or(cmp.Compare(c.Level, o.Level), cmp.Compare(c.CreatedAt, o.CreatedAt), cmp.Compare(c.ID, o.ID))
}

// OrderPage is a page of an order. Total is the number of all episodes.
type OrderPage struct {
	Episodes []OrderedEpisode
	Total    int
}

// OrderedEpisode is an episode of an order, with its direct predecessors, oldest first.
type OrderedEpisode struct {
	Node

	Level        int
	Dependencies []ID
}

// Batch is what CreateEpisodes stores in one transaction.
type Batch struct {
	Episodes      []NewEpisode
	Relationships []NewRelationship
	// Languages are for a workspace that has none yet. None stands for English. If the workspace has other
	// languages, and is not changing to these, the error is OtherLanguages, without an item. None is valid
	// for every workspace.
	Languages analysis.Languages
}

// NewEpisode is an episode to create, with the fields that make a retry safe.
type NewEpisode struct {
	Episode
	Key    string // idempotency key, "" for none
	Digest string // of the content, compared if the key exists

	Unreadable error // only in pages: another program has written a value, so that the rest is incomplete
}

// NewRelationship is a relationship to create in a batch. From and To of Relationship are unset, because an
// end may be an item of the batch.
type NewRelationship struct {
	Relationship
	FromEnd, ToEnd End
}

// End is an end of a relationship in a batch: the episode at index Item of the batch's episodes or, if Item
// is negative, the existing episode Episode.
type End struct {
	Item    int
	Episode ID
}

// Created is the result of a batch, in its order.
type Created struct {
	Episodes      []Episode // as stored; for a replayed item the old episode
	Relationships []Relationship
	Ends          []Ends // of the relationships
}

// EpisodeRelationships describes the relationships of an episode. Newest has the newest NewestRelationships of them, newest
// first (CreatedAt, then ID, descending). It is empty if there are more than NewestOf, because a store may have to read
// all of them.
type EpisodeRelationships struct {
	Degrees Degrees
	Newest  []EpisodeRelationship
}

// EpisodeRelationship is a relationship of an episode without its metadata, and the episode at the other end.
type EpisodeRelationship struct {
	Relationship

	Other Node
}

// NewestRelationships is how many relationships are read with an episode, and NewestOf how many it may have for that. With
// 10,000 of them the read takes 15 ms on Neo4j, of which 12 are for the newest, and 3 ms on the embedded store.
const (
	NewestRelationships = 10
	NewestOf            = 10_000
)

// Degrees counts an episode's relationships by type.
type Degrees map[Type]Degree

// Total returns the number of all relationships.
func (d Degrees) Total() int {
	sum := 0
	for _, of := range d {
		sum += of.Outgoing + of.Incoming
	}
	return sum
}

// Degree counts relationships by direction.
type Degree struct {
	Outgoing int `json:"outgoing"`
	Incoming int `json:"incoming"`
}

// ListQuery asks for a page of the episodes that pass a filter.
type ListQuery struct {
	Filter        EpisodeFilter
	Limit, Offset int
	After         *ListCursor // only those that sort after it; Offset counts from there
}

// ListCursor is a position in a list of episodes.
type ListCursor struct {
	CreatedAt Time
	ID        int64
}

// EpisodeFilter selects episodes. Nil and empty mean no filter. An episode must have all tags. Lists, searches, recall,
// pictures and vectors use it; what only lists need belongs in ListQuery.
type EpisodeFilter struct {
	Since, Until         *Time // inclusive, of CreatedAt
	Tags                 []string
	MinReward, MaxReward *float64 // inclusive
}

// filterOf makes a filter of the arguments of a use case, in which tags may repeat.
func filterOf(since *Time, until *Until, tags []string, minReward, maxReward *float64) EpisodeFilter {
	return EpisodeFilter{Since: since, Until: (*Time)(until), Tags: unique(tags), MinReward: minReward, MaxReward: maxReward}
}

// IsEmpty reports whether every episode passes.
func (f EpisodeFilter) IsEmpty() bool {
	return f.Since == nil && f.Until == nil && len(f.Tags) == 0 && f.MinReward == nil && f.MaxReward == nil
}

// CountQuery asks how many episodes match each clause.
type CountQuery struct {
	Clauses []analysis.Clause
	// Languages are those that the clauses were parsed in. If the workspace uses others, the error is
	// OtherLanguages. None is not compared.
	Languages analysis.Languages
	Most      int  // the highest count that is exact
	Sample    int  // least size of a sample, see ranking.SampleFor; 0: none
	Brief     bool // what was written a moment ago need not count, so that no index is waited for
}

// TextQuery asks for episodes by their texts.
type TextQuery struct {
	Clauses   []analysis.Clause
	Languages analysis.Languages // as in CountQuery
	All       bool
	Lookups   []TextLookup // unless All
	Filter    EpisodeFilter
	Limit     int
	Brief     bool // as in CountQuery

	Unfiltered bool // unless All: whether those that do not pass the filter are of interest too
}

// TextFound is what FindText returns. Unfiltered is nil unless the query asks for it.
type TextFound struct {
	Matches    []TextMatch
	Count      int
	Unfiltered []TextMatch

	UnfilteredCount int
}

// TextLookup is a clause by which episodes are looked up, with its weight.
type TextLookup struct {
	ranking.Lookup

	Weight float64
}

// TextMatch is an episode that was looked up. Held lists the clauses that found it. Its Vector has only the terms of the
// clauses of the query (analysis.Asked), because that of a long text is large.
type TextMatch struct {
	ranking.Candidate

	EpisodeID ID
	ID        int64
	CreatedAt Time
	Tags      []string
}

// Document is the text index entry of an episode.
type Document struct {
	analysis.Document

	// Tokens are those of all texts in their order, for phrases and prefixes, with FieldEnd after each text. At the end is
	// the key of the metadata, if it has one (analysis.KeyToken).
	Tokens []string
}

// FieldEnd separates the texts of an episode, so that no phrase begins in one and ends in another. It is not
// a token.
const FieldEnd = "."

// DocumentOf analyses an episode's texts, so that queries in each of the sets of languages find it. No set
// means English.
func DocumentOf(e Episode, sets ...analysis.Languages) Document {
	fields := ranking.Fields(e.Name, e.Query, e.Reflection, e.Tags)
	known := knownOf(e)
	if known.text != "" {
		fields = append(fields, analysis.Field{Text: known.text, Weight: 1})
	}
	doc := Document{Document: analysis.Analyze(sets, fields...)}
	for _, f := range fields {
		doc.Tokens = append(append(doc.Tokens, analysis.Tokens(f.Text)...), FieldEnd)
	}
	if known.key != "" {
		doc.Tokens = append(doc.Tokens, analysis.KeyToken(known.key))
	}
	return doc
}

// RelationshipChange is the content of an update. Nil leaves a field unchanged.
type RelationshipChange struct {
	Strength *float64
	Metadata *input.Object // an empty object slice (nil) clears it
}

// RelationshipQuery asks for the relationships of one episode.
type RelationshipQuery struct {
	Episode     ID
	Direction   Direction
	Type        Type    // "" is every type
	MinStrength float64 // inclusive, compared exactly: the service has already allowed for rounding
	Limit       int     // 0 is all
	MaxBytes    int     // of the metadata of the whole result; 0 is no bound
	After       *Cursor // only those that sort after it
}

// Cursor is a position in a list of relationships.
type Cursor struct {
	CreatedAt Time
	ID        ID
}

// RelatedQuery asks for a search outwards from one episode.
type RelatedQuery struct {
	Start       ID
	MaxDepth    int     // 1–5
	Types       []Type  // empty is every type
	MinStrength float64 // inclusive, compared exactly: the service has already allowed for rounding
	Direction   Direction
	Strongest   bool // report each episode by its highest product, not at its fewest hops
	Most        int  // see TraversalStore.Related
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

// RelatedStep is a relationship that a search crosses, and the episode that it reaches.
type RelatedStep struct {
	Type      Type
	Direction Direction // Outgoing if the relationship points to the reached episode, else Incoming
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

// NeighbourhoodQuery asks for the relationships within two hops of some episodes.
type NeighbourhoodQuery struct {
	IDs           []ID   // at most 1,000, each once
	Types         []Type // empty is every type
	MaxDegree     int    // see TraversalStore.Adjacent
	MaxNeighbours int    // whose relationships are read
	Most          int    // relationships of each hop; 0 is no bound
	Tagged        []ID   // at most 1,000 episodes whose tags are read with it
}

// Neighbourhood is the part of the graph around some episodes. Near are the relationships that Adjacent returns for these
// episodes. The neighbours are the other ends of them, in the order of the ids of the relationships and from before to. Far
// are the relationships that Adjacent returns for the first MaxNeighbours of these, without those in Near. Crowds are the
// ones among these that have more than MaxDegree relationships. No relationship has metadata or a time. The lists are in no
// particular order. Tags are those of q.Tagged, without the unknown ones.
type Neighbourhood struct {
	Near, Far []Relationship
	Crowds    []ID
	Tags      map[ID][]string
}

// CandidateQuery asks for episodes that a recall may return.
type CandidateQuery struct {
	IDs       []ID   // at most 1,000
	Names     []ID   // at most 1,000 further episodes, without their texts
	Types     []Type // of Relationships; each says which end is the earlier episode (see Type.Earlier)
	MaxDegree int    // see TraversalStore.Adjacent
	// Most and MostLater are how many characters of the texts are read, at least 1: of the candidates, and of the later
	// episodes.
	Most, MostLater int
}

// Candidates are episodes that a recall may return, in no particular order. They have no metadata. Unknown ids are omitted.
type Candidates struct {
	Episodes []Episode
	Named    []Node
	// Relationships are those that Adjacent returns for the candidates, if their earlier end is a candidate. Later are the
	// episodes at the later ends, without the candidates.
	Relationships []Relationship
	Later         []Episode
}

// Subgraph is a part of the graph.
type Subgraph struct {
	Nodes []ShownNode
	Edges []Relationship // Metadata may be left empty
	Total int            // candidates before the cut to MaxNodes
}

// Node is an episode of a graph.
type Node struct {
	EpisodeID ID
	ID        int64
	Name      string
	CreatedAt Time
}

// Ends are the episodes at the two ends of a relationship.
type Ends struct{ From, To Node }

// ShownNode is a node with the additional fields of a drawing.
type ShownNode struct {
	Node

	Reward float64
}

// Projection is the part of the graph that Order sorts. Edges are pairs of indexes into Nodes, from and to.
// Both lists are in no particular order.
type Projection struct {
	Nodes []Node
	Edges [][2]int32
}

// Survey is the result of inspecting a database. The inspection creates and changes nothing. Schema is 0 for
// a database without a schema, and then nothing is counted.
type Survey struct {
	Status

	Latest        int // the schema of this program, to which the next call migrates the database
	Episodes      int // of the given workspace
	Relationships int
	Last          int64   // the highest number of an episode or of a deleted one
	Counter       Numbers // what the store says of both without counting

	Problems []Problem // what another application or a person has done to the database
}

// Miscounted reports whether the counter of the workspace is lost or wrong, because another program wrote. A create would
// find most of this, and make the counter right.
func (s Survey) Miscounted() bool {
	return s.Counter.Episodes != s.Episodes || s.Counter.Last < s.Last
}

// Problem is something in a database that keeps a part of Plotline from working.
type Problem struct {
	Subject string // counter, indexes, constraints or values
	Found   string
	Advice  string
	Bad     bool                            // calls fail because of it, or leave something out
	Repair  func(ctx context.Context) error // nil if only a person can mend it
}

// Status describes a database that answered.
type Status struct {
	Kind     string // neo4j or embedded
	Version  string // of the database
	Location string // where it is, without secrets
	Schema   int    // number of the last migration
}

// ChangeStore tells whether a workspace has changed.
type ChangeStore interface {
	// Changes returns a mark of the workspace's state, an opaque text. Two equal marks of one store say that no
	// episode and no relationship of the workspace was written between the two calls. After a write of this store,
	// the mark differs from all marks before it. A write of another process shows in the same way, or a moment
	// later. A write to another workspace does not change the mark. Other work in the workspace may, such as a
	// change of its languages. Changes reads no episode.
	Changes(ctx context.Context, ws string) (string, error)
}
