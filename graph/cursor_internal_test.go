package graph

import (
	"encoding/base64"
	"testing"

	"pgregory.net/rapid"

	"plotline/graph/fault"
)

func TestCursorsComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := Relationship{ID: NewID(), CreatedAt: Time(rapid.Int64().Draw(t, "created_at"))}
		text := cursorOf(want)
		got, err := parseCursor(text)
		if err != nil || got == nil || got.ID != want.ID || got.CreatedAt != want.CreatedAt {
			t.Fatalf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	})
}

func TestNoCursorIsTheBeginning(t *testing.T) {
	t.Parallel()
	if got, err := parseCursor(""); got != nil || err != nil {
		t.Errorf("parseCursor = %v, %v", got, err)
	}
}

func TestCursorsOfOthers(t *testing.T) {
	t.Parallel()
	const id = "0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8d"
	good := "1700000000000000 " + id
	if _, err := parseCursor(base64.RawURLEncoding.EncodeToString([]byte(good))); err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	raws := []string{
		" ", "1700000000000000", id, "1700000000000000 x", "x " + id, "1.5 " + id, "99999999999999999999 " + id,
		good + " ", good + "x", " " + good, "+" + good, "0" + good, "1700000000000000\n" + id, "1700000000000000  " + id,
		"1700000000000000 0192F3C4-8F6E-7CC0-B1D2-3E4F5A6B7C8D",
	}
	texts := make([]string, len(raws), len(raws)+6)
	for i, raw := range raws {
		texts[i] = encode([]byte(raw))
	}
	texts = append(texts, "x", "!", "null", "0", base64.StdEncoding.EncodeToString([]byte(good)), encode([]byte(good))+"\n")
	for _, text := range texts {
		_, err := parseCursor(text)
		if want := "cursor must be a next_cursor of this tool"; fault.CodeOf(err) != fault.InvalidArgument || fault.From(err).Details != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzParseCursor(f *testing.F) {
	f.Add(cursorOf(Relationship{ID: NewID(), CreatedAt: 1}))
	f.Add(cursorOf(Relationship{ID: NewID(), CreatedAt: -1}))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		cursor, err := parseCursor(text)
		if err != nil {
			if fault.CodeOf(err) != fault.InvalidArgument {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if cursor != nil && cursorOf(Relationship{ID: cursor.ID, CreatedAt: cursor.CreatedAt}) != text {
			t.Fatalf("%q is a second cursor of one place: %+v", text, cursor)
		}
	})
}
