package graph

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"plotline/internal/fault"
)

// A cursor is opaque text for its client. It holds the position where a page ended, and a digest of the list.
// In another list the position would mean something else, and the page would look valid.

// digest identifies the list that a query reads. It covers what selects relationships, but not the page size.
func (q RelationshipQuery) digest() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %x", q.Episode, q.Direction, q.Type, q.MinStrength))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// digest identifies the list of the episodes that pass.
func (f EpisodeFilter) digest() string {
	text, _ := json.Marshal(f) // of times, numbers and texts, which all have a form in JSON
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

func (c ListCursor) position() string { return fmt.Sprintf("%d %d", c.CreatedAt, c.ID) }

// parseListCursor reads the cursor of a page of episodes. No cursor is the beginning.
func parseListCursor(in ListEpisodesInput, list string) (*ListCursor, error) {
	switch {
	case in.Cursor == "":
		return nil, nil //nolint:nilnil // no cursor is the beginning, not a failure
	case in.Offset > 0:
		return nil, fault.Invalid("cursor and offset exclude each other: leave one of them out")
	}
	var cursor ListCursor
	err := decodeCursor(in.Cursor, list, func(position string) (string, error) {
		_, err := fmt.Sscanf(position, "%d %d", &cursor.CreatedAt, &cursor.ID)
		return cursor.position(), err
	})
	if err != nil {
		return nil, err
	}
	return &cursor, nil
}

func cursorOf(r Relationship, list string) string {
	return encodeCursor(fmt.Sprintf("%d %s", r.CreatedAt, r.ID), list)
}

func encodeCursor(position, list string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(position + " " + list))
}

// parseCursor reads a cursor of the list. An empty text is the beginning.
func parseCursor(text, list string) (*Cursor, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // no cursor is the beginning, not a failure
	}
	var cursor Cursor
	err := decodeCursor(text, list, func(position string) (string, error) {
		var id string
		_, err := fmt.Sscanf(position, "%d %s", &cursor.CreatedAt, &id)
		if err == nil {
			err = cursor.ID.UnmarshalText([]byte(id))
		}
		return fmt.Sprintf("%d %s", cursor.CreatedAt, cursor.ID), err
	})
	if err != nil {
		return nil, err
	}
	return &cursor, nil
}

// decodeCursor takes a cursor apart. read parses the position and returns it as encodeCursor's caller writes it.
func decodeCursor(text, list string, read func(position string) (string, error)) error {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	position, of := "", ""
	if last := strings.LastIndexByte(string(raw), ' '); err == nil && last >= 0 {
		position, of = string(raw[:last]), string(raw[last+1:])
	}
	if err == nil {
		position, err = read(position)
	}
	// Decoding is lenient, so compare with the written form: one position has one cursor.
	if err != nil || of == "" || text != encodeCursor(position, of) {
		return fault.Invalid("cursor must be a next_cursor of this tool").Because(err)
	}
	if of != list {
		return fault.Invalid("cursor belongs to another list: " +
			"repeat the arguments of the call that returned it, or leave cursor out to begin again")
	}
	return nil
}
