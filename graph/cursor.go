package graph

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"

	"plotline/internal/fault"
)

// A cursor is text for its client: the place where a page ended, and a digest of the list that was
// read. In another list the place would mean something else, and give a page that looks like an answer.

// digest names the list that a query reads: what chooses relationships, not how many a page has.
func (q RelationshipQuery) digest() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %x", q.Episode, q.Direction, q.Type, q.MinStrength))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

func cursorOf(r Relationship, list string) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s %s", r.CreatedAt, r.ID, list))
}

// parseCursor reads a cursor of the list; no text is the beginning.
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
	// What is read leniently must still be what was written: one place has one cursor.
	if err != nil || text != cursorOf(Relationship{CreatedAt: cursor.CreatedAt, ID: cursor.ID}, of) {
		return nil, fault.Invalid("cursor must be a next_cursor of this tool").Because(err)
	}
	if of != list {
		return nil, fault.Invalid("cursor belongs to another list: " +
			"repeat the arguments of the call that returned it, or leave cursor out to begin again")
	}
	return &cursor, nil
}
