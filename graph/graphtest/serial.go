package graphtest

import (
	"plotline/graph"
)

var serialTopic = topic{"serial numbers", []testCase{
	{"a free number is taken", freeNumber},
	{"a number that is taken gives the next", takenNumber},
	{"the counter stays ahead", counterAhead},
	{"a number below the counter that nobody had is free", numberBelow},
	{"a deleted number is not given again", deletedNumber},
	{"numbers in one batch", numbersInBatch},
	{"a number beyond 32 bits", bigNumber},
	{"ids by number", idsByNumber},
}}

// numbered returns an episode that requests a serial number.
func numbered(id int64) graph.NewEpisode {
	ep := episode("n", 0)
	ep.ID = id
	return ep
}

func freeNumber(t tester, w *world) {
	same(t, "number", w.create(t, numbered(7))[0].ID, int64(7))
	same(t, "number", w.create(t, numbered(9))[0].ID, int64(9))
}

func takenNumber(t tester, w *world) {
	w.create(t, numbered(7))
	if got := w.create(t, numbered(7))[0].ID; got <= 7 {
		t.Errorf("number %d for a taken 7, want the next", got)
	}
}

func counterAhead(t tester, w *world) {
	w.create(t, numbered(100))
	last := int64(100)
	for range 3 {
		got := w.create(t, numbered(0))[0].ID
		if got <= last {
			t.Fatalf("number %d after %d", got, last)
		}
		last = got
	}
}

func numberBelow(t tester, w *world) {
	w.create(t, numbered(10))
	same(t, "number", w.create(t, numbered(4))[0].ID, int64(4))
	if got := w.create(t, numbered(0))[0].ID; got <= 10 {
		t.Errorf("number %d, want one after 10", got)
	}
	if got := w.create(t, numbered(4))[0].ID; got <= 10 {
		t.Errorf("number %d for a taken 4, want the next", got)
	}
}

func deletedNumber(t tester, w *world) {
	made := w.create(t, numbered(0), numbered(0))
	last := made[1].ID
	_, err := w.DeleteEpisode(t.Context(), w.ws, made[1].EpisodeID)
	ok(t, err)
	next := w.create(t, numbered(0))[0].ID
	if next <= last {
		t.Errorf("number %d after %d was deleted", next, last)
	}
	_, err = w.DeleteEpisode(t.Context(), w.ws, made[0].EpisodeID)
	ok(t, err)
	for _, asked := range []int64{made[0].ID, last} {
		got := w.create(t, numbered(asked))[0].ID
		if got <= next {
			t.Errorf("number %d for the deleted %d, want the next", got, asked)
		}
	}
}

func numbersInBatch(t tester, w *world) {
	made := w.create(t, numbered(0), numbered(50), numbered(50), numbered(0), numbered(40))
	seen := map[int64]bool{}
	for i, e := range made {
		if e.ID < 1 || seen[e.ID] {
			t.Errorf("item %d has number %d", i, e.ID)
		}
		seen[e.ID] = true
	}
	if made[0].ID >= 40 || made[1].ID != 50 || made[2].ID <= 50 || made[3].ID <= made[2].ID || made[4].ID != 40 {
		t.Errorf("numbers %d, %d, %d, %d, %d for 0, 50, 50, 0, 40",
			made[0].ID, made[1].ID, made[2].ID, made[3].ID, made[4].ID)
	}
}

func bigNumber(t tester, w *world) {
	const big = 1 << 52
	same(t, "number", w.create(t, numbered(big))[0].ID, int64(big))
	if got := w.create(t, numbered(0))[0].ID; got <= big {
		t.Errorf("number %d after %d", got, int64(big))
	}
}

func idsByNumber(t tester, w *world) {
	const big = 1 << 52
	made := w.create(t, numbered(3), numbered(7), numbered(big), numbered(9))
	_, err := w.DeleteEpisode(t.Context(), w.ws, made[3].EpisodeID)
	ok(t, err)
	other := w.beside(t)
	theirs := other.create(t, numbered(5), numbered(7))
	find := func(w *world, want map[int64]graph.ID, serials ...int64) {
		t.Helper()
		got, err := w.EpisodeIDs(t.Context(), w.ws, serials)
		ok(t, err)
		same(t, "ids by number", got, want)
	}
	all := map[int64]graph.ID{3: made[0].EpisodeID, 7: made[1].EpisodeID, big: made[2].EpisodeID}
	find(w, all, big, 7, 3, 9, 5, 7, 1<<62)
	find(w, map[int64]graph.ID{})
	find(w, map[int64]graph.ID{}, 9, 5)
	find(other, map[int64]graph.ID{5: theirs[0].EpisodeID, 7: theirs[1].EpisodeID}, 3, 5, 7, big)
	find(other.beside(t), map[int64]graph.ID{}, 3)
	many := make([]int64, 0, maxNumbers)
	for serial := int64(big); len(many) < maxNumbers; serial-- {
		many = append(many, serial)
	}
	find(w, map[int64]graph.ID{big: made[2].EpisodeID}, many...)
}

// maxNumbers is the most serial numbers in one call.
const maxNumbers = 1000
