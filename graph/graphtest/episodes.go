package graphtest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"plotline/graph"
)

var episodesTopic = topic{"episodes", []testCase{
	{"an unknown episode", unknownEpisode},
	{"relationships are counted by type and direction", degreesCounted},
	{"the newest relationships are read along", newestRead},
	{"several by id", episodesByID},
	{"replace writes every field but three", replaceAll},
	{"replace clears", replaceClears},
	{"replace expects a state", replaceStale},
	{"delete takes the relationships along", deleteWithRelationships},
	{"delete once", deleteOnce},
	{"an id may come back", idComesBack},
	{"status", statusAnswers},
}}

func unknownEpisode(t tester, w *world) {
	w.episodes(t, 1)
	ghost := graph.NewID()
	_, _, err := w.Episode(t.Context(), w.ws, ghost)
	refused(t, err, graph.EpisodeNotFound(ghost))
}

func degreesCounted(t tester, w *world) {
	e := w.episodes(t, 4)
	w.link(t, graph.Follows, e[0], e[1])
	w.link(t, graph.Follows, e[0], e[2])
	w.link(t, graph.Follows, e[3], e[0])
	w.link(t, graph.RelatedTo, e[0], e[1], e[0])
	w.link(t, graph.Causes, e[1], e[0])
	w.link(t, graph.PartOf, e[1], e[2])
	for i, want := range []graph.Degrees{
		{graph.Follows: {Outgoing: 2, Incoming: 1}, graph.RelatedTo: {Outgoing: 1, Incoming: 1}, graph.Causes: {Incoming: 1}},
		{
			graph.Follows: {Incoming: 1}, graph.RelatedTo: {Outgoing: 1, Incoming: 1}, graph.Causes: {Outgoing: 1},
			graph.PartOf: {Outgoing: 1},
		},
		{graph.Follows: {Incoming: 1}, graph.PartOf: {Incoming: 1}},
		{graph.Follows: {Outgoing: 1}},
	} {
		_, got, err := w.Episode(t.Context(), w.ws, e[i])
		ok(t, err)
		same(t, "degrees", got.Degrees, want)
	}
}

// newestRead adds more relationships to an episode than are read with it, some of them at the same time.
func newestRead(t tester, w *world) {
	made := w.create(t, episode("hub", 0), episode("b", 1), episode("c", 2), episode("alone", 3))
	var want []graph.EpisodeRelationship
	var batch graph.Batch
	add := func(from, to graph.Episode, of graph.Type, other graph.Episode, seconds int) {
		rel := relationship(from.EpisodeID, to.EpisodeID, of, 0.25)
		rel.CreatedAt, rel.Metadata = at(seconds), object(`{"left": "out"}`)
		batch.Relationships = append(batch.Relationships, graph.NewRelationship{
			Relationship: rel, FromEnd: graph.End{Item: -1, Episode: rel.From}, ToEnd: graph.End{Item: -1, Episode: rel.To},
		})
		rel.Metadata = nil
		want = append(want, graph.EpisodeRelationship{Relationship: rel, Other: graph.Node{
			EpisodeID: other.EpisodeID, ID: other.ID, Name: other.Name, CreatedAt: other.CreatedAt,
		}})
	}
	hub, b, c := made[0], made[1], made[2]
	for i, of := range []graph.Type{graph.PartOf, graph.RelatedTo, graph.Contradicts, graph.Refines} {
		add(hub, b, of, b, 100+i)
		add(b, hub, of, b, 100+i)
		add(c, hub, of, c, 90-i)
	}
	_, err := w.CreateEpisodes(t.Context(), w.ws, batch)
	ok(t, err)
	w.link(t, graph.Follows, b.EpisodeID, c.EpisodeID) // not of the hub
	slices.SortFunc(want, func(x, y graph.EpisodeRelationship) int {
		return cmp.Or(cmp.Compare(y.Relationship.CreatedAt, x.Relationship.CreatedAt), cmp.Compare(y.Relationship.ID, x.Relationship.ID))
	})
	_, got, err := w.Episode(t.Context(), w.ws, hub.EpisodeID)
	ok(t, err)
	same(t, "newest", got.Newest, want[:graph.NewestRelationships])
	_, got, err = w.Episode(t.Context(), w.ws, made[3].EpisodeID)
	ok(t, err)
	same(t, "of an episode without any", got, graph.EpisodeRelationships{Degrees: graph.Degrees{}, Newest: []graph.EpisodeRelationship{}})
}

// withPatterns returns episodes as EpisodesByID does.
func withPatterns(episodes ...graph.Episode) []graph.Episode {
	list := slices.Clone(episodes)
	for i, e := range list {
		list[i].Pattern = graph.PatternOf(e)
	}
	return list
}

func episodesByID(t tester, w *world) {
	made := w.create(t, episode("a", 0), episode("b", 1), episode("c", 2))
	ids := []graph.ID{made[2].EpisodeID, graph.NewID(), made[0].EpisodeID}
	got, err := w.EpisodesByID(t.Context(), w.ws, ids, 0)
	ok(t, err)
	same(t, "found", byEpisodeID(got), byEpisodeID(withPatterns(made[0], made[2])))
	for _, none := range [][]graph.ID{nil, {graph.NewID()}} {
		got, err := w.EpisodesByID(t.Context(), w.ws, none, 0)
		ok(t, err)
		notNil(t, "found", got)
		same(t, "found", len(got), 0)
	}
	long := episode("d", 3)
	long.Query, long.Reflection, long.Metadata = "é🚀\x00x🚀long", "終わり", object(`{"a":1}`)
	long.EpisodeID = graph.NewID()
	stored := w.create(t, long)[0]
	for most, want := range map[int][2]string{1: {"é", "終"}, 3: {"é🚀\x00", "終わり"}, 5: {"é🚀\x00x🚀", "終わり"}, 100: {long.Query, long.Reflection}} {
		short := withPatterns(stored)
		short[0].Query, short[0].Reflection, short[0].Metadata = want[0], want[1], nil
		got, err := w.EpisodesByID(t.Context(), w.ws, []graph.ID{stored.EpisodeID}, most)
		ok(t, err)
		same(t, fmt.Sprintf("%d characters", most), got, short)
	}
	many := append(ghosts(999), made[1].EpisodeID)
	got, err = w.EpisodesByID(t.Context(), w.ws, many, 0)
	ok(t, err)
	same(t, "found among a thousand", got, withPatterns(made[1]))
}

func replaceAll(t tester, w *world) {
	first := episode("a", 1)
	first.Reflection, first.Tags, first.Metadata = "old", []string{"old"}, object(`{"old":1}`)
	old := w.create(t, first)[0]
	rel := w.relate(t, old.EpisodeID, w.episodes(t, 1)[0], graph.PartOf, 1)
	change := graph.Episode{
		EpisodeID: old.EpisodeID, ID: old.ID + 1000, Name: "é🚀", Query: "new\x00query", Reflection: "new", Reward: -0.1,
		Tags: []string{"n", "e", "w"}, Metadata: object(`{"n":1e2,"n":1}`), CreatedAt: at(500), UpdatedAt: at(600) + 1,
	}
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, change, old.UpdatedAt))
	want := change
	want.ID, want.CreatedAt = old.ID, old.CreatedAt
	got, rels, err := w.Episode(t.Context(), w.ws, old.EpisodeID)
	ok(t, err)
	same(t, "replaced", got, want)
	same(t, "degrees", rels.Degrees, graph.Degrees{graph.PartOf: {Outgoing: 1}})
	same(t, "relationships", w.state(t).Relationships, []graph.Relationship{rel})
}

func replaceClears(t tester, w *world) {
	first := episode("a", 1)
	first.Reflection, first.Tags, first.Metadata = "old", []string{"old"}, object(`{"old":1}`)
	want := w.create(t, first)[0]
	want.Reflection, want.Tags, want.Metadata = "", nil, nil
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, want, want.UpdatedAt))
	got, _, err := w.Episode(t.Context(), w.ws, want.EpisodeID)
	ok(t, err)
	same(t, "cleared", got, want)
	tagged, total, err := w.ListEpisodes(t.Context(), w.ws, graph.ListQuery{Filter: graph.EpisodeFilter{Tags: []string{"old"}}, Limit: 10})
	ok(t, err)
	same(t, "found by the old tag", len(tagged)+total, 0)
}

func replaceStale(t tester, w *world) {
	ep := w.create(t, episode("a", 1))[0]
	was := ep.UpdatedAt
	next := ep
	next.Name, next.UpdatedAt = "b", at(2)
	ok(t, w.ReplaceEpisode(t.Context(), w.ws, next, was))
	late := ep
	late.Name, late.UpdatedAt = "c", at(3)
	refused(t, w.ReplaceEpisode(t.Context(), w.ws, late, was), graph.Stale(ep.EpisodeID, at(2)))
	refused(t, w.ReplaceEpisode(t.Context(), w.ws, late, at(2)+1), graph.Stale(ep.EpisodeID, at(2)))
	same(t, "state", w.state(t).Episodes, []graph.Episode{next})
	late.EpisodeID = graph.NewID()
	refused(t, w.ReplaceEpisode(t.Context(), w.ws, late, was), graph.EpisodeNotFound(late.EpisodeID))
	same(t, "state", w.state(t).Episodes, []graph.Episode{next})
}

func deleteWithRelationships(t tester, w *world) {
	e := w.episodes(t, 4)
	w.link(t, graph.Follows, e[0], e[1], e[2], e[3])
	w.link(t, graph.RelatedTo, e[1], e[0], e[1])
	stays := w.relate(t, e[0], e[3], graph.Causes, 0.5)
	n, err := w.DeleteEpisode(t.Context(), w.ws, e[1])
	ok(t, err)
	same(t, "deleted relationships", n, 4)
	left := w.state(t)
	same(t, "episodes", namesOf(left.Episodes), []string{"e3", "e2", "e0"})
	same(t, "relationships", len(left.Relationships), 2)
	if !slices.ContainsFunc(left.Relationships, stays.Equal) {
		t.Error("a relationship between others is gone")
	}
	for _, id := range e[2:] {
		_, rels, err := w.Episode(t.Context(), w.ws, id)
		ok(t, err)
		for kind, d := range rels.Degrees {
			if d.Outgoing+d.Incoming != 1 || kind == graph.RelatedTo {
				t.Errorf("degrees %v", rels.Degrees)
			}
		}
	}
	// The path through the deleted episode is gone, so this closes no cycle.
	w.link(t, graph.Follows, e[2], e[0])
}

func deleteOnce(t tester, w *world) {
	e := w.episodes(t, 2)
	n, err := w.DeleteEpisode(t.Context(), w.ws, e[0])
	ok(t, err)
	same(t, "deleted relationships", n, 0)
	_, err = w.DeleteEpisode(t.Context(), w.ws, e[0])
	refused(t, err, graph.EpisodeNotFound(e[0]))
	_, _, err = w.Episode(t.Context(), w.ws, e[0])
	refused(t, err, graph.EpisodeNotFound(e[0]))
	same(t, "state", namesOf(w.state(t).Episodes), []string{"e1"})
}

func idComesBack(t tester, w *world) {
	ep := keyed("a", "k", 1)
	old := w.create(t, ep)[0]
	_, err := w.DeleteEpisode(t.Context(), w.ws, ep.EpisodeID)
	ok(t, err)
	back := w.create(t, ep)[0]
	if back.ID <= old.ID {
		t.Errorf("serial number %d after %d", back.ID, old.ID)
	}
	back.ID = old.ID
	same(t, "made again", back, old)
}

func statusAnswers(t tester, w *world) {
	s, err := w.Status(t.Context())
	ok(t, err)
	if s.Kind == "" || s.Version == "" || s.Location == "" || s.Schema < 0 {
		t.Errorf("status %+v", s)
	}
	if strings.Contains(s.Location, "@") {
		t.Errorf("location %q may hold a secret", s.Location)
	}
}
