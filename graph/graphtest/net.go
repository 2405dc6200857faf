package graphtest

import (
	"fmt"

	"plotline/graph"
)

// reached is a RelatedEpisode in short form: the index of the episode and those of the relationships on its
// path.
type reached struct {
	episode  int
	path     []int
	strength float64
}

// net is a small graph whose episodes and relationships are named by index. Their ids increase with the
// index, so that ties are predictable, and are the same in every workspace.
type net struct {
	*world
	episodes, rels []graph.ID
	edges          []Edge
	made           map[graph.ID]graph.Episode
}

func fixedID(kind, i int) graph.ID {
	return graph.ID(fmt.Sprintf("%08x-0000-7000-8000-%012x", i, kind))
}

// net creates n episodes and the edges between them.
func (w *world) net(t tester, n int, edges ...Edge) *net {
	t.Helper()
	g := &net{world: w, edges: edges, made: map[graph.ID]graph.Episode{}}
	batch, rels := plan(n, edges)
	for i := range batch {
		batch[i].EpisodeID = fixedID(1, i)
		g.episodes = append(g.episodes, batch[i].EpisodeID)
	}
	for i, e := range edges {
		rels[i].ID, rels[i].From, rels[i].To = fixedID(2, i), g.episodes[e.From], g.episodes[e.To]
		g.rels = append(g.rels, rels[i].ID)
	}
	fill(t.Context(), t, w.Store, w.ws, batch, rels)
	made, err := w.EpisodesByID(t.Context(), w.ws, g.episodes, 0)
	ok(t, err)
	for _, e := range made {
		g.made[e.EpisodeID] = e
	}
	return g
}

// reaches expects exactly these results, in this order, of a search from the first episode.
func (g *net) reaches(t tester, q graph.RelatedQuery, want ...reached) {
	t.Helper()
	q.Start = g.episodes[0]
	if q.Direction == "" {
		q.Direction = graph.Outgoing
	}
	list := make([]graph.RelatedEpisode, len(want))
	for i, r := range want {
		found := g.made[g.episodes[r.episode]]
		list[i] = graph.RelatedEpisode{
			EpisodeID: found.EpisodeID, ID: found.ID, Name: fmt.Sprintf("e%d", r.episode), Reward: found.Reward,
			Distance: len(r.path), Strength: r.strength,
		}
		at := 0
		for _, n := range r.path {
			e, direction := g.edges[n], graph.Outgoing
			if e.From != at {
				e.To, direction = e.From, graph.Incoming
			}
			at = e.To
			list[i].Path = append(list[i].Path, g.rels[n])
			list[i].Steps = append(list[i].Steps, graph.RelatedStep{
				Type: e.Type, Direction: direction, Strength: e.Strength, ID: g.made[g.episodes[at]].ID, Name: fmt.Sprintf("e%d", at),
			})
		}
	}
	got, count, err := g.Related(t.Context(), g.ws, q)
	ok(t, err)
	notNil(t, "related", got)
	same(t, fmt.Sprintf("related by %+v", q), got, list)
	if q.Limit == 0 {
		same(t, "count", count, len(want))
	}
}
