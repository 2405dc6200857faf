package neo4jstore

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/groupcommit"
	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
)

// groupFixture is a store and five episodes. Another process holds the lock of follows. The first add waits for it on the
// server, and the others wait for the first.
type groupFixture struct {
	*testing.T
	s       *Store
	ws      string
	e       []graph.ID
	release func()
	answers []chan error
}

func newGroupFixture(t *testing.T) *groupFixture {
	t.Helper()
	s, ws := open(t, neo4jtest.LTS), workspace(t, neo4jtest.LTS)
	c := &groupFixture{T: t, s: s, ws: ws, e: makeSome(t, s, ws, 5)}
	session := s.driver.NewSession(t.Context(), neo4j.SessionConfig{})
	tx, err := session.BeginTransaction(t.Context())
	ok(t, err)
	_, err = tx.Run(t.Context(), "MERGE (l:PlotlineLock {workspace: $ws, type: 'FOLLOWS'}) SET l.holder = 'another'",
		params{"ws": ws})
	ok(t, err)
	c.release = func() {
		ok(t, tx.Rollback(context.WithoutCancel(t.Context())))
		ok(t, session.Close(context.WithoutCancel(t.Context())))
	}
	c.add(t.Context(), link(c.e[0], c.e[1], graph.Follows))
	waitFor(t, "the first to be at the server", func() bool { return c.atServer() == 1 })
	return c
}

// atServer counts the running transactions in the workspace.
func (c *groupFixture) atServer() int64 {
	c.Helper()
	result, err := neo4j.ExecuteQuery(c.Context(), c.s.driver,
		"SHOW TRANSACTIONS YIELD parameters WHERE parameters.workspace = $ws RETURN count(*)",
		params{"ws": c.ws}, neo4j.EagerResultTransformer)
	ok(c.T, err)
	n, _ := result.Records[0].Values[0].(int64)
	return n
}

// add makes one more caller wait.
func (c *groupFixture) add(ctx context.Context, rel graph.Relationship) {
	c.Helper()
	answer, before := make(chan error, 1), c.s.adds.Waiting(c.ws)
	c.answers = append(c.answers, answer)
	go func() { answer <- second(c.s.AddRelationship(ctx, c.ws, rel)) }()
	if len(c.answers) > 1 {
		waitFor(c.T, "one more to wait", func() bool { return c.s.adds.Waiting(c.ws) == before+1 })
	}
}

// get checks a caller's result. A code of "" is success.
func (c *groupFixture) get(i int, want fault.Code, details string) {
	c.Helper()
	err := <-c.answers[i]
	if want == "" {
		ok(c.T, err)
		return
	}
	wantCode(c.T, err, want, details)
}

// stored checks how many relationships lead out of an episode.
func (c *groupFixture) stored(id graph.ID, t graph.Type, want int) {
	c.Helper()
	_, rels, err := c.s.Episode(c.Context(), c.ws, id)
	ok(c.T, err)
	if got := rels.Degrees[t].Outgoing; got != want {
		c.Errorf("%d %s lead out of %s, want %d", got, t, id, want)
	}
}

// TestGroupVerdicts checks that each member of a group gets its verdict as if those before it had been stored, with
// one type or several.
func TestGroupVerdicts(t *testing.T) {
	t.Parallel()
	for name, kinds := range map[string][]graph.Type{
		"one type":      {graph.Follows},
		"ordering":      {graph.Causes, graph.Follows},
		"several types": {graph.PartOf, graph.Follows, graph.Causes},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, nobody := newGroupFixture(t), graph.NewID()
			for _, kind := range kinds {
				c.add(t.Context(), link(c.e[1], c.e[2], kind))
				c.add(t.Context(), link(c.e[1], c.e[2], kind))
				c.add(t.Context(), link(c.e[2], c.e[1], kind))
				c.add(t.Context(), link(nobody, c.e[1], kind))
				c.add(t.Context(), link(c.e[2], c.e[3], kind))
			}
			c.release()
			c.get(0, "", "")
			for i, kind := range kinds {
				c.get(5*i+1, "", "")
				there := graph.RelationshipExists("", c.e[1], c.e[2], kind)
				c.get(5*i+2, there.Code, there.Details)
				if kind.Ordering() {
					closed := graph.CycleCreated(graph.CyclePath{})
					c.get(5*i+3, closed.Code, closed.Details)
				} else {
					c.get(5*i+3, "", "")
				}
				missing := graph.EpisodeNotFound(nobody)
				c.get(5*i+4, missing.Code, missing.Details)
				c.get(5*i+5, "", "")
				c.stored(c.e[1], kind, 1)
			}
		})
	}
}

// TestOneItemFailsGroup checks that a member with a used id fails alone, and that the members after it are stored.
func TestOneItemFailsGroup(t *testing.T) {
	t.Parallel()
	for _, other := range []graph.Type{graph.Causes, graph.PartOf} {
		c := newGroupFixture(t)
		there := link(c.e[3], c.e[4], graph.Causes)
		ok(t, second(c.s.AddRelationships(t.Context(), c.ws, []graph.Relationship{there})))
		spoils := link(c.e[1], c.e[2], graph.Causes)
		spoils.ID = there.ID
		c.add(t.Context(), link(c.e[0], c.e[2], other))
		c.add(t.Context(), spoils)
		c.add(t.Context(), link(c.e[0], c.e[3], other))
		c.release()
		c.get(0, "", "")
		c.get(1, "", "")
		c.get(2, fault.Conflict, "An id in this call is already in use; use a new one")
		c.get(3, "", "")
		c.stored(c.e[0], other, 2)
		c.stored(c.e[1], graph.Causes, 0)
	}
}

// TestLeaderLeaves checks that the first caller of a group may leave at once, and that the others are served.
func TestLeaderLeaves(t *testing.T) {
	t.Parallel()
	c := newGroupFixture(t)
	ctx, leave := context.WithCancel(t.Context())
	queued, leaveQueue := context.WithCancel(t.Context())
	c.add(ctx, link(c.e[1], c.e[2], graph.Follows))
	c.add(queued, link(c.e[1], c.e[4], graph.Follows))
	c.add(t.Context(), link(c.e[2], c.e[3], graph.Follows))
	leaveQueue()
	c.get(2, fault.Cancelled, "Request was aborted")
	c.release()
	waitFor(t, "the group to be under way", func() bool { return c.s.adds.Waiting(c.ws) == 0 })
	leave()
	if err := <-c.answers[1]; err != nil { // it may have been stored already
		wantCode(t, err, fault.Cancelled, "Request was aborted")
	}
	c.get(0, "", "")
	c.get(3, "", "")
	c.stored(c.e[1], graph.Follows, 1) // the leader's, which was part of the group when it was sent
	c.stored(c.e[2], graph.Follows, 1)
}

// TestQueueLeaves checks that items of callers that leave the queue are not sent.
func TestQueueLeaves(t *testing.T) {
	t.Parallel()
	c := newGroupFixture(t)
	ctx, leave := context.WithCancel(t.Context())
	alone, leaveAlone := context.WithCancel(t.Context())
	c.add(alone, link(c.e[1], c.e[2], graph.Follows))
	leaveAlone()
	c.get(1, fault.Cancelled, "Request was aborted")
	c.add(ctx, link(c.e[1], c.e[3], graph.Follows))
	leave()
	c.get(2, fault.Cancelled, "Request was aborted")
	c.release()
	c.get(0, "", "")
	waitFor(t, "nobody to wait", func() bool { return c.s.adds.Waiting(c.ws) == 0 })
	c.stored(c.e[1], graph.Follows, 0)
}

// TestCloseDuringGroup checks that waiting callers fail when the store is closed, and that a running one is served.
func TestCloseDuringGroup(t *testing.T) {
	t.Parallel()
	c := newGroupFixture(t)
	c.add(t.Context(), link(c.e[1], c.e[2], graph.Follows))
	c.add(t.Context(), link(c.e[2], c.e[3], graph.Causes))
	ok(t, c.s.Close())
	c.release()
	c.get(0, "", "")
	c.get(1, fault.Unavailable, "The store is closed")
	c.get(2, fault.Unavailable, "The store is closed")
}

// TestCreateGroup checks that creates in a group also get their own verdicts, and numbers in their order.
func TestCreateGroup(t *testing.T) {
	t.Parallel()
	s, ws := open(t, neo4jtest.LTS), workspace(t, neo4jtest.LTS)
	keyed := func(digest string) graph.NewEpisode {
		e := newEpisode("keyed")
		e.Key, e.Digest = "k", digest
		return e
	}
	group := []graph.NewEpisode{newEpisode("a"), keyed("one"), keyed("other"), keyed("one"), newEpisode("b")}
	ok(t, second(s.UseLanguages(t.Context(), ws, analysis.English))) // makes the counter
	got, err := s.createGroup(t.Context(), englishIn(ws), group)
	ok(t, err)
	if got[2].refused == nil || got[2].refused.Details != graph.KeyReused("k", "").Details {
		t.Errorf("the key with other content: %+v", got[2])
	}
	ids, numbers := make([]graph.ID, 0, 4), make([]int64, 0, 4)
	for _, i := range []int{0, 1, 3, 4} {
		if got[i].refused != nil {
			t.Errorf("%d: %v", i, got[i].refused)
		}
		ids, numbers = append(ids, got[i].result.EpisodeID), append(numbers, got[i].result.ID)
	}
	wantIDs := []graph.ID{group[0].EpisodeID, group[1].EpisodeID, group[1].EpisodeID, group[4].EpisodeID}
	if d := cmp.Diff(wantIDs, ids); d != "" {
		t.Errorf("ids (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]int64{1, 2, 2, 3}, numbers); d != "" {
		t.Errorf("numbers (-want +got):\n%s", d)
	}
}

// TestLostAnswerOfAGroup checks that a group whose commit lost its answer is repeated, recognises its items, and gets
// the same verdicts.
func TestLostAnswerOfAGroup(t *testing.T) {
	t.Parallel()
	for _, before := range []bool{false, true} {
		s, p, ws := behind(t)
		ok(t, second(s.UseLanguages(t.Context(), ws, analysis.English))) // makes the counter
		p.Before.Store(before)
		p.Cuts.Store(1)
		made, err := s.createGroup(t.Context(), englishIn(ws), []graph.NewEpisode{newEpisode("a"), newEpisode("b"), newEpisode("c")})
		ok(t, err)
		e := []graph.ID{made[0].result.EpisodeID, made[1].result.EpisodeID, made[2].result.EpisodeID}
		for _, other := range []graph.Type{graph.Follows, graph.Refines} {
			p.Cuts.Store(1)
			verdicts, err := s.addGroup(t.Context(), ws, []graph.Relationship{
				link(e[0], e[1], graph.Follows), link(e[1], e[0], graph.Follows), link(e[1], e[2], other),
			})
			ok(t, err)
			if other == graph.Follows && verdicts[0].refused != nil || fault.CodeOf(verdicts[1].refused) != fault.Cycle || verdicts[2].refused != nil {
				t.Errorf("verdicts %+v", verdicts)
			}
		}
		_, rels, err := s.Episode(t.Context(), ws, e[1])
		ok(t, err)
		_, total, err := s.ListEpisodes(t.Context(), ws, graph.ListQuery{Limit: 1})
		ok(t, err)
		if total != 3 || rels.Degrees[graph.Follows] != (graph.Degree{Outgoing: 1, Incoming: 1}) || p.Cuts.Load() >= 0 {
			t.Errorf("%d episodes, degrees %v, %d commits were not cut", total, rels.Degrees, p.Cuts.Load())
		}
	}
}

// TestGroupWithoutServer checks that an unreachable server fails a group as a whole and tries no item alone.
func TestGroupWithoutServer(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	s := openAt(t, neo4jtest.Server{URI: "bolt://" + address}, nil)
	rel := link(graph.NewID(), graph.NewID(), graph.Follows)
	_, err := s.addGroup(t.Context(), "w", []graph.Relationship{rel, rel})
	wantCode(t, err, fault.Unavailable, "Neo4j at "+address+" cannot be reached; check that it runs and that neo4j-uri is right")
	if errors.Is(err, groupcommit.ErrApart) {
		t.Error("each would be tried alone")
	}
}
