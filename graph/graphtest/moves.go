package graphtest

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"plotline/graph"
	"plotline/internal/fault"
)

var movesTopic = topic{"moves", []testCase{
	{"a workspace that never moved", neverMoved},
	{"numbers", countedNumbers},
	{"the state changes from the one that was read", stateWasRead},
	{"closed and gone reject writes, and answer reads", movedRejectsWrites},
	{"arriving admits the writes of the move", arrivingAdmitsMove},
	{"a workspace that moves is not deleted", movingIsNotDeleted},
	{"writers meanwhile", closeWhileWriting},
}}

// The states of a move, as tests set them.
var (
	closedHome   = graph.Residence{State: graph.Closed, Move: "m 1", Place: "there"}
	goneHome     = graph.Residence{State: graph.Gone, Move: "m", Place: "there"}
	arrivingHome = graph.Residence{State: graph.Arriving, Move: "m 2", Place: "here"}
)

// setHome changes the state of the workspace.
func (w *world) setHome(t tester, was, now graph.Residence) {
	t.Helper()
	ok(t, w.SetResidence(t.Context(), w.ws, was, now))
	w.livesAt(t, now)
}

func (w *world) livesAt(t tester, want graph.Residence) {
	t.Helper()
	got, err := w.Residence(t.Context(), w.ws)
	ok(t, err)
	same(t, "residence", got, want)
}

func neverMoved(t tester, w *world) {
	w.livesAt(t, graph.Residence{})
	w.episodes(t, 1)
	w.livesAt(t, graph.Residence{})
}

func countedNumbers(t tester, w *world) {
	is := func(want graph.Numbers) {
		t.Helper()
		got, err := w.Numbers(t.Context(), w.ws)
		ok(t, err)
		same(t, "numbers", got, want)
	}
	is(graph.Numbers{})
	ids := w.episodes(t, 2)
	is(graph.Numbers{Episodes: 2, Last: 2})
	ok(t, second(w.DeleteEpisode(t.Context(), w.ws, ids[1])))
	is(graph.Numbers{Episodes: 1, Last: 2})
}

func stateWasRead(t tester, w *world) {
	changed := graph.ResidenceChanged(w.ws)
	refused(t, w.SetResidence(t.Context(), w.ws, goneHome, closedHome), changed)
	w.setHome(t, graph.Residence{}, closedHome)
	for _, was := range []graph.Residence{{}, goneHome, {State: graph.Closed, Move: "m 3", Place: "there"}} {
		refused(t, w.SetResidence(t.Context(), w.ws, was, goneHome), changed)
	}
	w.livesAt(t, closedHome)
	w.beside(t).livesAt(t, graph.Residence{})
	w.setHome(t, closedHome, graph.Residence{})
	w.episodes(t, 1)
}

// rejectsWrites tries every write. The workspace has three episodes or more, and a relationship.
func (w *world) rejectsWrites(t tester, want error) {
	t.Helper()
	ctx, before := t.Context(), w.state(t)
	ids := make([]graph.ID, len(before.Episodes))
	for i, e := range before.Episodes {
		ids[i] = e.EpisodeID
	}
	rejected := func(err error) {
		t.Helper()
		refused(t, err, fault.From(want))
	}
	rejected(second(w.CreateEpisodes(ctx, w.ws, graph.Batch{Episodes: []graph.NewEpisode{episode("late", 9)}})))
	rejected(second(w.CreateEpisodes(ctx, w.ws, graph.Batch{Episodes: []graph.NewEpisode{keyed("late", "key", 9), episode("later", 10)}})))
	rejected(second(w.DeleteEpisode(ctx, w.ws, ids[0])))
	ep := before.Episodes[0]
	was := ep.UpdatedAt
	ep.Reward, ep.UpdatedAt = 0.5, was+1
	rejected(w.ReplaceEpisode(ctx, w.ws, ep, was))
	for _, kind := range []graph.Type{graph.Follows, graph.RelatedTo} {
		rejected(second(w.AddRelationship(ctx, w.ws, relationship(ids[2], ids[0], kind, 1))))
		list := []graph.Relationship{relationship(ids[2], ids[0], kind, 1), relationship(ids[2], ids[1], graph.Refines, 1)}
		rejected(second(w.AddRelationships(ctx, w.ws, list)))
	}
	for _, r := range before.Relationships {
		rejected(w.RemoveRelationship(ctx, w.ws, r.ID))
		rejected(second(w.UpdateRelationship(ctx, w.ws, r.ID, graph.RelationshipChange{Strength: new(0.5)})))
		_, _, err := w.SwapRelationships(ctx, w.ws, []graph.ID{r.ID})
		rejected(err)
	}
	same(t, "what is there", w.state(t), before)
}

func movedRejectsWrites(t tester, w *world) {
	ids := w.episodes(t, 3)
	w.relate(t, ids[0], ids[1], graph.Causes, 1)
	w.relate(t, ids[1], ids[2], graph.PartOf, 1)
	was := graph.Residence{}
	for _, now := range []graph.Residence{closedHome, goneHome} {
		w.setHome(t, was, now)
		w.rejectsWrites(t, now.Admit(t.Context(), w.ws))
		was = now
	}
	w.setHome(t, was, graph.Residence{})
	ok(t, second(w.DeleteEpisode(t.Context(), w.ws, ids[0])))
}

func arrivingAdmitsMove(t tester, w *world) {
	w.setHome(t, graph.Residence{}, arrivingHome)
	mine := graph.WithMove(t.Context(), arrivingHome.Move)
	list := []graph.NewEpisode{episode("a", 0), keyed("b", "k", 1), episode("c", 2)}
	for i := range list {
		list[i].ID = int64(3 * (i + 1))
	}
	for range 2 { // repeated calls change nothing
		made, err := w.CreateEpisodes(mine, w.ws, graph.Batch{Episodes: list})
		ok(t, err)
		same(t, "number", made.Episodes[2].ID, int64(9))
	}
	rels := []graph.Relationship{
		relationship(list[0].EpisodeID, list[1].EpisodeID, graph.Causes, 1), relationship(list[1].EpisodeID, list[2].EpisodeID, graph.Refines, 0.25),
	}
	for range 2 {
		ok(t, second(w.AddRelationships(mine, w.ws, rels)))
	}
	w.rejectsWrites(t, arrivingHome.Admit(t.Context(), w.ws))
	other := graph.WithMove(t.Context(), closedHome.Move)
	one := graph.Batch{Episodes: []graph.NewEpisode{episode("d", 3)}}
	refused(t, second(w.CreateEpisodes(other, w.ws, one)), fault.From(arrivingHome.Admit(other, w.ws)))
	ok(t, second(w.CreateEpisodes(mine, w.ws, one)))
	ok(t, second(w.DeleteEpisode(mine, w.ws, one.Episodes[0].EpisodeID)))
	w.setHome(t, arrivingHome, graph.Residence{})
	same(t, "the next number", w.create(t, episode("e", 4))[0].ID, int64(11))
}

func movingIsNotDeleted(t tester, w *world) {
	w.episodes(t, 2)
	was := graph.Residence{}
	for _, now := range []graph.Residence{closedHome, arrivingHome} {
		w.setHome(t, was, now)
		_, err := w.DeleteWorkspace(t.Context(), w.ws, graph.DeletionQuery{Begin: true, Limit: 10})
		refused(t, err, graph.MovingNotDeleted(w.ws))
		was = now
	}
	same(t, "episodes", len(w.state(t).Episodes), 2)
	w.setHome(t, was, goneHome)
	w.deleteAll(t, 10)
	same(t, "episodes left", len(w.state(t).Episodes), 0)
	w.livesAt(t, goneHome)
	_, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: []graph.NewEpisode{episode("late", 0)}})
	refused(t, err, fault.From(goneHome.Admit(t.Context(), w.ws)))
}

// closeWhileWriting checks that nothing changes after the workspace was closed, and that all that was acknowledged before is
// there.
func closeWhileWriting(t tester, w *world) {
	w.episodes(t, 3)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	var writing sync.WaitGroup
	var made atomic.Int64
	for i := range 4 {
		writing.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				_, err := w.peer(i).CreateEpisodes(ctx, w.ws, graph.Batch{Episodes: []graph.NewEpisode{episode("w", n)}})
				own, is := errors.AsType[*fault.Error](err)
				switch {
				case err == nil:
					made.Add(1)
				case is && own.Code == fault.Unavailable:
					return
				case ctx.Err() == nil:
					t.Errorf("a write got %v", err)
					return
				}
			}
		})
	}
	for made.Load() < 20 && !t.Failed() {
		_, err := w.Numbers(t.Context(), w.ws)
		ok(t, err)
	}
	w.setHome(t, graph.Residence{}, closedHome)
	before := w.extent(t)
	writing.Wait()
	same(t, "what is there", w.extent(t), before)
	same(t, "acknowledged", before.Episodes, 3+int(made.Load()))
}
