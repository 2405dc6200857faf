package graphtest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"plotline/graph"
	"plotline/internal/input"
)

var createTopic = topic{"create", []testCase{
	{"every field comes back as given", everyField},
	{"every field by every method", everyFieldByEveryMethod},
	{"odd episodes come back as given", oddEpisodes},
	{"a batch comes back in its order", batchOrder},
	{"a thousand at once", thousandAtOnce},
	{"one that fails fails all", oneFailsAll},
	{"an id that is taken", takenID},
	{"an empty batch", emptyBatch},
	{"nothing is shared with the store", nothingShared},
}}

func everyField(t tester, w *world) {
	want := graph.Episode{
		EpisodeID: graph.NewID(), Name: "🚀 deploy", Query: "Why did the\ndeploy fail?", Reflection: "Look at the logs — first.",
		Reward: -0.25, Tags: []string{"ops", "Ünïcode", "two words"}, Metadata: object(`{"a":[1,{"b":null}],"a":2.50}`),
		CreatedAt: at(1) + 123456, UpdatedAt: at(2) + 1,
	}
	made := w.create(t, graph.NewEpisode{Episode: want})
	if made[0].ID < 1 {
		t.Errorf("serial number %d, want one from 1", made[0].ID)
	}
	want.ID = made[0].ID
	same(t, "created", made[0], want)
	got, rels, err := w.Episode(t.Context(), w.ws, want.EpisodeID)
	ok(t, err)
	same(t, "read", got, want)
	if len(rels.Degrees) != 0 {
		t.Errorf("degrees %v of an episode without relationships", rels.Degrees)
	}
}

func oddEpisodes(t tester, w *world) {
	odd := map[string]func(e *graph.Episode){
		"bare":              func(*graph.Episode) {},
		"longest query":     func(e *graph.Episode) { e.Query = strings.Repeat("q ", 16<<10) },
		"longest text":      func(e *graph.Episode) { e.Reflection = strings.Repeat("é", 32<<10) },
		"longest name":      func(e *graph.Episode) { e.Name = strings.Repeat("🧭", 200) },
		"zero byte":         func(e *graph.Episode) { e.Query, e.Reflection = "a\x00b", "\x00" },
		"white space":       func(e *graph.Episode) { e.Query, e.Name = " \t\r\n ", " " },
		"quotes":            func(e *graph.Episode) { e.Query = `'"` + "`\\$x {y} //--/*;" },
		"composed or not":   func(e *graph.Episode) { e.Name, e.Query = "e\u0301", "\u00e9" },
		"worst reward":      func(e *graph.Episode) { e.Reward = -1 },
		"best reward":       func(e *graph.Episode) { e.Reward = 1 },
		"no reward":         func(e *graph.Episode) { e.Reward = 0 },
		"a tenth":           func(e *graph.Episode) { e.Reward = 0.1 },
		"nearly no reward":  func(e *graph.Episode) { e.Reward = math.SmallestNonzeroFloat64 },
		"long ago":          func(e *graph.Episode) { e.CreatedAt, e.UpdatedAt = -62135596800000000, -1 },
		"far away":          func(e *graph.Episode) { e.CreatedAt, e.UpdatedAt = 253402300799999999, 0 },
		"tags in order":     func(e *graph.Episode) { e.Tags = []string{"b", "a", "B", "é", "e\u0301", "a,b", `"`, " "} },
		"numbers as tags":   func(e *graph.Episode) { e.Tags = []string{"1", "1.0", "01", "true", "null"} },
		"empty metadata":    func(e *graph.Episode) { e.Metadata = object(`{}`) },
		"big numbers":       func(e *graph.Episode) { e.Metadata = object(`{"n":12345678901234567890.10,"e":1E400,"z":-0}`) },
		"repeated keys":     func(e *graph.Episode) { e.Metadata = object(`{"b":1,"a":2,"b":3,"":4}`) },
		"escapes":           func(e *graph.Episode) { e.Metadata = object(`{"\u00e9":"\ud83d\ude80 é 🚀 \u0000 <&>"}`) },
		"deep metadata":     func(e *graph.Episode) { e.Metadata = object(nested(500)) },
		"longest metadata":  func(e *graph.Episode) { e.Metadata = object(`{"x":"` + strings.Repeat("y", 64<<10-8) + `"}`) },
		"metadata as query": func(e *graph.Episode) { e.Query = `{"$ref":"#/x"}` },
	}
	for name, change := range odd {
		ep := episode(name, 0)
		change(&ep.Episode)
		want := w.create(t, ep)[0]
		ep.ID = want.ID
		same(t, name+", created", want, ep.Episode)
		got, _, err := w.Episode(t.Context(), w.ws, ep.EpisodeID)
		ok(t, err)
		same(t, name+", read", got, ep.Episode)
	}
}

func nested(depth int) string {
	return strings.Repeat(`{"a":`, depth) + `[]` + strings.Repeat(`}`, depth)
}

func batchOrder(t tester, w *world) {
	// The times decrease: serial numbers follow the order of the batch, not the times.
	made := w.create(t, episode("a", 9), episode("b", 5), episode("c", 1))
	same(t, "order", namesOf(made), []string{"a", "b", "c"})
	if made[0].ID < 1 || made[1].ID <= made[0].ID || made[2].ID <= made[1].ID {
		t.Errorf("serial numbers %d, %d, %d do not rise", made[0].ID, made[1].ID, made[2].ID)
	}
	later := w.create(t, episode("d", 0))
	if later[0].ID <= made[2].ID {
		t.Errorf("serial number %d after %d", later[0].ID, made[2].ID)
	}
}

func thousandAtOnce(t tester, w *world) {
	const n, tags = bulk - 3, 7
	w.useModel(t, "small", false)
	w.create(t, episode("before", 0))
	batch := make([]graph.NewEpisode, n)
	for i := range batch {
		batch[i] = episode("n"+strconv.Itoa(i), i)
		batch[i].Key = "key " + strconv.Itoa(i)
		batch[i].Tags = []string{"all", "t" + strconv.Itoa(i%tags)}
	}
	made := w.create(t, batch...)
	ids := make([]graph.ID, n)
	for i, e := range made {
		if ids[i] = e.EpisodeID; e.EpisodeID != batch[i].EpisodeID || (i > 0 && e.ID <= made[i-1].ID) {
			t.Fatalf("item %d is %s with number %d", i, e.EpisodeID, e.ID)
		}
	}
	stored, err := w.EpisodesByID(t.Context(), w.ws, ids, 0)
	ok(t, err)
	slices.SortFunc(stored, func(a, b graph.Episode) int { return cmp.Compare(a.ID, b.ID) })
	same(t, "stored", stored, withPatterns(made...))
	_, total, err := w.ListEpisodes(t.Context(), w.ws, graph.ListQuery{Limit: 1})
	ok(t, err)
	_, tagged, err := w.ListEpisodes(t.Context(), w.ws, graph.ListQuery{Limit: 1, Filter: graph.EpisodeFilter{Tags: []string{"all", "t0"}}})
	ok(t, err)
	same(t, "totals", []int{total, tagged}, []int{n + 1, (n + tags - 1) / tags})
	w.has(t, graph.Embeddings{Model: "small", Waiting: n + 1})
	for _, i := range []int{0, 1, n / 2, n - 2, n - 1} {
		w.finds(t, fmt.Sprintf("n%d t%d", i, i%tags), ids[i])
	}
}

func oneFailsAll(t tester, w *world) {
	there := episode("there", 0)
	w.create(t, there)
	before := w.state(t)
	again := episode("again", 1)
	again.EpisodeID = there.EpisodeID
	_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
		Episodes: []graph.NewEpisode{episode("new", 2), again, again},
	})
	refused(t, err, graph.EpisodeExists(there.EpisodeID).At(1))
	same(t, "after the failure", w.state(t), before)
	w.create(t, episode("next", 3))
}

func takenID(t tester, w *world) {
	a := episode("a", 0)
	w.create(t, a)
	b := episode("b", 1)
	b.EpisodeID = a.EpisodeID
	_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: []graph.NewEpisode{b}})
	refused(t, err, graph.EpisodeExists(a.EpisodeID)) // a single episode has no index
	b.EpisodeID = graph.NewID()
	c := episode("c", 2)
	c.EpisodeID = b.EpisodeID
	_, err = w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: []graph.NewEpisode{b, c}})
	refused(t, err, graph.EpisodeExists(b.EpisodeID).At(1)) // each item sees the items before it
	same(t, "left", namesOf(w.state(t).Episodes), []string{"a"})
}

func emptyBatch(t tester, w *world) {
	made, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{})
	ok(t, err)
	notNil(t, "episodes", made.Episodes)
	notNil(t, "relationships", made.Relationships)
	same(t, "created", made, graph.Created{})
	made, err = w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: []graph.NewEpisode{episode("a", 0)}})
	ok(t, err)
	notNil(t, "relationships", made.Relationships)
}

func nothingShared(t tester, w *world) {
	ep := episode("a", 0)
	ep.Tags, ep.Metadata = []string{"x", "y"}, object(`{"k":"v"}`)
	scribble := func(e graph.Episode) { e.Tags[0], e.Metadata[2] = "scribbled", '!' }
	made := w.create(t, ep)[0]
	want := made
	want.Tags, want.Metadata = []string{"x", "y"}, input.Object(`{"k":"v"}`)
	scribble(ep.Episode)
	scribble(made)
	for range 2 {
		got, _, err := w.Episode(t.Context(), w.ws, ep.EpisodeID)
		ok(t, err)
		same(t, "read", got, want)
		scribble(got)
	}
}
