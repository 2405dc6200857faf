package graphtest

import (
	"slices"
	"strings"

	"plotline/graph"
)

var projectionTopic = topic{"projection", []testCase{
	{"all of the workspace", projectionAll},
	{"named episodes", projectionNamed},
	{"unknown ids are all named", projectionUnknown},
}}

// projected is a Projection in a comparable order.
type projected struct {
	Nodes []graph.Node
	Edges []string // "from>to" by name, or an error
}

// project reads a projection and resolves its indexes.
func (w *world) project(t tester, kind graph.Type, ids ...graph.ID) projected {
	t.Helper()
	p, err := w.Projection(t.Context(), w.ws, kind, ids)
	ok(t, err)
	notNil(t, "nodes", p.Nodes)
	notNil(t, "edges", p.Edges)
	return resolve(p)
}

func resolve(p graph.Projection) projected {
	name := func(i int32) string {
		if i < 0 || int(i) >= len(p.Nodes) {
			return "out of range"
		}
		return p.Nodes[i].Name
	}
	out := projected{Nodes: slices.SortedFunc(slices.Values(p.Nodes), func(a, b graph.Node) int {
		return strings.Compare(string(a.EpisodeID), string(b.EpisodeID))
	})}
	for _, e := range p.Edges {
		out.Edges = append(out.Edges, name(e[0])+">"+name(e[1]))
	}
	slices.Sort(out.Edges)
	return out
}

// nodes returns the nodes of these episodes, sorted by id.
func (w *world) nodes(t tester, ids ...graph.ID) []graph.Node {
	t.Helper()
	list, err := w.EpisodesByID(t.Context(), w.ws, ids, 0)
	ok(t, err)
	nodes := make([]graph.Node, len(list))
	for i, e := range byEpisodeID(list) {
		nodes[i] = nodeOf(e)
	}
	return nodes
}

func projectionAll(t tester, w *world) {
	same(t, "empty workspace", w.project(t, graph.Follows), projected{})
	e := w.episodes(t, 5)
	w.link(t, graph.Follows, e[0], e[1], e[2])
	w.link(t, graph.Follows, e[0], e[2])
	w.link(t, graph.Causes, e[2], e[1], e[0])
	w.link(t, graph.RelatedTo, e[0], e[3], e[0])
	all := w.nodes(t, e...)
	same(t, "follows", w.project(t, graph.Follows), projected{all, []string{"e0>e1", "e0>e2", "e1>e2"}})
	same(t, "causes", w.project(t, graph.Causes), projected{all, []string{"e1>e0", "e2>e1"}})
	same(t, "related_to", w.project(t, graph.RelatedTo), projected{all, []string{"e0>e3", "e3>e0"}})
	same(t, "refines", w.project(t, graph.Refines), projected{all, nil})
}

func projectionNamed(t tester, w *world) {
	e := w.episodes(t, 4)
	w.link(t, graph.Follows, e[0], e[1], e[2], e[3])
	same(t, "three", w.project(t, graph.Follows, e[3], e[0], e[1]), projected{w.nodes(t, e[0], e[1], e[3]), []string{"e0>e1"}})
	same(t, "apart", w.project(t, graph.Follows, e[0], e[2]), projected{w.nodes(t, e[0], e[2]), nil})
	same(t, "one", w.project(t, graph.Causes, e[2]), projected{w.nodes(t, e[2]), nil})
	same(t, "all", w.project(t, graph.Follows, e...), w.project(t, graph.Follows))
}

func projectionUnknown(t tester, w *world) {
	e := w.episodes(t, 1)
	ghost, spirit := graph.NewID(), graph.NewID()
	_, err := w.Projection(t.Context(), w.ws, graph.Follows, []graph.ID{spirit, e[0], ghost})
	refused(t, err, graph.EpisodeNotFound(spirit, ghost))
	many := ghosts(10000) // the most that a client may name
	_, err = w.Projection(t.Context(), w.ws, graph.Causes, append(many[:5000:5000], append(e, many[5000:]...)...))
	refused(t, err, graph.EpisodeNotFound(many...))
}

// ghosts returns unused ids.
func ghosts(n int) []graph.ID {
	ids := make([]graph.ID, n)
	for i := range ids {
		ids[i] = graph.NewID()
	}
	return ids
}
