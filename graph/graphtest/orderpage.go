package graphtest

import (
	"fmt"
	"testing"
	"time"

	"plotline/graph"
)

var orderTopic = topic{"order", []testCase{
	{"pages of an order", orderPages},
	{"an order after every change", orderChanges},
	{"an order of a batch", orderBatch},
	{"the state of an order", orderStates},
}}

// line is an episode of an order in a comparable form.
type line struct {
	Name   string
	Level  int
	Before []string
}

// orderPage reads a page. It returns false if the store does not keep the order: it may say so at any time.
func (w *world) orderPage(t tester, q graph.OrderQuery) (lines []line, total int, kept bool) {
	t.Helper()
	page, err := w.OrderPage(t.Context(), w.ws, q)
	ok(t, err)
	if page == nil {
		return nil, 0, false
	}
	notNil(t, "episodes", page.Episodes)
	for _, e := range page.Episodes {
		notNil(t, "dependencies", e.Dependencies)
		it := line{Name: e.Name, Level: e.Level}
		for _, id := range e.Dependencies {
			before, _, err := w.Episode(t.Context(), w.ws, id)
			ok(t, err)
			it.Before = append(it.Before, before.Name)
		}
		same(t, "node", w.nodes(t, e.EpisodeID), []graph.Node{e.Node})
		lines = append(lines, it)
	}
	return lines, page.Total, true
}

// ordered compares a page, if the store keeps the order.
func (w *world) ordered(t tester, what string, q graph.OrderQuery, total int, want ...line) {
	t.Helper()
	lines, got, kept := w.orderPage(t, q)
	if kept {
		same(t, what, lines, want)
		same(t, what+": total", got, total)
	}
}

func orderPages(t tester, w *world) {
	all := graph.OrderQuery{Type: graph.Follows, Limit: 10}
	w.ordered(t, "empty workspace", all, 0)
	e := w.episodes(t, 6)
	w.link(t, graph.Follows, e[4], e[1], e[0])
	w.link(t, graph.Follows, e[3], e[0])
	w.link(t, graph.Follows, e[2], e[0])
	w.link(t, graph.Causes, e[0], e[1])
	w.link(t, graph.RelatedTo, e[0], e[5])
	lines := []line{
		{"e2", 0, nil}, {"e3", 0, nil}, {"e4", 0, nil}, {"e5", 0, nil}, {"e1", 1, []string{"e4"}}, {"e0", 2, []string{"e1", "e2", "e3"}},
	}
	w.ordered(t, "all", all, 6, lines...)
	w.ordered(t, "the middle", graph.OrderQuery{Type: graph.Follows, Limit: 3, Offset: 2}, 6, lines[2:5]...)
	w.ordered(t, "the end", graph.OrderQuery{Type: graph.Follows, Limit: 3, Offset: 5}, 6, lines[5:]...)
	for i, last := range lines[:5] {
		at := w.nodes(t, e[last.Name[1]-'0'])[0]
		after := &graph.OrderCursor{Level: last.Level, CreatedAt: at.CreatedAt, ID: at.ID}
		w.ordered(t, "after "+last.Name, graph.OrderQuery{Type: graph.Follows, Limit: 2, After: after}, 6, lines[i+1:min(i+3, 6)]...)
		w.ordered(t, "one more after "+last.Name, graph.OrderQuery{Type: graph.Follows, Limit: 9, Offset: 1, After: after}, 6, lines[i+2:]...)
	}
	w.ordered(t, "past the end", graph.OrderQuery{Type: graph.Follows, Limit: 3, Offset: 6}, 6)
	w.ordered(t, "by causes", graph.OrderQuery{Type: graph.Causes, Limit: 10}, 6,
		line{"e0", 0, nil}, line{"e2", 0, nil}, line{"e3", 0, nil}, line{"e4", 0, nil}, line{"e5", 0, nil}, line{"e1", 1, []string{"e0"}})
}

func orderChanges(t tester, w *world) {
	e := w.episodes(t, 4)
	all := graph.OrderQuery{Type: graph.Causes, Limit: 10}
	w.link(t, graph.Causes, e[0], e[1], e[2], e[3])
	middle, err := w.RelationshipsBetween(t.Context(), w.ws, e[1], e[2], graph.Causes)
	ok(t, err)
	w.ordered(t, "a chain", all, 4, line{"e0", 0, nil}, line{"e1", 1, []string{"e0"}}, line{"e2", 2, []string{"e1"}}, line{"e3", 3, []string{"e2"}})
	w.link(t, graph.Causes, e[0], e[3])
	ok(t, w.RemoveRelationship(t.Context(), w.ws, middle[0].ID))
	w.ordered(t, "cut in the middle", all, 4, line{"e0", 0, nil}, line{"e2", 0, nil}, line{"e1", 1, []string{"e0"}}, line{"e3", 1, []string{"e0", "e2"}})
	w.link(t, graph.Causes, e[3], e[1])
	w.ordered(t, "mended the other way", all, 4, line{"e0", 0, nil}, line{"e2", 0, nil}, line{"e3", 1, []string{"e0", "e2"}}, line{"e1", 2, []string{"e0", "e3"}})
	_, err = w.DeleteEpisode(t.Context(), w.ws, e[3])
	ok(t, err)
	w.ordered(t, "without the middle", all, 3, line{"e0", 0, nil}, line{"e2", 0, nil}, line{"e1", 1, []string{"e0"}})
}

func orderBatch(t tester, w *world) {
	e := w.episodes(t, 2)
	var batch graph.Batch
	for i, name := range []string{"n0", "n1"} {
		batch.Episodes = append(batch.Episodes, episode(name, 10+i))
	}
	add := func(from, to graph.End) {
		batch.Relationships = append(batch.Relationships, graph.NewRelationship{
			Relationship: relationship("", "", graph.Follows, 1), FromEnd: from, ToEnd: to,
		})
	}
	n0, n1, old := graph.End{Item: 0}, graph.End{Item: 1}, graph.End{Item: -1, Episode: e[0]}
	add(n1, n0)
	add(old, n1)
	_, err := w.CreateEpisodes(t.Context(), w.ws, batch)
	ok(t, err)
	lines, _, kept := w.orderPage(t, graph.OrderQuery{Type: graph.Follows, Limit: 2, Offset: 2})
	if kept {
		same(t, "the end of the order", lines, []line{{"n1", 1, []string{"e0"}}, {"n0", 2, []string{"n1"}}})
	}
}

// orderStates settles orders after changes, and expects that they are kept then.
func orderStates(t tester, w *world) {
	kept := graph.OrderState{State: graph.OrderKept}
	for _, kind := range []graph.Type{graph.Follows, graph.Causes} {
		state, err := w.OrderState(t.Context(), w.ws, kind)
		ok(t, err)
		same(t, "state in an empty workspace", state, kept)
		state, err = w.SettleOrder(t.Context(), w.ws, kind)
		ok(t, err)
		same(t, "settled in an empty workspace", state, kept)
	}
	e := w.episodes(t, 400)
	var rels []graph.Relationship
	for i := len(e) - 1; i > 0; i-- { // backwards, so that many levels change with each
		rels = append(rels, relationship(e[i-1], e[i], graph.Follows, 1))
	}
	ok(t, second(w.AddRelationships(t.Context(), w.ws, rels)))
	w.settled(t, graph.Follows)
	w.settled(t, graph.Causes)
	last := line{fmt.Sprintf("e%d", len(e)-1), len(e) - 1, []string{fmt.Sprintf("e%d", len(e)-2)}}
	w.ordered(t, "the end of a chain", graph.OrderQuery{Type: graph.Follows, Limit: 2, Offset: len(e) - 1}, len(e), last)
}

// settled settles an order, and checks its state.
func (w *world) settled(t tester, kind graph.Type) {
	t.Helper()
	var state graph.OrderState
	for deadline := time.Now().Add(soon); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		var err error
		state, err = w.SettleOrder(t.Context(), w.ws, kind)
		ok(t, err)
		if state.Final() {
			break
		}
	}
	same(t, "settled", state, graph.OrderState{State: graph.OrderKept})
	state, err := w.OrderState(t.Context(), w.ws, kind)
	ok(t, err)
	same(t, "state", state, graph.OrderState{State: graph.OrderKept})
}

// ComputedOrder returns the whole order of a workspace, computed from nothing. A store must not change meanwhile.
func ComputedOrder(tb testing.TB, s graph.Store, ws string, t graph.Type) *graph.OrderPage {
	tb.Helper()
	part, err := s.Projection(tb.Context(), ws, t, nil)
	if err != nil {
		tb.Fatal(err)
	}
	order := graph.Order(part)
	want := &graph.OrderPage{Episodes: []graph.OrderedEpisode{}, Total: len(part.Nodes)}
	for _, n := range order.Ordered {
		e := graph.OrderedEpisode{Node: part.Nodes[n], Level: order.Level[n], Dependencies: []graph.ID{}}
		for _, before := range order.Dependencies(n) {
			e.Dependencies = append(e.Dependencies, part.Nodes[before].EpisodeID)
		}
		want.Episodes = append(want.Episodes, e)
	}
	return want
}
