package graphtest

import (
	"plotline/graph"
	"plotline/internal/fault"
)

var batchTopic = topic{"batches with relationships", []testCase{
	{"ends in the batch and outside", endsInAndOutside},
	{"relationships alone", relationshipsAlone},
	{"what is refused", batchRefused},
	{"episodes are judged before relationships", episodesFirst},
	{"ends that turn out to be one", sameEndsAfterReplay},
	{"an existing relationship at a replayed end", lenientAtReplay},
	{"a replayed end does not excuse a cycle", replayNoCycle},
	{"a replay within the batch", replayWithinBatch},
	{"a repeated attempt of our own", ownBatchAttempt},
}}

// link returns a relationship to create in a batch.
func link(from, to graph.End, kind graph.Type) graph.NewRelationship {
	return graph.NewRelationship{Relationship: relationship("", "", kind, 0.5), FromEnd: from, ToEnd: to}
}

// nth is an end at the i-th item of the batch.
func nth(i int) graph.End { return graph.End{Item: i} }

// existing is an end at a stored episode.
func existing(id graph.ID) graph.End { return graph.End{Item: -1, Episode: id} }

func endsInAndOutside(t tester, w *world) {
	old := w.episodes(t, 1)[0]
	batch := graph.Batch{
		Episodes: []graph.NewEpisode{episode("a", 1), episode("b", 2)},
		Relationships: []graph.NewRelationship{
			link(nth(1), nth(0), graph.Follows), link(existing(old), nth(1), graph.Causes), link(nth(0), existing(old), graph.RelatedTo),
		},
	}
	batch.Relationships[1].Metadata = object(`{"n":1.00,"n":2}`)
	made, err := w.CreateEpisodes(t.Context(), w.ws, batch)
	ok(t, err)
	a, b := made.Episodes[0].EpisodeID, made.Episodes[1].EpisodeID
	want := make([]graph.Relationship, 3)
	for i, ends := range [][2]graph.ID{{b, a}, {old, b}, {a, old}} {
		want[i] = batch.Relationships[i].Relationship
		want[i].From, want[i].To = ends[0], ends[1]
	}
	same(t, "relationships", made.Relationships, want)
	same(t, "stored", w.state(t).Relationships, byID(want))
}

func relationshipsAlone(t tester, w *world) {
	e := w.episodes(t, 2)
	made, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
		Relationships: []graph.NewRelationship{link(existing(e[0]), existing(e[1]), graph.Refines)},
	})
	ok(t, err)
	notNil(t, "episodes", made.Episodes)
	same(t, "stored", w.state(t).Relationships, made.Relationships)
	_, err = w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
		Relationships: []graph.NewRelationship{link(existing(e[0]), existing(e[1]), graph.Refines)},
	})
	refused(t, err, w.exists(t, e[0], e[1], graph.Refines).At(0))
}

func batchRefused(t tester, w *world) {
	e := w.episodes(t, 3)
	w.link(t, graph.Follows, e[0], e[1])
	new1, new2 := episode("new1", 8), episode("new2", 9)
	ghost, spirit := graph.NewID(), graph.NewID()
	fine, duplicate := link(nth(0), nth(1), graph.Follows), link(nth(0), nth(1), graph.Refines)
	before := w.state(t)
	for name, c := range map[string]struct {
		rels []graph.NewRelationship
		want *fault.Error
	}{
		"unknown end": {
			[]graph.NewRelationship{fine, link(nth(0), existing(ghost), graph.PartOf)},
			graph.EpisodeNotFound(ghost).At(1),
		},
		"both ends unknown, from first": {
			[]graph.NewRelationship{link(existing(spirit), existing(ghost), graph.PartOf)},
			graph.EpisodeNotFound(spirit, ghost).At(0),
		},
		"there already": {
			[]graph.NewRelationship{fine, fine, link(existing(e[0]), existing(e[1]), graph.Follows)},
			w.exists(t, e[0], e[1], graph.Follows).At(2),
		},
		"twice in the batch": {
			[]graph.NewRelationship{duplicate, link(nth(0), nth(1), graph.Refines)},
			graph.RelationshipExists(duplicate.ID, new1.EpisodeID, new2.EpisodeID, graph.Refines).At(1),
		},
		"a cycle with what is there": {
			[]graph.NewRelationship{link(existing(e[1]), nth(0), graph.Follows), link(nth(0), existing(e[0]), graph.Follows)},
			graph.CycleCreated(graph.CyclePath{IDs: []graph.ID{new1.EpisodeID, e[0], e[1], new1.EpisodeID}}).At(1),
		},
		"the smallest index across types": {
			[]graph.NewRelationship{
				fine, link(existing(e[1]), existing(e[2]), graph.Contradicts), link(existing(e[1]), existing(e[0]), graph.Follows),
				link(existing(e[1]), existing(e[2]), graph.Contradicts), link(nth(1), existing(ghost), graph.Causes),
			},
			graph.CycleCreated(graph.CyclePath{IDs: []graph.ID{e[1], e[0], e[1]}}).At(2),
		},
	} {
		_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
			Episodes: []graph.NewEpisode{new1, new2}, Relationships: c.rels,
		})
		t.Log(name)
		refused(t, err, c.want)
		same(t, name+": state", w.state(t), before)
	}
}

func episodesFirst(t tester, w *world) {
	there := w.create(t, keyed("there", "k", 0))[0]
	_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
		Episodes:      []graph.NewEpisode{episode("a", 1), keyed("other", "k", 2)},
		Relationships: []graph.NewRelationship{link(nth(0), existing(graph.NewID()), graph.PartOf)},
	})
	refused(t, err, graph.KeyReused("k", there.EpisodeID).At(1))
	taken := episode("taken", 1)
	taken.EpisodeID = there.EpisodeID
	_, err = w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
		Episodes:      []graph.NewEpisode{taken}, // a batch with relationships reports the index even of a single episode
		Relationships: []graph.NewRelationship{link(nth(0), existing(graph.NewID()), graph.PartOf)},
	})
	refused(t, err, graph.EpisodeExists(there.EpisodeID).At(0))
}

func sameEndsAfterReplay(t tester, w *world) {
	a := keyed("a", "k", 0)
	old := w.create(t, a)[0]
	before := w.state(t)
	for _, ends := range [][2]graph.End{{nth(0), existing(old.EpisodeID)}, {nth(0), nth(1)}} {
		_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
			Episodes:      []graph.NewEpisode{again(a), again(a), episode("b", 1)},
			Relationships: []graph.NewRelationship{link(nth(2), nth(0), graph.PartOf), link(ends[0], ends[1], graph.RelatedTo)},
		})
		refused(t, err, graph.SameEnds().At(1))
	}
	same(t, "state", w.state(t), before)
}

func lenientAtReplay(t tester, w *world) {
	a := keyed("a", "k", 0)
	old := w.create(t, a, episode("b", 1))
	rel := w.relate(t, old[0].EpisodeID, old[1].EpisodeID, graph.Follows, 0.25)
	into := w.relate(t, old[1].EpisodeID, old[0].EpisodeID, graph.PartOf, 0.75)
	made, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
		Episodes: []graph.NewEpisode{again(a)},
		Relationships: []graph.NewRelationship{
			link(nth(0), existing(old[1].EpisodeID), graph.Follows), link(existing(old[1].EpisodeID), nth(0), graph.PartOf),
			link(nth(0), existing(old[1].EpisodeID), graph.Causes),
		},
	})
	ok(t, err)
	same(t, "as they are", made.Relationships[:2], []graph.Relationship{rel, into})
	same(t, "the third is new", made.Relationships[2].Strength, 0.5)
	same(t, "stored", w.state(t).Relationships, byID(made.Relationships))
	_, err = w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
		Episodes: []graph.NewEpisode{again(a), episode("c", 2)},
		Relationships: []graph.NewRelationship{
			link(nth(1), nth(0), graph.Follows), link(existing(old[0].EpisodeID), existing(old[1].EpisodeID), graph.Follows),
		},
	})
	// The second relationship names its ends and neither is a replayed item, so it is rejected.
	refused(t, err, w.exists(t, old[0].EpisodeID, old[1].EpisodeID, graph.Follows).At(1))
}

func replayNoCycle(t tester, w *world) {
	a := keyed("a", "k", 0)
	old := idsOf(w.create(t, a, episode("b", 1)))
	w.link(t, graph.Causes, old...)
	_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
		Episodes:      []graph.NewEpisode{again(a)},
		Relationships: []graph.NewRelationship{link(existing(old[1]), nth(0), graph.Causes)},
	})
	refused(t, err, graph.CycleCreated(graph.CyclePath{IDs: []graph.ID{old[1], old[0], old[1]}}).At(0))
}

func replayWithinBatch(t tester, w *world) {
	a, b := keyed("a", "k", 0), episode("b", 1)
	made, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{
		Episodes: []graph.NewEpisode{a, b, again(a)},
		Relationships: []graph.NewRelationship{
			link(nth(0), nth(1), graph.Follows), link(nth(2), nth(1), graph.Follows),
		},
	})
	ok(t, err)
	same(t, "second", made.Relationships[1], made.Relationships[0])
	same(t, "stored", w.state(t).Relationships, made.Relationships[:1])
}

func ownBatchAttempt(t tester, w *world) {
	e := w.episodes(t, 2)
	rel := w.relate(t, e[0], e[1], graph.Follows, 0.25)
	rejected := graph.NewRelationship{Relationship: rel, FromEnd: existing(e[0]), ToEnd: existing(e[1])}
	rejected.From, rejected.To = "", ""
	made, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Relationships: []graph.NewRelationship{rejected, rejected}})
	ok(t, err)
	same(t, "returned", made.Relationships, []graph.Relationship{rel, rel})
	same(t, "stored", w.state(t).Relationships, []graph.Relationship{rel})
}
