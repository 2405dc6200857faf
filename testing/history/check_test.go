package history

import (
	"slices"
	"strings"
	"testing"

	"plotline/graph"
)

func at(began, ended int64, e Event) Event {
	e.Began, e.Ended = began, ended
	return e
}

func follows(from, to string) Edge { return Edge{from, to, graph.Follows} }

// sound returns a correct history with overlapping calls.
func sound() []Event {
	ab, bc := follows("a", "b"), follows("b", "c")
	return []Event{
		at(0, 1, Event{Kind: Create, Key: "k", Episode: "a", Number: 1}),
		at(0, 2, Event{Kind: Create, Key: "k", Episode: "a", Number: 1, Client: 1}),
		at(0, 2, Event{Kind: Create, Key: "l", Episode: "b", Number: 2}),
		at(3, 4, Event{Kind: Read, Episode: "a", Value: "x", Is: "1"}),
		at(5, 9, Event{Kind: Update, Episode: "a", Value: "y", Was: "1", Is: "2"}),
		at(5, 9, Event{Kind: Update, Episode: "a", Value: "z", Was: "1", Refused: true, Client: 1}),
		at(6, 7, Event{Kind: Read, Episode: "a", Value: "x", Is: "1", Client: 2}),
		at(8, 8, Event{Kind: Read, Episode: "a", Value: "y", Is: "2", Client: 2}),
		at(10, 14, Event{Kind: Add, Edge: ab, Relationship: "r1"}),
		at(11, 12, Event{Kind: Look, Episode: "a", Seen: map[string]Edge{"r1": ab}, Client: 1}),
		at(13, 15, Event{Kind: Look, Episode: "a", Seen: map[string]Edge{"r1": ab}, Client: 2}),
		at(15, 16, Event{Kind: Add, Edge: ab, Refused: true, Client: 2}),
		at(15, 16, Event{Kind: Add, Edge: bc, Relationship: "r2", Client: 1}),
		at(17, 18, Event{Kind: Survey, Edges: []Edge{ab, bc}}),
		at(20, 25, Event{Kind: Remove, Edge: ab, Relationship: "r1"}),
		at(21, 22, Event{Kind: Look, Episode: "a", Seen: map[string]Edge{}, Client: 1}),
		at(23, 26, Event{Kind: Remove, Edge: ab, Relationship: "r1", Refused: true, Client: 1}),
		at(23, 24, Event{Kind: Add, Edge: ab, Relationship: "r3", Client: 2}),
		at(27, 28, Event{Kind: Look, Episode: "a", Seen: map[string]Edge{"r3": ab}, Client: 1}),
	}
}

func TestCheckAcceptsCorrectHistory(t *testing.T) {
	t.Parallel()
	for _, err := range Check(sound()) {
		t.Error(err)
	}
}

// TestCheckFindsBrokenHistories changes or extends the correct history with each kind of error.
func TestCheckFindsBrokenHistories(t *testing.T) {
	t.Parallel()
	ab := follows("a", "b")
	for name, c := range map[string]struct {
		more []Event
		want string
	}{
		"a key makes another episode":    {[]Event{at(30, 31, Event{Kind: Create, Key: "k", Episode: "c", Number: 3})}, "the key k made a and c"},
		"an episode of two keys":         {[]Event{at(30, 31, Event{Kind: Create, Key: "m", Episode: "a", Number: 1})}, "by the keys k and m"},
		"a number for two":               {[]Event{at(30, 31, Event{Kind: Create, Key: "m", Episode: "c", Number: 2})}, "b and c have the number 2"},
		"a read that goes back":          {[]Event{at(30, 31, Event{Kind: Read, Episode: "a", Value: "x", Is: "1"})}, "no order explains"},
		"two updates of one state":       {[]Event{at(6, 9, Event{Kind: Update, Episode: "a", Value: "w", Was: "1", Is: "3"})}, "no order explains"},
		"a conflict without a rival":     {[]Event{at(30, 31, Event{Kind: Update, Episode: "a", Value: "w", Was: "2", Refused: true})}, "no order explains"},
		"a time that goes back":          {[]Event{at(30, 31, Event{Kind: Update, Episode: "a", Value: "w", Was: "2", Is: "0"})}, "no order explains"},
		"a value of nobody's":            {[]Event{at(30, 31, Event{Kind: Read, Episode: "a", Value: "?", Is: "2"})}, "no order explains"},
		"an addition that is lost":       {[]Event{at(30, 31, Event{Kind: Look, Episode: "a", Seen: map[string]Edge{}})}, "did not see r3"},
		"what was seen goes again":       {[]Event{at(13, 13, Event{Kind: Look, Episode: "a", Seen: map[string]Edge{}, Client: 1})}, "did not see r1"},
		"what is gone comes back":        {[]Event{at(30, 31, Event{Kind: Look, Episode: "a", Seen: map[string]Edge{"r1": ab, "r3": ab}})}, "saw r1"},
		"seen twice":                     {[]Event{at(24, 25, Event{Kind: Look, Episode: "a", Seen: map[string]Edge{"r1": ab, "r3": ab}})}, "twice"},
		"seen before it is added":        {[]Event{at(8, 9, Event{Kind: Look, Episode: "a", Seen: map[string]Edge{"r1": ab}})}, "saw r1"},
		"of nobody's":                    {[]Event{at(28, 29, Event{Kind: Look, Episode: "a", Seen: map[string]Edge{"r3": ab, "r9": follows("a", "c")}})}, "saw r9"},
		"with other ends":                {[]Event{at(28, 29, Event{Kind: Look, Episode: "a", Seen: map[string]Edge{"r3": follows("a", "c")}})}, "saw r3"},
		"added twice":                    {[]Event{at(30, 31, Event{Kind: Add, Edge: ab, Relationship: "r4"})}, "is there twice: r3 and r4"},
		"removed twice":                  {[]Event{at(24, 27, Event{Kind: Remove, Edge: ab, Relationship: "r1", Client: 2})}, "removed twice"},
		"gone before it is removed":      {[]Event{at(17, 18, Event{Kind: Remove, Edge: ab, Relationship: "r1", Refused: true})}, "gone before anybody removed it"},
		"gone, and never removed":        {[]Event{at(29, 30, Event{Kind: Remove, Edge: ab, Relationship: "r3", Refused: true})}, "gone before anybody removed it"},
		"a cycle":                        {[]Event{at(30, 31, Event{Kind: Survey, Edges: []Edge{ab, follows("b", "c"), follows("c", "a"), follows("a", "d")}})}, "saw a cycle"},
		"a cycle that the program found": {[]Event{at(30, 31, Event{Kind: Survey, Cyclic: true})}, "saw a cycle"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := Check(slices.Concat(sound(), c.more))
			if !slices.ContainsFunc(found, func(err error) bool { return strings.Contains(err.Error(), c.want) }) {
				t.Errorf("found %v, want %q", found, c.want)
			}
		})
	}
}
