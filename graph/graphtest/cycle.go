package graphtest

import (
	"slices"

	"plotline/graph"
)

var cycleTopic = topic{"find cycle", []testCase{
	{"unknown episodes", cycleUnknown},
	{"none, and an episode with itself", cycleNone},
	{"a shortest among several", cycleShortest},
	{"other types do not count", cycleTypes},
	{"a refused add tells the same", cycleAsAdd},
}}

func cycleUnknown(t tester, w *world) {
	e := w.episodes(t, 1)
	ghost, spirit := graph.NewID(), graph.NewID()
	for _, c := range []struct {
		from, to graph.ID
		missing  []graph.ID
	}{
		{ghost, e[0], []graph.ID{ghost}},
		{e[0], ghost, []graph.ID{ghost}},
		{spirit, ghost, []graph.ID{spirit, ghost}},
		{ghost, spirit, []graph.ID{ghost, spirit}},
		{ghost, ghost, []graph.ID{ghost}},
	} {
		path, err := w.FindCycle(t.Context(), w.ws, c.from, c.to, graph.Causes)
		refused(t, err, graph.EpisodeNotFound(c.missing...))
		if path != nil {
			t.Errorf("path %v beside an error", path)
		}
	}
}

// closes expects exactly this path, or none if want is nil.
func (w *world) closes(t tester, from, to graph.ID, kind graph.Type, want ...graph.ID) {
	t.Helper()
	got, err := w.FindCycle(t.Context(), w.ws, from, to, kind)
	ok(t, err)
	if want == nil {
		if got != nil {
			t.Errorf("cycle %v, want none", *got)
		}
		return
	}
	same(t, "cycle", got, &graph.CyclePath{IDs: want})
}

func cycleNone(t tester, w *world) {
	e := w.episodes(t, 3)
	a, b, c := e[0], e[1], e[2]
	for _, kind := range []graph.Type{graph.Follows, graph.Causes} {
		w.closes(t, a, b, kind)
		w.closes(t, a, a, kind, a, a)
		w.link(t, kind, a, b, c)
		w.closes(t, a, b, kind) // it exists already, but that is no cycle
		w.closes(t, a, c, kind)
		w.closes(t, b, b, kind, b, b)
		w.closes(t, b, a, kind, b, a, b)
		w.closes(t, c, a, kind, c, a, b, c)
		w.closes(t, c, b, kind, c, b, c)
	}
	same(t, "nothing was added", len(w.state(t).Relationships), 4)
}

func cycleShortest(t tester, w *world) {
	e := w.episodes(t, 9)
	w.link(t, graph.Follows, e[0], e[1], e[2], e[3], e[8]) // longer, but added first
	w.link(t, graph.Follows, e[0], e[4], e[5], e[8])
	w.link(t, graph.Follows, e[0], e[6])
	w.link(t, graph.Follows, e[6], e[7])
	w.link(t, graph.Follows, e[1], e[7], e[3])
	w.closes(t, e[8], e[0], graph.Follows, e[8], e[0], e[4], e[5], e[8])
	w.link(t, graph.Follows, e[6], e[8]) // now there are shorter ones
	w.closes(t, e[8], e[0], graph.Follows, e[8], e[0], e[6], e[8])
	w.link(t, graph.Follows, e[4], e[8])
	got, err := w.FindCycle(t.Context(), w.ws, e[8], e[0], graph.Follows)
	ok(t, err)
	if got == nil || len(got.IDs) != 4 || (got.IDs[2] != e[4] && got.IDs[2] != e[6]) {
		t.Errorf("cycle %v, want one of the two shortest", got)
	}
}

func cycleTypes(t tester, w *world) {
	e := w.episodes(t, 2)
	for _, kind := range graph.Types() {
		if kind != graph.Follows {
			w.link(t, kind, e[0], e[1])
		}
	}
	w.closes(t, e[1], e[0], graph.Follows)
	w.closes(t, e[1], e[0], graph.Causes, e[1], e[0], e[1])
}

func cycleAsAdd(t tester, w *world) {
	e := w.episodes(t, 12)
	for i := range 11 {
		w.link(t, graph.Causes, e[i], e[i+1])
	}
	w.link(t, graph.Causes, e[2], e[9])
	for i := range e {
		for j := range e {
			path, err := w.FindCycle(t.Context(), w.ws, e[i], e[j], graph.Causes)
			ok(t, err)
			if i < j {
				if path != nil {
					t.Errorf("cycle %v along the order", path.IDs)
				}
				continue
			}
			length := i - j + 2
			if j <= 2 && i >= 9 {
				length -= 6
			}
			if path == nil || len(path.IDs) != length || path.IDs[0] != e[i] || path.IDs[1] != e[j] || path.IDs[length-1] != e[i] {
				t.Fatalf("e%d to e%d: %v, want a path of %d", i, j, path, length)
			}
			if i != j && slices.Contains([]int{0, 5, 11}, i) {
				refused(t, second(w.AddRelationship(t.Context(), w.ws, relationship(e[i], e[j], graph.Causes, 1))), graph.CycleCreated(*path))
			}
		}
	}
}
