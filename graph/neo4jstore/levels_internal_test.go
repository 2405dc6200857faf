package neo4jstore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

var orderingTypes = []graph.Type{graph.Follows, graph.Causes}

// kept compares the kept order with one that is computed from nothing, if the store keeps it, and reports whether it
// does.
func kept(tb testing.TB, s *Store, ws string, t graph.Type) bool {
	tb.Helper()
	is, diff := compared(tb, s, ws, t)
	if diff != "" {
		tb.Error(diff)
	}
	return is
}

// compared is kept with a difference that is no failure.
func compared(tb testing.TB, s *Store, ws string, t graph.Type) (is bool, diff string) {
	tb.Helper()
	page, err := s.OrderPage(tb.Context(), ws, graph.OrderQuery{Type: t, Limit: 1 << 30})
	ok(tb, err)
	if page == nil {
		return false, ""
	}
	if d := cmp.Diff(graphtest.ComputedOrder(tb, s, ws, t), page); d != "" {
		return true, fmt.Sprintf("order by %s (-computed +kept):\n%s", t, d)
	}
	return true, ""
}

// keptLater waits until the store keeps the order after another program wrote. Until then a page may be wrong while
// another test's clean-up deletes as many relationships of the type as were created (see decision 0023).
func keptLater(tb testing.TB, s *Store, ws string, t graph.Type) {
	tb.Helper()
	for deadline := time.Now().Add(3 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		is, diff := compared(tb, s, ws, t)
		if is && diff == "" {
			return
		}
		if time.Now().After(deadline) {
			tb.Fatalf("the order by %s is not kept after three minutes: %s\n%s", t, stateIn(tb, s, ws, t), diff)
		}
	}
}

// keptSoon waits until the store keeps the order again, and compares it. Other tests on the same server write by hand, so
// that the counters of the whole database may differ for a while.
func keptSoon(tb testing.TB, s *Store, ws string, t graph.Type) {
	tb.Helper()
	for deadline := time.Now().Add(3 * time.Minute); !kept(tb, s, ws, t); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			tb.Fatalf("the order by %s is not kept after three minutes: %s", t, stateIn(tb, s, ws, t))
		}
	}
}

// levelsIn compares the stored levels with computed ones, if the state says that they are right, and returns the state.
// It needs no agreement about the rest of the database.
func levelsIn(tb testing.TB, s *Store, ws string, t graph.Type) string {
	tb.Helper()
	state, err := transact(tb.Context(), s, "test", func(ctx context.Context, tx neo4j.ManagedTransaction) (string, error) {
		held, err := hold(ctx, tx, orderOf{ws, t})
		if held == nil || err != nil {
			return "", err
		}
		return held.state, nil
	})
	ok(tb, err)
	if state == orderKept { // only this test writes to the workspace
		wrong, hasCycle, err := s.wrongLevels(tb.Context(), orderOf{ws, t})
		ok(tb, err)
		if len(wrong) > 0 || hasCycle {
			tb.Errorf("wrong levels by %s: %v, cycle: %t", t, wrong, hasCycle)
		}
	}
	return state
}

// one reads a value.
func one[T any](tb testing.TB, s *Store, text string, p params) T {
	tb.Helper()
	st := &statement{name: "test", effect: adds, meta: meta("test"), text: text}
	value, err := run(tb.Context(), s, st.with(p), func(r *row) (T, error) { return take[T](r.fields, "value"), nil })
	ok(tb, err)
	return value
}

func stateIn(tb testing.TB, s *Store, ws string, t graph.Type) string {
	tb.Helper()
	return one[string](tb, s, "MATCH (l:PlotlineLock {workspace: $ws, type: $type}) RETURN l.order AS value", params{"ws": ws, "type": label(t)})
}

// history changes a store at random.
type history struct {
	s   *Store
	ws  string
	r   *rand.Rand
	ids []graph.ID
	rel []graph.ID
}

func newHistory(tb testing.TB, s *Store, ws string) *history {
	tb.Helper()
	seed := rand.Uint64() //nolint:gosec // a test's history
	tb.Logf("seed %d", seed)
	return &history{s: s, ws: ws, r: rand.New(rand.NewPCG(seed, 1))} //nolint:gosec // as above
}

func (h *history) pick(list []graph.ID) graph.ID { return list[h.r.IntN(len(list))] }

func (h *history) some() graph.Relationship {
	return link(h.pick(h.ids), h.pick(h.ids), orderingTypes[h.r.IntN(2)])
}

// step does one change. What the store rejects changes nothing; any other failure is an error.
func (h *history) step(ctx context.Context) error {
	var err error
	switch n := h.r.IntN(20); {
	case n < 3 || len(h.ids) < 4:
		e := newEpisode(strconv.Itoa(h.r.Int()))
		_, err = h.s.CreateEpisodes(ctx, h.ws, graph.Batch{Episodes: []graph.NewEpisode{e}})
		h.ids = append(h.ids, e.EpisodeID)
	case n < 12:
		if rel := h.some(); rel.From != rel.To {
			if _, err = h.s.AddRelationship(ctx, h.ws, rel); err == nil {
				h.rel = append(h.rel, rel.ID)
			}
		}
	case n < 14:
		list := []graph.Relationship{h.some(), h.some(), h.some()}
		if !slices.ContainsFunc(list, func(r graph.Relationship) bool { return r.From == r.To }) {
			_, err = h.s.AddRelationships(ctx, h.ws, list)
		}
	case n < 18 && len(h.rel) > 0:
		err = h.s.RemoveRelationship(ctx, h.ws, h.pick(h.rel))
	case n == 19:
		_, err = h.s.DeleteEpisode(ctx, h.ws, h.pick(h.ids))
	}
	if rejected := []fault.Code{fault.NotFound, fault.AlreadyExists, fault.Cycle}; slices.Contains(rejected, fault.CodeOf(err)) {
		return nil
	}
	return err
}

// TestLevelsOfRandomHistories checks the levels after every change. With a small bound, most changes leave work for the
// settler.
func TestLevelsOfRandomHistories(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		for _, bound := range []int{maxSettled, 40, 3} {
			s, ws := t.s[0], workspace(t.T, neo4jtest.LTS)
			if bound != maxSettled {
				s = openLike(t.T, t.s[0])
				s.settled, s.removed = bound, 2
			}
			h, times := newHistory(t.T, s, ws), 0
			for range tier.Pick(150, 400) {
				ok(t, h.step(t.Context()))
				for _, kind := range orderingTypes {
					switch state := levelsIn(t.T, s, ws, kind); {
					case state == orderKept:
						times++
					case bound == maxSettled:
						t.Fatalf("the order by %s is %s", kind, state)
					case h.r.IntN(10) == 0:
						kept(t.T, s, ws, kind)
					}
				}
				if t.Failed() {
					return
				}
			}
			if times == 0 {
				t.Error("no order was ever kept")
			}
			for _, kind := range orderingTypes {
				t.counted(s, ws, kind)
			}
			keptSoon(t.T, s, ws, graph.Follows)
			keptSoon(t.T, s, ws, graph.Causes)
		}
	})
}

// counted checks that the counter of an order is right: the writes of the store alone need no comparison.
func (t fixture) counted(s *Store, ws string, kind graph.Type) {
	t.Helper()
	counts := one[[]any](t.T, s, "MATCH (l:PlotlineLock {workspace: $ws, type: $type}) RETURN [l.relationships, "+
		"COUNT { (:Episode {workspace: $ws})-[r]->(:Episode {workspace: $ws}) WHERE type(r) = $type }] AS value", params{"ws": ws, "type": label(kind)})
	if counts[0] != counts[1] {
		t.Errorf("%v relationships by %s are counted, %v are there", counts[0], kind, counts[1])
	}
}

// openLike returns another store on the server of a store.
func openLike(t *testing.T, s *Store) *Store {
	t.Helper()
	return openAt(t, neo4jtest.Server{URI: s.config.URI, Username: s.config.Username, Password: s.config.Password}, nil)
}

// TestLevelsOfTwoProgramsAtOnce checks the orders while and after several clients of two programs change them.
func TestLevelsOfTwoProgramsAtOnce(t *testing.T) {
	onBoth(t, 2, func(t fixture) {
		t.s[0].settled, t.s[0].removed = 5, 2
		ids := makeSome(t.T, t.s[0], t.ws, 8)
		steps := tier.Pick(60, 150)
		done := make(chan error, 4)
		for i := range cap(done) {
			h := newHistory(t.T, t.s[i%2], t.ws)
			h.ids = slices.Clone(ids)
			go func() {
				for range steps {
					if err := h.step(t.Context()); err != nil {
						done <- err
						return
					}
				}
				done <- nil
			}()
		}
		for range cap(done) {
			ok(t, <-done)
		}
		for _, s := range t.s {
			keptSoon(t.T, s, t.ws, graph.Follows)
			keptSoon(t.T, s, t.ws, graph.Causes)
		}
	})
}

// byHand changes the graph as another program would.
func (t fixture) byHand(text string, p params) {
	t.Helper()
	p["ws"] = t.ws
	one[bool](t.T, t.s[0], text+" RETURN true AS value", p)
}

// chain lets each episode follow the one before it, and waits until the order is kept.
func (t fixture) chain(ids []graph.ID) {
	t.Helper()
	for i := range len(ids) - 1 {
		ok(t, second(t.s[0].AddRelationship(t.Context(), t.ws, link(ids[i], ids[i+1], graph.Follows))))
	}
	keptSoon(t.T, t.s[0], t.ws, graph.Follows)
}

// TestLevelsAfterAnotherProgram checks that the order is right soon after another program wrote.
func TestLevelsAfterAnotherProgram(t *testing.T) {
	onBoth(t, 2, func(t fixture) {
		ids := makeSome(t.T, t.s[0], t.ws, 4)
		t.chain(ids[:3])
		ends := `MATCH (a:Episode {workspace: $ws, episode_id: $from}) MATCH (b:Episode {workspace: $ws, episode_id: $to}) `
		create := ends + `CREATE (a)-[:FOLLOWS {workspace: $ws, id: randomUUID(), strength: 1.0, created_at: 1}]->(b)`
		remove := ends + `MATCH (a)-[r:FOLLOWS]->(b) DELETE r`
		between := func(from, to int) params { return params{"from": string(ids[from]), "to": string(ids[to])} }
		for _, change := range []struct {
			text string
			p    params
		}{
			{create, between(3, 0)},
			{remove, between(1, 2)},
			{`CREATE (:Episode {workspace: $ws, episode_id: randomUUID(), id: 1000, name: 'n', query: 'q', reward: 0.0,
				created_at: 1, updated_at: 1}) WITH 1 AS made MATCH (s:PlotlineSerial {workspace: $ws})
				SET s.last = 1000, s.episodes = s.episodes + 1`, params{}},
			{create, between(0, 2)},
		} {
			t.byHand(change.text, change.p)
			keptLater(t.T, t.s[1], t.ws, graph.Follows)
			keptLater(t.T, t.s[0], t.ws, graph.Follows)
		}
		t.byHand(create, between(2, 0)) // 0 → 2 → 0
		for deadline := time.Now().Add(3 * time.Minute); stateIn(t.T, t.s[0], t.ws, graph.Follows) != orderCyclic; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("the cycle is not noticed within three minutes: %s", stateIn(t.T, t.s[0], t.ws, graph.Follows))
			}
			compared(t.T, t.s[0], t.ws, graph.Follows)
		}
		keptSoon(t.T, t.s[0], t.ws, graph.Causes)
		t.byHand(remove, between(2, 0))
		t.byHand("MATCH (l:PlotlineLock {workspace: $ws, type: 'FOLLOWS'}) SET l.until = 0", params{})
		keptSoon(t.T, t.s[0], t.ws, graph.Follows)
	})
}

// TestLevelsOfALongChain puts an episode before a chain that is too long for one transaction.
func TestLevelsOfALongChain(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		const length = 600
		s := t.s[0]
		s.settled = length / 5
		ids := makeSome(t.T, s, t.ws, length)
		chain := make([]graph.Relationship, length-2)
		for i := range chain {
			chain[i] = link(ids[i+1], ids[i+2], graph.Causes)
		}
		ok(t, second(s.AddRelationships(t.Context(), t.ws, chain)))
		if state := levelsIn(t.T, s, t.ws, graph.Causes); state != orderKept {
			t.Fatalf("the order of a chain that grew at its end is %s", state)
		}
		first := link(ids[0], ids[1], graph.Causes)
		ok(t, second(s.AddRelationship(t.Context(), t.ws, first)))
		_, err := s.AddRelationship(t.Context(), t.ws, link(ids[length-1], ids[0], graph.Causes))
		if fault.CodeOf(err) != fault.Cycle {
			t.Fatalf("error %v, want that of a cycle, also while levels are out of date", err)
		}
		keptSoon(t.T, s, t.ws, graph.Causes)
		ok(t, s.RemoveRelationship(t.Context(), t.ws, first.ID))
		keptSoon(t.T, s, t.ws, graph.Causes)
	})
}

// TestLostLevels checks that orders whose levels and states somebody has removed are kept again soon, and that none is read
// before.
func TestLostLevels(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s := t.s[0]
		ids := makeSome(t.T, s, t.ws, 30)
		for i := range 29 {
			ok(t, second(s.AddRelationship(t.Context(), t.ws, link(ids[i], ids[i+1], orderingTypes[i%2]))))
		}
		t.byHand(`MATCH (e:Episode {workspace: $ws}) REMOVE e.level_follows, e.level_causes WITH count(e) AS n
			MATCH (s:PlotlineSerial {workspace: $ws}) REMOVE s.levelled WITH s
			MATCH (l:PlotlineLock {workspace: $ws}) REMOVE l.order, l.relationships, l.gap WITH count(l) AS n`, params{})
		if page, err := s.OrderPage(t.Context(), t.ws, graph.OrderQuery{Type: graph.Follows, Limit: 5}); page != nil || err != nil {
			t.Errorf("page %v, error %v", page, err)
		}
		ok(t, s.RemoveRelationship(t.Context(), t.ws, relationshipOf(t.T, s, t.ws, ids[3])))
		ok(t, second(s.DeleteEpisode(t.Context(), t.ws, ids[20])))
		makeSome(t.T, s, t.ws, 1)
		for _, kind := range orderingTypes {
			keptSoon(t.T, s, t.ws, kind)
		}
	})
}

func relationshipOf(tb testing.TB, s *Store, ws string, from graph.ID) graph.ID {
	tb.Helper()
	list, _, err := s.Relationships(tb.Context(), ws, graph.RelationshipQuery{Episode: from, Direction: graph.Outgoing})
	ok(tb, err)
	return list[0].ID
}

// TestOrderIsClaimedOnce checks that a process leaves an order to the one that has claimed it, until the claim ends. A claim
// that is further ahead than a claim lasts does not hold.
func TestOrderIsClaimedOnce(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s, o := t.s[0], orderOf{t.ws, graph.Follows}
		makeSome(t.T, s, t.ws, 2)
		set := "MATCH (l:PlotlineLock {workspace: $ws, type: 'FOLLOWS'}) SET l.order = 'unknown', l.token = 'another', l.until = $until"
		t.byHand(set, params{"until": time.Now().Add(orderClaim - time.Second).UnixMicro()})
		step, err := s.settleOrder(t.Context(), o, false)
		ok(t, err)
		if state := stateIn(t.T, s, t.ws, graph.Follows); !step.again || state != orderUnknown {
			t.Errorf("step %+v, state %s", step, state)
		}
		held, err := s.withClaim(t.Context(), o, "mine", nil)
		ok(t, err)
		if held {
			t.Error("another's claim is held")
		}
		for _, until := range []int64{0, time.Now().Add(24 * time.Hour).UnixMicro()} {
			t.byHand(set, params{"until": until})
			for tries := 0; step.again || tries == 0; tries++ {
				if step, err = s.settleOrder(t.Context(), o, false); err != nil || tries == 10 {
					t.Fatalf("until %d: %d tries, %v", until, tries, err)
				}
			}
			if state := stateIn(t.T, s, t.ws, graph.Follows); state != orderKept {
				t.Errorf("until %d: the order is %s", until, state)
			}
		}
	})
}

// TestOrderStates checks what is reported of an order that is not kept, and that it can be settled at once.
func TestOrderStates(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s := t.s[0]
		ids := makeSome(t.T, s, t.ws, 3)
		ok(t, second(s.AddRelationship(t.Context(), t.ws, link(ids[0], ids[1], graph.Follows))))
		state := func(step string, want graph.OrderState, settle bool) {
			t.Helper()
			now, err := s.OrderState(t.Context(), t.ws, graph.Follows)
			ok(t, err)
			for settle && !now.Final() {
				now, err = s.SettleOrder(t.Context(), t.ws, graph.Follows)
				ok(t, err)
			}
			if now != want {
				t.Errorf("%s: %+v, want %+v", step, now, want)
			}
		}
		state("after an add", graph.OrderState{State: graph.OrderKept}, false)
		t.byHand("MATCH (l:PlotlineLock {workspace: $ws, type: 'FOLLOWS'}) SET l.order = 'noted' "+
			"WITH l MATCH (e:Episode {workspace: $ws}) WITH e, l LIMIT 2 SET e.noted_follows = coalesce(l.generation, 0)", params{})
		state("two notes", graph.OrderState{State: graph.OrderNoted, Notes: 2}, false)
		state("settled", graph.OrderState{State: graph.OrderKept}, true)
		t.byHand("MATCH (l:PlotlineLock {workspace: $ws, type: 'FOLLOWS'}) SET l.order = 'unknown'", params{})
		state("to be computed", graph.OrderState{State: graph.OrderUnknown}, false)
		state("computed", graph.OrderState{State: graph.OrderKept}, true)
		t.byHand("MATCH (a:Episode {workspace: $ws})-[:FOLLOWS]->(b) CREATE (b)-[:FOLLOWS {workspace: $ws, id: 'x', strength: 1.0, created_at: 0}]->(a)", params{})
		state("written by hand", graph.OrderState{State: graph.OrderUnknown}, false)
		state("a cycle", graph.OrderState{State: graph.OrderCyclic}, true)
		t.byHand("MATCH (:Episode {workspace: $ws})-[r:FOLLOWS {id: 'x'}]->() DELETE r", params{})
		state("without the cycle", graph.OrderState{State: graph.OrderKept}, true)
		if counts := s.OrderCounts(); counts.Unsettled != 0 || counts.Steps < 4 || counts.Failed != 0 {
			t.Errorf("counts %+v", counts)
		}
	})
}

// TestSettlingKeepsTheMark checks that listeners do not learn of a change when only levels are computed.
func TestSettlingKeepsTheMark(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		s, o := t.s[0], orderOf{t.ws, graph.Follows}
		ids := makeSome(t.T, s, t.ws, 3)
		ok(t, second(s.AddRelationship(t.Context(), t.ws, link(ids[0], ids[1], graph.Follows))))
		before, err := s.Changes(t.Context(), t.ws)
		ok(t, err)
		for _, state := range []string{orderNoted, orderUnknown} {
			t.byHand("MATCH (l:PlotlineLock {workspace: $ws, type: 'FOLLOWS'}) SET l.order = $state", params{"state": state})
			for step := (orderStep{again: true}); step.again; {
				step, err = s.settleOrder(t.Context(), o, false)
				ok(t, err)
			}
			keptSoon(t.T, s, t.ws, graph.Follows)
			after, err := s.Changes(t.Context(), t.ws)
			ok(t, err)
			if after != before {
				t.Errorf("after an order that was %s, the mark is %s, and was %s", state, after, before)
			}
		}
	})
}

// TestPageUnderLoad checks that a steady load of other workspaces does not keep a page from being read.
func TestPageUnderLoad(t *testing.T) {
	onBoth(t, 2, func(t fixture) {
		ids := makeSome(t.T, t.s[0], t.ws, 20)
		t.chain(ids)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 4)
		for range cap(done) {
			ws := workspace(t.T, neo4jtest.LTS)
			h := newHistory(t.T, t.s[1], ws)
			go func() {
				for ctx.Err() == nil {
					if err := h.step(context.WithoutCancel(ctx)); err != nil {
						done <- fmt.Errorf("in %s: %w", ws, err)
						return
					}
				}
				done <- nil
			}()
		}
		read, none := 0, 0
		for range tier.Pick(100, 300) {
			if kept(t.T, t.s[0], t.ws, graph.Follows) {
				read++
			} else {
				none++
			}
		}
		cancel()
		for range cap(done) {
			ok(t, <-done)
		}
		if t.Logf("%d pages, %d were computed", read, none); none > read {
			t.Errorf("%d pages were read, %d had to be computed", read, none)
		}
	})
}

// TestOrderPlans checks that a page reads ranges of its index in their order,
// and that a search behind an episode looks at each episode once.
func TestOrderPlans(t *testing.T) {
	onBoth(t, 1, func(t fixture) {
		ok(t, second(t.s[0].Status(t.Context())))
		for _, kind := range orderingTypes {
			page := explain(t.T, t.s[0], orderPage.of(graph.Outgoing, kind).text)
			index := "RANGE INDEX e:Episode(workspace, level_" + string(kind) + ", created_at, id)"
			for part, want := range map[string]int{index: 3, "+NodeIndexSeek": 3, "+Limit": 3, "+Top": 1, "+Sort": 1, "+Partial": 0} {
				if got := strings.Count(page, part); got != want { // the sorts are those of the parts together, and of the predecessors
					t.Errorf("%d %s, want %d, in\n%s", got, part, want, page)
				}
			}
			for _, has := range []struct {
				f    *statementFile
				want string
			}{
				{readAround, "+VarLengthExpand(Pruning,BFS"},
				{pageNotes, "(workspace, noted_" + string(kind) + ")"},
			} {
				if plan := explain(t.T, t.s[0], has.f.of(graph.Outgoing, kind).text); !strings.Contains(plan, has.want) {
					t.Errorf("%s: no %s in\n%s", has.f.name, has.want, plan)
				}
			}
		}
	})
}
