package graph

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
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

// digest identifies the list of the episodes that pass. Whatever else selects episodes must become a part of it.
func (f EpisodeFilter) digest() string {
	text, _ := json.Marshal(f) // of times, numbers and texts, which all have a form in JSON
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// position is a place in a list, as a cursor holds it.
type position interface {
	// write returns the position as text, which read parses. Reading may be lenient.
	write() string
	read(text string) error
}

func (c *Cursor) write() string { return fmt.Sprintf("%d %s", c.CreatedAt, c.ID) }

func (c *Cursor) read(text string) error {
	var id string
	if _, err := fmt.Sscanf(text, "%d %s", &c.CreatedAt, &id); err != nil {
		return err
	}
	return c.ID.UnmarshalText([]byte(id))
}

func (c *ListCursor) write() string { return fmt.Sprintf("%d %d", c.CreatedAt, c.ID) }

func (c *ListCursor) read(text string) error {
	_, err := fmt.Sscanf(text, "%d %d", &c.CreatedAt, &c.ID)
	return err
}

func (c *OrderCursor) write() string { return fmt.Sprintf("%d %d %d", c.Level, c.CreatedAt, c.ID) }

func (c *OrderCursor) read(text string) error {
	_, err := fmt.Sscanf(text, "%d %d %d", &c.Level, &c.CreatedAt, &c.ID)
	return err
}

// errCursorAndOffset rejects two beginnings of a page.
var errCursorAndOffset = fault.Invalid("cursor and offset exclude each other: leave one of them out")

// strengthCursor is a position in a list of relationships, in the order of strongestFirst.
type strengthCursor Relationship

func (c *strengthCursor) write() string {
	return fmt.Sprintf("%x %d %s", math.Float64bits(c.Strength), c.CreatedAt, c.ID)
}

func (c *strengthCursor) read(text string) error {
	var bits uint64
	var id string
	if _, err := fmt.Sscanf(text, "%x %d %s", &bits, &c.CreatedAt, &id); err != nil {
		return err
	}
	c.Strength = math.Float64frombits(bits)
	return c.ID.UnmarshalText([]byte(id))
}

func encodeCursor(at position, list string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(at.write() + " " + list))
}

// parseCursor reads a cursor of the list. An empty text is the beginning.
func parseCursor[P any, At interface {
	*P
	position
}](text, list string) (*P, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // no cursor is the beginning, not a failure
	}
	at := new(P)
	if err := decodeCursor(text, list, At(at)); err != nil {
		return nil, err
	}
	return at, nil
}

func decodeCursor(text, list string, at position) error {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	written, of := "", ""
	if last := strings.LastIndexByte(string(raw), ' '); err == nil && last >= 0 {
		written, of = string(raw[:last]), string(raw[last+1:])
	}
	if err == nil {
		err = at.read(written)
	}
	// Decoding is lenient, so compare with the written form: one position has one cursor.
	if err != nil || of == "" || text != encodeCursor(at, of) {
		return fault.Invalid("cursor must be a next_cursor of this tool").Because(err)
	}
	if of != list {
		return fault.Invalid("cursor belongs to another list: " +
			"repeat the arguments of the call that returned it, or leave cursor out to begin again")
	}
	return nil
}
