package sqlitestore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/fault"
)

// withSettled sets how many episodes a transaction looks at to settle levels.
func withSettled(n int) Option { return func(s *Store) { s.settled = n } }

// withSearches sets how many episodes a transaction looks at to find cycles.
func withSearches(n int) Option { return func(s *Store) { s.searches = n } }

// TestLongSearchesAreRefused checks that a list whose check for cycles takes too long stores nothing, that half of it may be
// stored, and that a single relationship always is.
func TestLongSearchesAreRefused(t *testing.T) {
	t.Parallel()
	const length = 300
	s := newStore(t, withSearches(3*length), withSettled(20)) // so that the order is not kept, and each is searched for
	names := make([]string, 2*length)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	ids := create(t, s, names...)
	var chains []graph.Relationship
	for i := range 2*length - 1 {
		if i != length-1 { // two chains
			chains = append(chains, relationship(ids[i], ids[i+1], graph.Follows))
		}
	}
	for some := range slices.Chunk(chains, 50) {
		ok(t, second(s.AddRelationships(t.Context(), ws, some)))
	}
	between := make([]graph.Relationship, 0, 20)
	for i := range 20 { // from the end of the second to the beginning of the first
		between = append(between, relationship(ids[2*length-1-i], ids[i], graph.Follows))
	}
	refused := fault.From(second(s.AddRelationships(t.Context(), ws, between)))
	if refused == nil || refused.Code != fault.TooLarge || !strings.Contains(refused.Details, "send them in several calls of at most") {
		t.Fatalf("error %v", refused)
	}
	part, err := s.Projection(t.Context(), ws, graph.Follows, nil)
	ok(t, err)
	same(t, "relationships after the refusal", len(part.Edges), len(chains))
	for _, rel := range between {
		ok(t, second(s.AddRelationship(t.Context(), ws, rel)))
	}
	part, err = s.Projection(t.Context(), ws, graph.Follows, nil)
	ok(t, err)
	same(t, "relationships", len(part.Edges), len(chains)+len(between))
}

// kept compares the kept order with one that is computed from nothing, if the store keeps it, and reports whether it
// does.
func kept(tb testing.TB, s *Store, t graph.Type) bool {
	tb.Helper()
	page, err := s.OrderPage(tb.Context(), ws, graph.OrderQuery{Type: t, Limit: 1 << 30})
	ok(tb, err)
	if page == nil {
		return false
	}
	same(tb, fmt.Sprintf("order by %s", t), page, graphtest.ComputedOrder(tb, s, ws, t))
	return true
}

// keptSoon waits until the store keeps the order again, and compares it.
func keptSoon(tb testing.TB, s *Store, t graph.Type) {
	tb.Helper()
	for deadline := time.Now().Add(3 * time.Minute); !kept(tb, s, t); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			tb.Fatalf("the order by %s is not kept after three minutes", t)
		}
	}
}

// history changes a store at random.
type history struct {
	s   *Store
	r   *rand.Rand
	ids []graph.ID
	rel []graph.ID
}

func (h *history) pick(list []graph.ID) graph.ID { return list[h.r.IntN(len(list))] }

func (h *history) some() graph.Relationship {
	return relationship(h.pick(h.ids), h.pick(h.ids), orderingTypes[h.r.IntN(2)])
}

// step does one change. What the store rejects changes nothing.
func (h *history) step(ctx context.Context) error {
	switch n := h.r.IntN(20); {
	case n < 3 || len(h.ids) < 4:
		e := episode(strconv.Itoa(h.r.Int()))
		_, err := h.s.CreateEpisodes(ctx, ws, graph.Batch{Episodes: []graph.NewEpisode{e}})
		h.ids = append(h.ids, e.EpisodeID)
		return err
	case n < 12:
		rel := h.some()
		if rel.From != rel.To && second(h.s.AddRelationship(ctx, ws, rel)) == nil {
			h.rel = append(h.rel, rel.ID)
		}
	case n < 14:
		if list := []graph.Relationship{h.some(), h.some(), h.some()}; !slices.ContainsFunc(list, func(r graph.Relationship) bool { return r.From == r.To }) {
			_ = second(h.s.AddRelationships(ctx, ws, list))
		}
	case n < 18 && len(h.rel) > 0:
		_ = h.s.RemoveRelationship(ctx, ws, h.pick(h.rel))
	case n == 19:
		_, _ = h.s.DeleteEpisode(ctx, ws, h.pick(h.ids))
	}
	return nil
}

// TestLevelsOfRandomHistories checks the kept orders after every change. With a small bound, most changes leave work for
// the settler.
func TestLevelsOfRandomHistories(t *testing.T) {
	t.Parallel()
	for _, bound := range []int{maxSettled, 40, 3} {
		t.Run(strconv.Itoa(bound), func(t *testing.T) {
			t.Parallel()
			s := newStore(t, withSettled(bound))
			seed := rand.Uint64() //nolint:gosec // as below
			t.Logf("seed %d", seed)
			h := &history{s: s, r: rand.New(rand.NewPCG(seed, 1))} //nolint:gosec // a test's history
			times := 0
			for range 500 {
				ok(t, h.step(t.Context()))
				for _, kind := range orderingTypes {
					if kept(t, s, kind) {
						times++
					} else if bound == maxSettled {
						t.Fatalf("the order by %s is not kept", kind)
					}
				}
				if t.Failed() {
					return
				}
			}
			if times == 0 {
				t.Error("no order was ever kept")
			}
			keptSoon(t, s, graph.Follows)
			keptSoon(t, s, graph.Causes)
		})
	}
}

// TestLevelsOfTwoProgramsAtOnce checks the orders after two stores have changed one file at once.
func TestLevelsOfTwoProgramsAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	stores := []*Store{storeAt(t, path, withSettled(5)), storeAt(t, path)}
	ids := create(t, stores[0], "a", "b", "c", "d", "e", "f", "g", "h")
	done := make(chan error, 4)
	for i := range cap(done) {
		go func() {
			h := &history{s: stores[i%2], r: rand.New(rand.NewPCG(uint64(i), 7)), ids: slices.Clone(ids)} //nolint:gosec // as above
			for range 150 {
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
	for _, s := range stores {
		keptSoon(t, s, graph.Follows)
		keptSoon(t, s, graph.Causes)
	}
}

// TestLevelsAfterAnotherProgram checks that the order is never wrong after another program wrote.
func TestLevelsAfterAnotherProgram(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := create(t, s, "a", "b", "c", "d")
	db := raw(t, s.path)
	insert := `INSERT INTO relationship (src, type, dst, strength, id, created_at, workspace)
		SELECT a.key, 0, b.key, 1, '%s', 0, a.workspace FROM episode a, episode b WHERE a.id = '%s' AND b.id = '%s'`
	for _, pair := range [][2]int{{0, 1}, {1, 2}, {0, 2}} { // to the end of a chain, and to a higher level
		execRaw(t, db, insert, graph.NewID(), ids[pair[0]], ids[pair[1]])
		same(t, "the order is kept at once", kept(t, s, graph.Follows), true)
	}
	execRaw(t, db, insert, graph.NewID(), ids[3], ids[0])
	keptSoon(t, s, graph.Follows)
	execRaw(t, db, "UPDATE relationship SET dst = (SELECT key FROM episode WHERE id = '%s') WHERE src = (SELECT key FROM episode WHERE id = '%s')", ids[2], ids[3])
	keptSoon(t, s, graph.Follows)
	execRaw(t, db, "DELETE FROM relationship WHERE src = (SELECT key FROM episode WHERE id = '%s')", ids[1])
	keptSoon(t, s, graph.Follows)
	execRaw(t, db, "UPDATE episode SET created_at = created_at - 5 WHERE id = '%s'", ids[2])
	keptSoon(t, s, graph.Follows)

	closing := graph.NewID()
	execRaw(t, db, insert, closing, ids[1], ids[0]) // a → b → a
	state := func() (state int) {
		_ = db.QueryRowContext(t.Context(), "SELECT state FROM order_state WHERE ordering % 2 = 0").Scan(&state)
		return state
	}
	for deadline := time.Now().Add(time.Minute); state() != cyclic; time.Sleep(5 * time.Millisecond) {
		if kept(t, s, graph.Follows) || time.Now().After(deadline) {
			t.Fatal("an order with a cycle is kept, or the cycle was never noticed")
		}
	}
	path, err := s.FindCycle(t.Context(), ws, ids[2], ids[3], graph.Follows)
	ok(t, err)
	if path == nil {
		t.Error("c → d closes the cycle d → c")
	}
	keptSoon(t, s, graph.Causes)
	execRaw(t, db, "UPDATE order_state SET until = 0")
	ok(t, s.RemoveRelationship(t.Context(), ws, closing))
	keptSoon(t, s, graph.Follows)
}

// TestOrderStates checks what is reported of an order that another program changed, and that it can be settled at once.
func TestOrderStates(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	ids := create(t, s, "a", "b", "c")
	ok(t, second(s.AddRelationship(t.Context(), ws, relationship(ids[0], ids[1], graph.Follows))))
	state := func(step string, want graph.OrderState, settle bool) {
		t.Helper()
		now, err := s.OrderState(t.Context(), ws, graph.Follows)
		ok(t, err)
		for settle {
			now, err = s.SettleOrder(t.Context(), ws, graph.Follows)
			ok(t, err)
			settle = !now.Final()
		}
		if now != want {
			t.Errorf("%s: %+v, want %+v", step, now, want)
		}
	}
	db := raw(t, s.path)
	state("after an add", graph.OrderState{State: graph.OrderKept}, false)
	closing := graph.NewID()
	execRaw(t, db, `INSERT INTO relationship (src, type, dst, strength, id, created_at, workspace)
		SELECT a.key, 0, b.key, 1, '%s', 0, a.workspace FROM episode a, episode b WHERE a.id = '%s' AND b.id = '%s'`, closing, ids[1], ids[0])
	state("written by hand", graph.OrderState{State: graph.OrderNoted, Notes: 1}, false)
	state("a cycle", graph.OrderState{State: graph.OrderCyclic}, true)
	execRaw(t, db, "DELETE FROM relationship WHERE id = '%s'", closing)
	state("without the cycle", graph.OrderState{State: graph.OrderKept}, true)
	execRaw(t, db, "INSERT INTO order_state (ordering, state) SELECT 2 * key, 1 FROM workspace")
	state("to be computed", graph.OrderState{State: graph.OrderUnknown}, false)
	state("computed", graph.OrderState{State: graph.OrderKept}, true)
	if counts := s.OrderCounts(); counts.Steps < 3 || counts.Failed != 0 {
		t.Errorf("counts %+v", counts)
	}
}

// TestLevelsOfALongChain puts an episode before a chain that is too long for one transaction.
func TestLevelsOfALongChain(t *testing.T) {
	t.Parallel()
	const length = 5_000
	s := newStore(t, withSettled(length/5))
	names := make([]string, length)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	var ids []graph.ID
	for some := range slices.Chunk(names, 1000) {
		ids = append(ids, create(t, s, some...)...)
	}
	chain := make([]graph.Relationship, length-2)
	for i := range chain {
		chain[i] = relationship(ids[i+1], ids[i+2], graph.Causes)
	}
	for some := range slices.Chunk(chain, length/20) {
		ok(t, second(s.AddRelationships(t.Context(), ws, some)))
	}
	if !kept(t, s, graph.Causes) {
		t.Fatal("the order of a chain that grew at its end is not kept")
	}
	first := relationship(ids[0], ids[1], graph.Causes)
	ok(t, second(s.AddRelationship(t.Context(), ws, first)))
	_, err := s.AddRelationship(t.Context(), ws, relationship(ids[length-1], ids[0], graph.Causes))
	if fault.CodeOf(err) != fault.Cycle {
		t.Fatalf("error %v, want that of a cycle, also while levels are out of date", err)
	}
	keptSoon(t, s, graph.Causes)
	ok(t, s.RemoveRelationship(t.Context(), ws, first.ID))
	keptSoon(t, s, graph.Causes)
}

// TestLevelsOfUnknownOrders checks that orders whose levels are all to be computed, as after a repair, are kept soon after
// the first write or page.
func TestLevelsOfUnknownOrders(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	s := storeAt(t, path)
	names := make([]string, 300)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	ids := create(t, s, names...)
	var rels []graph.Relationship
	for i := 20; i < len(ids); i++ {
		rels = append(rels, relationship(ids[i], ids[i-7], []graph.Type{graph.Follows, graph.Causes}[i%2]))
	}
	ok(t, second(s.AddRelationships(t.Context(), ws, rels)))
	ok(t, s.Close())
	db := raw(t, path)
	execRaw(t, db, "UPDATE episode_order SET follows = 99, causes = 99")
	execRaw(t, db, "INSERT INTO order_state (ordering, state) SELECT 2 * w.key + t.value, 1 FROM workspace w CROSS JOIN json_each('[0, 1]') t")
	ok(t, db.Close())
	s = storeAt(t, path)
	ok(t, s.RemoveRelationship(t.Context(), ws, rels[40].ID))
	_, err := s.DeleteEpisode(t.Context(), ws, ids[299]) // the last: its key is free again
	ok(t, err)
	create(t, s, "new")
	keptSoon(t, s, graph.Follows)
	keptSoon(t, s, graph.Causes)
}

// TestOrdersTakeTurns checks that the settler comes to every order, although the first ones always have something to do.
func TestOrdersTakeTurns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	s := storeAt(t, path)
	for _, workspace := range []string{"a", "b", "c"} {
		_, err := s.CreateEpisodes(t.Context(), workspace, graph.Batch{Episodes: []graph.NewEpisode{{Episode: graph.Episode{
			EpisodeID: graph.NewID(), Name: "a", Query: "a",
		}}}})
		ok(t, err)
	}
	ok(t, s.Close())
	db := raw(t, path)
	execRaw(t, db, "INSERT INTO order_state (ordering, state) SELECT 2 * w.key + t.value, 1 FROM workspace w CROSS JOIN json_each('[0, 1]') t")
	ok(t, db.Close())
	s = storeAt(t, path)
	seen := map[int64]int{}
	var last int64
	for range 12 {
		o, err := read(t.Context(), s, func(q *session) (order, error) {
			o, _ := first(t.Context(), q, findUnsettled, orderFields, time.Now().UnixMicro(), last, time.Now().Add(orderClaim).UnixMicro())
			return o, nil
		})
		ok(t, err)
		last = o.ordering
		seen[last]++
	}
	same(t, "turns of each order", seen, map[int64]int{2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2})
}

// TestLevelsOfAReusedKey checks that a level that was computed for a deleted episode does not reach the episode that has
// its key now.
func TestLevelsOfAReusedKey(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	create(t, s, "a")
	o, token := order{ordering: 2, state: unknown}, "mine"
	ok(t, change(t.Context(), s, func(q *session) error {
		q.claimOrder(t.Context(), o, token)
		if !q.putLevels(t.Context(), o, token, []levelRow{{key: 1, serial: 99, level: 5}}) {
			t.Error("the claim is not held")
		}
		if q.putLevels(t.Context(), o, "another", []levelRow{{key: 1, serial: 1, level: 5}}) {
			t.Error("another's claim is held")
		}
		q.exec(t.Context(), deleteOrderState, o.ordering)
		return nil
	}))
	if !kept(t, s, graph.Follows) {
		t.Error("the order is not kept")
	}
}

// TestOrderClaimedAhead checks that a claim of a clock that was far ahead keeps nobody from computing the order.
func TestOrderClaimedAhead(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	create(t, s, "a", "b")
	execRaw(t, raw(t, s.path), "INSERT INTO order_state (ordering, state, token, until) SELECT 2 * key, 1, 'another', %d FROM workspace",
		time.Now().Add(24*time.Hour).UnixMicro())
	found, err := read(t.Context(), s, func(q *session) (bool, error) {
		_, found := first(t.Context(), q, findUnsettled, orderFields, time.Now().UnixMicro(), int64(0), time.Now().Add(orderClaim).UnixMicro())
		return found, nil
	})
	ok(t, err)
	state, err := s.SettleOrder(t.Context(), ws, graph.Follows)
	ok(t, err)
	if want := (graph.OrderState{State: graph.OrderKept}); !found || state != want {
		t.Errorf("found by the settler: %t; settled: %+v", found, state)
	}
}
