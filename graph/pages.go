package graph

import "context"

// PageStore reads a whole workspace page by page, in an order that stays: what is added later comes
// behind, unless it brings an old number or id. Each page is a transaction of its own, so that a reader
// who takes an hour keeps nobody waiting; what is written meanwhile may be seen or not.
type PageStore interface {
	// Extent tells how much the workspace holds and where its pages end now. A workspace that nobody
	// has written to gives zeros.
	Extent(ctx context.Context, ws string) (Extent, error)

	// EpisodePage returns the first page.Limit of the episodes with page.After < ID ≤ page.UpTo, by ID,
	// whole, with what makes a retry safe.
	EpisodePage(ctx context.Context, ws string, page Page[int64]) ([]NewEpisode, error)

	// RelationshipPage returns the first page.Limit of the relationships with page.After < ID ≤
	// page.UpTo, by ID.
	RelationshipPage(ctx context.Context, ws string, page Page[ID]) ([]NumberedRelationship, error)
}

// Extent is the size of a workspace.
type Extent struct {
	Episodes, Relationships int
	LastNumber              int64 // no episode has a higher serial number
	LastRelationship        ID    // the highest id of a relationship, "" for none
}

// Page says which part of an order is wanted: behind After, up to UpTo and with it, at most Limit.
type Page[Key int64 | ID] struct {
	After, UpTo Key
	Limit       int // ≥ 1
}

// NumberedRelationship is a relationship with the serial numbers of its ends.
type NumberedRelationship struct {
	Relationship
	FromNumber, ToNumber int64
}
