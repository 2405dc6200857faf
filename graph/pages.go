package graph

import "context"

// PageStore reads a whole workspace page by page, in a stable order. Later additions come at the end, unless
// they bring an old number or id. Each page is a transaction of its own, so a slow reader blocks no other
// client. Writes made during the reading may or may not be seen.
type PageStore interface {
	// Extent returns the size of the workspace and where its pages end now. For a workspace without writes,
	// all fields are zero.
	Extent(ctx context.Context, ws string) (Extent, error)

	// EpisodePage returns the first page.Limit of the episodes with page.After < ID ≤ page.UpTo, by ID. They
	// have all their fields, and those that make a retry safe. Episodes without a number, which another program has
	// written, are before those of a page after 0, as unreadable.
	EpisodePage(ctx context.Context, ws string, page Page[int64]) ([]NewEpisode, error)

	// RelationshipPage returns the first page.Limit of the relationships with page.After < ID ≤
	// page.UpTo, by ID. Relationships without an id, which another program has written, are before those of a page after
	// "", as unreadable.
	RelationshipPage(ctx context.Context, ws string, page Page[ID]) ([]NumberedRelationship, error)
}

// Extent is the size of a workspace.
type Extent struct {
	Episodes, Relationships int
	LastNumber              int64 // the highest serial number
	LastRelationship        ID    // the highest id of a relationship, "" for none
}

// Page selects part of an order: after After, up to and including UpTo, at most Limit.
type Page[Key int64 | ID] struct {
	After, UpTo Key
	Limit       int // ≥ 1
}

// NumberedRelationship is a relationship with the serial numbers of its ends.
type NumberedRelationship struct {
	Relationship
	FromNumber, ToNumber int64

	Unreadable error // as in NewEpisode
}
