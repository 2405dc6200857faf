package graphtest

import (
	"math"

	"plotline/graph"
	"plotline/internal/fault"
)

var addTopic = topic{"add", []testCase{
	{"what is given is stored", addStores},
	{"verdicts in their order", addVerdicts},
	{"our own earlier attempt is a success", addAgain},
	{"each ordering type is acyclic on its own", addOrdering},
	{"other types may run in circles", addCircles},
	{"a list is judged one after the other", addListRefused},
	{"a list of a thousand", addThousand},
	{"an empty list", addEmptyList},
	{"the ends are returned", addReturnsEnds},
	{"the ends of a batch are returned", createReturnsEnds},
}}

func addStores(t tester, w *world) {
	e := w.episodes(t, 3)
	strengths := []float64{0, 1, 0.1, 0.3, math.SmallestNonzeroFloat64, math.Nextafter(1, 0)}
	want := make([]graph.Relationship, 0, len(strengths))
	for i, strength := range strengths {
		rel := relationship(e[0], e[1], graph.Types()[i], strength)
		rel.CreatedAt, rel.Metadata = at(i)+999999, object(`{"big":12345678901234567890,"🚀":"\u0000"}`)
		ok(t, second(w.AddRelationship(t.Context(), w.ws, rel)))
		want = append(want, rel)
	}
	got, _, err := w.Relationships(t.Context(), w.ws, graph.RelationshipQuery{Episode: e[0], Direction: graph.Outgoing})
	ok(t, err)
	same(t, "stored", got, want)
	scribbled := relationship(e[0], e[2], graph.Follows, 1)
	scribbled.Metadata = object(`{"k":"v"}`)
	ok(t, second(w.AddRelationship(t.Context(), w.ws, scribbled)))
	scribbled.Metadata[2] = '!'
	for range 2 {
		got, err := w.RelationshipsBetween(t.Context(), w.ws, e[0], e[2], "")
		ok(t, err)
		same(t, "metadata", string(got[0].Metadata), `{"k":"v"}`)
		got[0].Metadata[2] = '!'
	}
}

func addVerdicts(t tester, w *world) {
	e := w.episodes(t, 3)
	w.link(t, graph.Follows, e[0], e[1], e[2])
	w.link(t, graph.RelatedTo, e[0], e[1])
	ghost, spirit := graph.NewID(), graph.NewID()
	before := w.state(t)
	for name, c := range map[string]struct {
		from, to graph.ID
		kind     graph.Type
		want     *fault.Error
	}{
		"unknown from":                  {ghost, e[0], graph.PartOf, graph.EpisodeNotFound(ghost)},
		"unknown to":                    {e[0], ghost, graph.Follows, graph.EpisodeNotFound(ghost)},
		"both unknown, from first":      {spirit, ghost, graph.Causes, graph.EpisodeNotFound(spirit, ghost)},
		"both unknown, the other way":   {ghost, spirit, graph.Refines, graph.EpisodeNotFound(ghost, spirit)},
		"duplicate":                     {e[0], e[1], graph.RelatedTo, w.exists(t, e[0], e[1], graph.RelatedTo)},
		"duplicate of an ordering type": {e[1], e[2], graph.Follows, w.exists(t, e[1], e[2], graph.Follows)},
		"cycle of two":                  {e[1], e[0], graph.Follows, cycle(e[1], e[0], e[1])},
		"cycle of three":                {e[2], e[0], graph.Follows, cycle(e[2], e[0], e[1], e[2])},
	} {
		t.Log(name)
		refused(t, second(w.AddRelationship(t.Context(), w.ws, relationship(c.from, c.to, c.kind, 1))), c.want)
	}
	same(t, "state", w.state(t), before)
}

// cycle is the error for a relationship that would close this path.
func cycle(path ...graph.ID) *fault.Error { return graph.CycleCreated(graph.NewCyclePath(path)) }

func addAgain(t tester, w *world) {
	e := w.episodes(t, 2)
	for _, kind := range graph.Types() {
		rel := relationship(e[0], e[1], kind, 0.5)
		ok(t, second(w.AddRelationship(t.Context(), w.ws, rel)))
		ok(t, second(w.AddRelationship(t.Context(), w.ws, rel)))
		ok(t, second(w.AddRelationships(t.Context(), w.ws, []graph.Relationship{rel, rel})))
		other := rel
		other.ID = graph.NewID()
		refused(t, second(w.AddRelationship(t.Context(), w.ws, other)), graph.RelationshipExists(rel.ID, e[0], e[1], kind))
		refused(t, second(w.AddRelationships(t.Context(), w.ws, []graph.Relationship{rel, other})),
			graph.RelationshipExists(rel.ID, e[0], e[1], kind).At(1))
		rels, err := w.RelationshipsBetween(t.Context(), w.ws, e[0], e[1], kind)
		ok(t, err)
		same(t, "stored once", rels, []graph.Relationship{rel})
	}
}

func addOrdering(t tester, w *world) {
	e := w.episodes(t, 3)
	w.link(t, graph.Follows, e[0], e[1], e[2])
	w.link(t, graph.Causes, e[2], e[1], e[0]) // in the other direction: relationships of two types form no cycle
	for _, kind := range []graph.Type{graph.PartOf, graph.RelatedTo, graph.Contradicts, graph.Refines} {
		w.link(t, kind, e[2], e[0])
	}
	refused(t, second(w.AddRelationship(t.Context(), w.ws, relationship(e[2], e[0], graph.Follows, 1))), cycle(e[2], e[0], e[1], e[2]))
	refused(t, second(w.AddRelationship(t.Context(), w.ws, relationship(e[0], e[2], graph.Causes, 1))), cycle(e[0], e[2], e[1], e[0]))
	w.link(t, graph.Follows, e[0], e[2]) // a second path is no cycle
	rels, err := w.RelationshipsBetween(t.Context(), w.ws, e[0], e[1], graph.Follows)
	ok(t, err)
	ok(t, w.RemoveRelationship(t.Context(), w.ws, rels[0].ID))
	refused(t, second(w.AddRelationship(t.Context(), w.ws, relationship(e[2], e[0], graph.Follows, 1))), cycle(e[2], e[0], e[2]))
	w.link(t, graph.Follows, e[1], e[0]) // no path leads from e0 to e1 any more
}

func addCircles(t tester, w *world) {
	e := w.episodes(t, 3)
	for _, kind := range []graph.Type{graph.PartOf, graph.RelatedTo, graph.Contradicts, graph.Refines} {
		w.link(t, kind, e[0], e[1], e[2], e[0])
		w.link(t, kind, e[1], e[0])
	}
	same(t, "stored", len(w.state(t).Relationships), 16)
}

func addListRefused(t tester, w *world) {
	e := w.episodes(t, 4)
	w.link(t, graph.Follows, e[0], e[1])
	w.link(t, graph.PartOf, e[0], e[1])
	ghost := graph.NewID()
	rel := func(from, to graph.ID, kind graph.Type) graph.Relationship { return relationship(from, to, kind, 1) }
	fine := []graph.Relationship{rel(e[2], e[3], graph.Causes), rel(e[2], e[3], graph.PartOf)}
	before := w.state(t)
	for name, c := range map[string]struct {
		list []graph.Relationship
		want *fault.Error
	}{
		"unknown":            {[]graph.Relationship{rel(e[0], ghost, graph.Refines)}, graph.EpisodeNotFound(ghost).At(2)},
		"there already":      {[]graph.Relationship{rel(e[0], e[1], graph.PartOf)}, w.exists(t, e[0], e[1], graph.PartOf).At(2)},
		"twice in the list":  {[]graph.Relationship{rel(e[2], e[3], graph.PartOf)}, graph.RelationshipExists(fine[1].ID, e[2], e[3], graph.PartOf).At(2)},
		"cycle":              {[]graph.Relationship{rel(e[1], e[0], graph.Follows)}, cycle(e[1], e[0], e[1]).At(2)},
		"cycle in the list":  {[]graph.Relationship{rel(e[3], e[2], graph.Causes)}, cycle(e[3], e[2], e[3]).At(2)},
		"cycle of both":      {[]graph.Relationship{rel(e[1], e[2], graph.Follows), rel(e[2], e[0], graph.Follows)}, cycle(e[2], e[0], e[1], e[2]).At(3)},
		"the first of three": {[]graph.Relationship{rel(e[1], e[0], graph.Follows), rel(e[0], e[1], graph.PartOf), rel(e[3], e[2], graph.Causes)}, cycle(e[1], e[0], e[1]).At(2)},
		"whatever the type":  {[]graph.Relationship{rel(e[0], e[1], graph.PartOf), rel(e[3], e[2], graph.Causes), rel(e[1], e[0], graph.Follows)}, w.exists(t, e[0], e[1], graph.PartOf).At(2)},
		"last type first":    {[]graph.Relationship{rel(e[1], ghost, graph.Refines), rel(e[1], e[0], graph.Follows)}, graph.EpisodeNotFound(ghost).At(2)},
	} {
		t.Log(name)
		refused(t, second(w.AddRelationships(t.Context(), w.ws, append(fine[:2:2], c.list...))), c.want)
		same(t, name+": state", w.state(t), before)
	}
	ok(t, second(w.AddRelationships(t.Context(), w.ws, fine)))
	refused(t, second(w.AddRelationships(t.Context(), w.ws, []graph.Relationship{rel(e[3], e[2], graph.Causes)})), cycle(e[3], e[2], e[3]).At(0))
}

func addThousand(t tester, w *world) {
	ids, rels := Random(t.Context(), t, w.Store, w.ws, 50, bulk, graph.Types(), 1)
	part, err := w.Subgraph(t.Context(), w.ws, graph.SubgraphQuery{MaxNodes: 50})
	ok(t, err)
	for i := range part.Edges {
		part.Edges[i].Metadata = nil
	}
	same(t, "stored", part.Edges, rels)
	closing := make([]graph.Relationship, 0, bulk)
	for i := range bulk - 1 {
		closing = append(closing, relationship(ids[i%50], ids[(i+1+i/50)%50], graph.Type("follows"), 1))
	}
	if _, err := w.AddRelationships(t.Context(), w.ws, closing); err == nil {
		t.Error("a thousand relationships that close cycles were accepted")
	}
	again, err := w.Subgraph(t.Context(), w.ws, graph.SubgraphQuery{MaxNodes: 50})
	ok(t, err)
	same(t, "nothing is left of a refused list", len(again.Edges), bulk)
}

func addEmptyList(t tester, w *world) {
	for _, list := range [][]graph.Relationship{nil, {}} {
		ends, err := w.AddRelationships(t.Context(), w.ws, list)
		ok(t, err)
		notNil(t, "ends", ends)
	}
}

// endsOf returns the ends of relationships between these episodes.
func endsOf(episodes []graph.Episode, rels ...graph.Relationship) []graph.Ends {
	nodes := map[graph.ID]graph.Node{}
	for _, e := range episodes {
		nodes[e.EpisodeID] = graph.Node{EpisodeID: e.EpisodeID, ID: e.ID, Name: e.Name, CreatedAt: e.CreatedAt}
	}
	ends := make([]graph.Ends, len(rels))
	for i, r := range rels {
		ends[i] = graph.Ends{From: nodes[r.From], To: nodes[r.To]}
	}
	return ends
}

func addReturnsEnds(t tester, w *world) {
	e := w.create(t, episode("one", 3), episode("“two”\n🚀", 1), episode("three", 2))
	ids := idsOf(e)
	all := make([]graph.Relationship, 0, 2*len(graph.Types()))
	for _, kind := range graph.Types() {
		rel := relationship(ids[0], ids[1], kind, 1)
		for range 2 { // the second is an earlier attempt of the same call
			ends, err := w.AddRelationship(t.Context(), w.ws, rel)
			ok(t, err)
			same(t, "ends", ends, endsOf(e, rel)[0])
		}
		all = append(all, rel, relationship(ids[1], ids[2], kind, 1))
	}
	ends, err := w.AddRelationships(t.Context(), w.ws, all)
	ok(t, err)
	same(t, "ends of a list", ends, endsOf(e, all...))
}

func createReturnsEnds(t tester, w *world) {
	old, again := w.create(t, episode("old", 9))[0], episode("again", 3)
	again.Key, again.Digest = "k", "d"
	stored := w.create(t, again)[0]
	repeated := again
	repeated.EpisodeID = graph.NewID()
	batch := graph.Batch{Episodes: []graph.NewEpisode{episode("new", 1), repeated}}
	for _, kind := range graph.Types() {
		batch.Relationships = append(batch.Relationships,
			link(nth(0), existing(old.EpisodeID), kind), link(nth(0), nth(1), kind), link(nth(1), existing(old.EpisodeID), kind))
	}
	made, err := w.CreateEpisodes(t.Context(), w.ws, batch)
	ok(t, err)
	same(t, "replayed", made.Episodes[1].EpisodeID, stored.EpisodeID)
	same(t, "ends", made.Ends, endsOf(append(made.Episodes, old), made.Relationships...))
	alone, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: []graph.NewEpisode{episode("alone", 1)}})
	ok(t, err)
	notNil(t, "ends", alone.Ends)
}
