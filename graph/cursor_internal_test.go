package graph

import (
	"encoding/base64"
	"testing"

	"pgregory.net/rapid"

	"plotline/internal/fault"
)

func TestCursorRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := Relationship{ID: NewID(), CreatedAt: Time(rapid.Int64().Draw(t, "created_at"))}
		text := encodeCursor(&Cursor{want.CreatedAt, want.ID}, "list")
		got, err := parseCursor[Cursor](text, "list")
		if err != nil || got == nil || got.ID != want.ID || got.CreatedAt != want.CreatedAt {
			t.Fatalf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	})
}

func TestEmptyCursorIsTheBeginning(t *testing.T) {
	t.Parallel()
	if got, err := parseCursor[Cursor]("", "list"); got != nil || err != nil {
		t.Errorf("parseCursor = %v, %v", got, err)
	}
}

func TestCursorOfAnotherWorkspace(t *testing.T) {
	t.Parallel()
	const id = "0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8d"
	good := "1700000000000000 " + id + " list"
	if _, err := parseCursor[Cursor](base64.RawURLEncoding.EncodeToString([]byte(good)), "list"); err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	raws := []string{
		" ", "1700000000000000", id, "1700000000000000 x", "x " + id, "1.5 " + id, "99999999999999999999 " + id,
		good + " ", good + " x", " " + good, "+" + good, "0" + good, "1700000000000000\n" + id, "1700000000000000  " + id,
		"1700000000000000 0192F3C4-8F6E-7CC0-B1D2-3E4F5A6B7C8D list", "1700000000000000 " + id, "1700000000000000 " + id + " ",
	}
	texts := make([]string, len(raws), len(raws)+6)
	for i, raw := range raws {
		texts[i] = encode([]byte(raw))
	}
	texts = append(texts, "x", "!", "null", "0", base64.StdEncoding.EncodeToString([]byte(good)), encode([]byte(good))+"\n")
	for _, text := range texts {
		_, err := parseCursor[Cursor](text, "list")
		if want := "cursor must be a next_cursor of this tool"; fault.CodeOf(err) != fault.InvalidArgument || fault.From(err).Details != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestCursorOfAnotherList checks that a cursor is tied to its list. A position in one list means nothing in
// another.
func TestCursorOfAnotherList(t *testing.T) {
	t.Parallel()
	query := RelationshipQuery{Episode: NewID(), Direction: Both}
	text := encodeCursor(&Cursor{ID: NewID(), CreatedAt: 1}, query.digest())
	longer := query
	longer.Limit = 7
	if _, err := parseCursor[Cursor](text, longer.digest()); err != nil {
		t.Errorf("another page size: %v", err)
	}
	for name, change := range map[string]func(*RelationshipQuery){
		"episode":      func(q *RelationshipQuery) { q.Episode = NewID() },
		"direction":    func(q *RelationshipQuery) { q.Direction = Outgoing },
		"type":         func(q *RelationshipQuery) { q.Type = Causes },
		"min_strength": func(q *RelationshipQuery) { q.MinStrength = 0.25 },
	} {
		other := query
		change(&other)
		_, err := parseCursor[Cursor](text, other.digest())
		want := "cursor belongs to another list: repeat the arguments of the call that returned it, or leave cursor out to begin again"
		if fault.CodeOf(err) != fault.InvalidArgument || fault.From(err).Details != want {
			t.Errorf("another %s: %v", name, err)
		}
	}
}

func FuzzParseCursor(f *testing.F) {
	f.Add(encodeCursor(&Cursor{ID: NewID(), CreatedAt: 1}, "list"))
	f.Add(encodeCursor(&Cursor{ID: NewID(), CreatedAt: -1}, "list"))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		cursor, err := parseCursor[Cursor](text, "list")
		if err != nil {
			if fault.CodeOf(err) != fault.InvalidArgument {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if cursor != nil && encodeCursor(&Cursor{ID: cursor.ID, CreatedAt: cursor.CreatedAt}, "list") != text {
			t.Fatalf("%q is a second cursor of one place: %+v", text, cursor)
		}
	})
}
