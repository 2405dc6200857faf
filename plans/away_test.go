//go:build unix

package plans_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
	"plotline/graph/outbox"
	"plotline/graph/sqlitestore"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/plans"
)

// flaky is a memory that is unavailable for a number of calls, or hangs.
type flaky struct {
	outbox.Memory
	away  atomic.Int64
	hangs atomic.Bool
	calls atomic.Int64
	lost  atomic.Bool // the next episode is created, but the caller gets an error
}

func (f *flaky) CreateEpisode(ctx context.Context, by audit.Caller, in graph.CreateEpisodeInput) (graph.CreateEpisodeOutput, error) {
	f.calls.Add(1)
	if f.hangs.Load() {
		<-ctx.Done()
		return graph.CreateEpisodeOutput{}, fault.From(ctx.Err())
	}
	if f.away.Add(-1) >= 0 {
		return graph.CreateEpisodeOutput{}, fault.New(fault.Unavailable, "away")
	}
	out, err := f.Memory.CreateEpisode(ctx, by, in)
	if f.lost.CompareAndSwap(true, false) {
		return graph.CreateEpisodeOutput{}, errors.Join(err, fault.New(fault.Unavailable, "lost"))
	}
	return out, err
}

func (f *flaky) AddRelationship(ctx context.Context, by audit.Caller, in graph.AddRelationshipInput) (graph.AddRelationshipOutput, error) {
	if f.away.Add(-1) >= 0 {
		return graph.AddRelationshipOutput{}, fault.New(fault.Unavailable, "away")
	}
	return f.Memory.AddRelationship(ctx, by, in)
}

// forgetful returns a world with such a memory.
func forgetful(t *testing.T, files ...string) (*world, *flaky) {
	t.Helper()
	w := newWorld(t, files...)
	f := &flaky{Memory: w.graph}
	return w.with(func(c *plans.Config) { c.Memory = f }), f
}

// running runs the service until all episodes are written.
func (w *world) running(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var over sync.WaitGroup
	over.Go(func() { w.Run(ctx) })
	w.settled(t)
	stop()
	over.Wait()
}

// settled waits until every decision and every undo has a link in a chain.
func (w *world) settled(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		owed := 0
		for _, by := range []audit.Caller{person, everybody.person} {
			out, err := w.ListPlans(t.Context(), by, plans.ListInput{})
			must(t, err)
			for _, p := range out.Plans {
				if p.Status != plans.Pending && p.Workspace != "" {
					owed++
				}
				if p.UndoneAt != nil {
					owed++
				}
				owed -= w.chained(t, p.ID)
			}
		}
		if owed == 0 {
			return
		}
	}
	t.Fatal("episodes are still owed")
}

// chained returns the number of links of a plan.
func (w *world) chained(t *testing.T, id string) (links int) {
	t.Helper()
	chains, err := filepath.Glob(filepath.Join(w.config.DataDir, "plans", ".episodes", "*.json"))
	must(t, err)
	for _, path := range chains {
		raw, err := os.ReadFile(path)
		must(t, err)
		links += strings.Count(string(raw), id)
	}
	return links
}

// TestStoreUnavailable checks that a decision succeeds while the store is unavailable. When the store is back,
// the episode is written once, with the same relationships.
func TestStoreUnavailable(t *testing.T) {
	t.Parallel()
	w, memory := forgetful(t, "a.mkv")
	memory.away.Store(1 << 40)
	_, err := w.apply(t, w.ready(t, plans.Recognise, row{path: "a.mkv"}))
	must(t, err)
	id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	_, err = w.apply(t, id)
	must(t, err)
	_, err = w.undo(t, id)
	must(t, err)
	if n := len(w.story(t, agent).episodes); n != 0 {
		t.Fatalf("%d episodes", n)
	}
	memory.away.Store(0)
	memory.lost.Store(true)            // unavailable again after the first episode, which must not be written twice
	w = w.with(func(*plans.Config) {}) // another process without any state
	w.running(t)
	s := w.story(t, agent)
	if len(s.episodes) != 3 {
		t.Fatalf("%d episodes", len(s.episodes))
	}
	same(t, "relationships", relations("0 follows 1", "1 refines 0", "2 contradicts 1"), s.relates)
	calls := memory.calls.Load()
	w.running(t)
	if memory.calls.Load() != calls {
		t.Error("episodes that are written are written again")
	}
}

// TestDecisionDuringMove checks that the episode of a decision waits while the workspace is closed for a move.
func TestDecisionDuringMove(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	store := sqlitestore.New(filepath.Join(w.base, "graph.db"))
	defer func() { must(t, store.Close()) }()
	closed := graph.Residence{State: graph.Closed, Move: "m 1", Place: "there"}
	must(t, store.SetResidence(t.Context(), agent.Workspace, graph.Residence{}, closed))
	must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}), plans.Rejected, "no"))
	if n := len(w.story(t, agent).episodes); n != 0 {
		t.Fatalf("%d episodes", n)
	}
	must(t, store.SetResidence(t.Context(), agent.Workspace, closed, graph.Residence{}))
	w.running(t)
	if n := len(w.story(t, agent).episodes); n != 1 {
		t.Errorf("%d episodes", n)
	}
}

// TestMemoryFailsAfterTheEpisode checks that a relationship that failed is added later, to the same
// episode.
func TestMemoryFailsAfterTheEpisode(t *testing.T) {
	t.Parallel()
	w, memory := forgetful(t, "a.mkv")
	for range 2 {
		memory.lost.Store(true)
		must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}), plans.Rejected, "no"))
	}
	w.running(t)
	s := w.story(t, agent)
	if len(s.episodes) != 2 || len(s.relates) != 1 {
		t.Errorf("%d episodes, %v", len(s.episodes), s.relates)
	}
}

// TestMemoryHangs checks that a store that hangs delays a decision only for a limited time.
func TestMemoryHangs(t *testing.T) {
	t.Parallel()
	w, memory := forgetful(t, "a.mkv")
	memory.hangs.Store(true)
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	_, err := w.UpdatePlan(ctx, person, plans.UpdatePlanInput{PlanID: w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}), Status: plans.Completed})
	must(t, err)
	if ctx.Err() != nil {
		t.Error("the decision waited")
	}
	memory.hangs.Store(false)
	w.running(t)
	if n := len(w.story(t, agent).episodes); n != 1 {
		t.Errorf("%d episodes", n)
	}
}

// TestAnEpisodeWasDeleted checks that a deleted episode is not written again, and that the next decision
// works without it.
func TestAnEpisodeWasDeleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}), plans.Rejected, ""))
	_, err := w.graph.DeleteEpisode(t.Context(), agent, graph.DeleteEpisodeInput{EpisodeID: graph.EpisodeRef(w.story(t, agent).episodes[0].EpisodeID)})
	must(t, err)
	must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "c.mkv"}), plans.Completed, ""))
	w.running(t)
	s := w.story(t, agent)
	if len(s.episodes) != 1 || s.episodes[0].Reward != 1 || len(s.relates) != 0 {
		t.Errorf("%d episodes, %v", len(s.episodes), s.relates)
	}
}

// TestCorruptChain checks that a corrupt file of one folder does not block the episodes of other
// folders.
func TestCorruptChain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}), plans.Rejected, ""))
	chains, err := filepath.Glob(filepath.Join(w.config.DataDir, "plans", ".episodes", "*.json"))
	must(t, err)
	must(t, os.WriteFile(chains[0], []byte("{"), 0o600))
	must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}), plans.Rejected, "")) // its episode cannot be written
	out, err := w.BeginRename(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder + "2"})
	must(t, err)
	without := w.with(func(c *plans.Config) { c.Memory = nil })
	must(t, without.decide(t, out.TaskID, plans.Rejected, ""))
	ctx, stop := context.WithCancel(t.Context())
	var over sync.WaitGroup
	over.Go(func() { w.Run(ctx) })
	for end := time.Now().Add(patience); w.chained(t, out.TaskID) == 0 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	over.Wait()
	if n := len(w.story(t, agent).episodes); n != 2 {
		t.Errorf("%d episodes", n)
	}
}

// notebook is a memory that only counts.
type notebook struct{ episodes, relationships atomic.Int64 }

func (n *notebook) CreateEpisode(context.Context, audit.Caller, graph.CreateEpisodeInput) (graph.CreateEpisodeOutput, error) {
	n.episodes.Add(1)
	return graph.CreateEpisodeOutput{CreatedEpisode: graph.CreatedEpisode{EpisodeID: graph.NewID()}}, nil
}

func (n *notebook) AddRelationship(context.Context, audit.Caller, graph.AddRelationshipInput) (graph.AddRelationshipOutput, error) {
	n.relationships.Add(1)
	return graph.AddRelationshipOutput{}, nil
}

// TestEpisodesOfAnotherProcess checks that a long-running process writes, within minutes, the episode of a
// command that decided without a store.
func TestEpisodesOfAnotherProcess(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	kept := &notebook{}
	command, id := w.with(func(c *plans.Config) { c.Memory = nil }), w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	server := w.with(func(c *plans.Config) { c.Memory = kept })
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		go server.Run(ctx)
		time.Sleep(time.Second) // of the test's fake clock
		must(t, command.decide(t, id, plans.Rejected, ""))
		for range 2 {
			time.Sleep(2 * time.Minute)
			if n := kept.episodes.Load(); n != 1 {
				t.Errorf("%d episodes", n)
			}
		}
		stop()
		synctest.Wait()
	})
}
