package graphtest

import (
	"fmt"
	"reflect"

	"plotline/graph"
	"plotline/internal/input"
)

// filled returns an episode with a value in every field, so that a field that a store does not carry is noticed. Two
// numbers give different episodes.
func filled(t tester, number int) graph.Episode {
	t.Helper()
	var e graph.Episode
	fields := reflect.ValueOf(&e).Elem()
	for i := range fields.NumField() {
		name := fields.Type().Field(i).Name
		switch field := fields.Field(i).Addr().Interface().(type) {
		case *graph.ID:
			*field = graph.NewID()
		case *int64:
			*field = int64(number)
		case *string:
			*field = fmt.Sprintf("%s of episode %d", name, number)
		case *float64:
			*field = 1 / float64(number)
		case *[]string:
			*field = []string{name, fmt.Sprintf("of %d", number)}
		case *input.Object:
			*field = object(fmt.Sprintf(`{"field":%q,"number":%d}`, name, number))
		case *graph.Time:
			*field = at(10*number + i)
		default:
			t.Fatalf("%s has a type that this test cannot fill: %T", name, field)
		}
		if fields.Field(i).IsZero() {
			t.Fatalf("%s is empty", name)
		}
	}
	e.Pattern = 0 // only EpisodesByID returns it
	return e
}

// everyFieldByEveryMethod stores an episode with all fields and reads it by each method that returns episodes.
func everyFieldByEveryMethod(t tester, w *world) {
	want, change := filled(t, 2), filled(t, 3)
	first := graph.NewEpisode{Episode: want, Key: "key", Digest: "digest"}
	same(t, "created", w.create(t, first)[0], want)
	w.readsEverywhere(t, first)

	change.EpisodeID, change.ID, change.CreatedAt = want.EpisodeID, want.ID, want.CreatedAt
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, change, want.UpdatedAt))
	first.Episode = change
	w.readsEverywhere(t, first)
	same(t, "replayed", w.create(t, first)[0], change)
}

// readsEverywhere expects that each method returns the only episode of the workspace as it is.
func (w *world) readsEverywhere(t tester, want graph.NewEpisode) {
	t.Helper()
	one, _, err := w.Episode(t.Context(), w.ws, want.EpisodeID)
	ok(t, err)
	same(t, "read", one, want.Episode)
	some, err := w.EpisodesByID(t.Context(), w.ws, []graph.ID{want.EpisodeID}, 0)
	ok(t, err)
	same(t, "read by id", some, withPatterns(want.Episode))
	same(t, "page", w.episodePage(t, allEpisodes), []graph.NewEpisode{want})

	listed := want.Episode
	for what, query := range map[string]graph.ListQuery{
		"listed":               {Limit: 10},
		"listed after a place": {Limit: 10, After: &graph.ListCursor{CreatedAt: listed.CreatedAt + 1}},
		"listed by a filter":   {Limit: 10, Filter: graph.EpisodeFilter{Tags: listed.Tags[:1]}},
	} {
		list, _, err := w.ListEpisodes(t.Context(), w.ws, query)
		ok(t, err)
		for i := range list { // a list may leave these out
			list[i].Reflection, list[i].Tags, list[i].Metadata = listed.Reflection, listed.Tags, listed.Metadata
		}
		same(t, what, list, []graph.Episode{listed})
	}
}
