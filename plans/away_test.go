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
	"plotline/graph/audit"
	"plotline/graph/fault"
	"plotline/graph/outbox"
	"plotline/plans"
)

// flaky is a memory that is away for a number of calls, or lets them hang.
type flaky struct {
	outbox.Memory
	away  atomic.Int64
	hangs atomic.Bool
	calls atomic.Int64
	lost  atomic.Bool // the next episode is made, and its maker does not hear of it
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

// forgetful is a world over such a memory.
func forgetful(t *testing.T, files ...string) (*world, *flaky) {
	t.Helper()
	w := newWorld(t, files...)
	f := &flaky{Memory: w.graph}
	return w.with(func(c *plans.Config) { c.Memory = f }), f
}

// running runs the service until what is owed was looked for.
func (w *world) running(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var over sync.WaitGroup
	over.Go(func() { w.Run(ctx) })
	w.settled(t)
	stop()
	over.Wait()
}

// settled waits until every decision, and every undo, of ours stands in a chain.
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

// chained is how many links a plan has.
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

// TestMemoryAway: a store that is away does not stop a decision; the episode is written when it is back,
// once, and related as it would have been.
func TestMemoryAway(t *testing.T) {
	t.Parallel()
	w, memory := forgetful(t, "a.mkv")
	memory.away.Store(1 << 40)
	_, err := w.apply(t, w.ready(t, plans.Recognize, row{path: "a.mkv"}))
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
	memory.lost.Store(true)            // and is away again after the first episode, which is not written twice
	w = w.with(func(*plans.Config) {}) // in another process, which knows of nothing
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

// TestMemoryFailsAfterTheEpisode: a relationship that could not be added is added later, to the same
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

// TestMemoryHangs: a store that does not answer delays a decision by no more than its own patience.
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

// TestAnEpisodeWasDeleted: what somebody removed from the graph stays away, and the next decision is
// written without it.
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

// TestACorruptChain: the file of one folder's decisions keeps no other folder's from being written.
func TestACorruptChain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}), plans.Rejected, ""))
	chains, err := filepath.Glob(filepath.Join(w.config.DataDir, "plans", ".episodes", "*.json"))
	must(t, err)
	must(t, os.WriteFile(chains[0], []byte("{"), 0o600))
	must(t, w.decide(t, w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}), plans.Rejected, "")) // which cannot be written
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

// TestWhatAnotherProcessOwes: a command that decided while its store was away is long gone when it is back:
// a process that stays finds what it owes, within minutes.
func TestWhatAnotherProcessOwes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "a.mkv")
	kept := &notebook{}
	command, id := w.with(func(c *plans.Config) { c.Memory = nil }), w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	server := w.with(func(c *plans.Config) { c.Memory = kept })
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		go server.Run(ctx)
		time.Sleep(time.Second) // by the bubble's clock
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
