package graph

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"

	"plotline/internal/fault"
)

// A cursor is opaque text for its client. It holds the position where a page ended, and a digest of the list.
// In another list the position would mean something else, and the page would look valid.

// digest identifies the list that a query reads. It covers what selects relationships, but not the page size.
func (q RelationshipQuery) digest() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %x", q.Episode, q.Direction, q.Type, q.MinStrength))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

func cursorOf(r Relationship, list string) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s %s", r.CreatedAt, r.ID, list))
}

// parseCursor reads a cursor of the list. An empty text is the beginning.
func parseCursor(text, list string) (*Cursor, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // no cursor is the beginning, not a failure
	}
	var cursor Cursor
	var id, of string
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		_, err = fmt.Sscanf(string(raw), "%d %s %s", &cursor.CreatedAt, &id, &of)
	}
	if err == nil {
		err = cursor.ID.UnmarshalText([]byte(id))
	}
	// Decoding is lenient, so compare with the written form: one position has one cursor.
	if err != nil || text != cursorOf(Relationship{CreatedAt: cursor.CreatedAt, ID: cursor.ID}, of) {
		return nil, fault.Invalid("cursor must be a next_cursor of this tool").Because(err)
	}
	if of != list {
		return nil, fault.Invalid("cursor belongs to another list: " +
			"repeat the arguments of the call that returned it, or leave cursor out to begin again")
	}
	return &cursor, nil
}
