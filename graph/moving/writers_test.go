package moving_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/moving"
	"plotline/internal/fault"
	"plotline/internal/input"
)

// writers write to the source until they are stopped, and note the keys of what was acknowledged.
type writers struct {
	mover

	end  context.CancelFunc
	done sync.WaitGroup

	made  atomic.Int64 // changes that were acknowledged
	left  atomic.Int64 // changes until the writers slow down
	begun atomic.Bool  // the destination rejects writes

	mu   sync.Mutex
	keys map[string]graph.NewEpisode
}

func startWriters(t *testing.T, m mover, count int) *writers {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	w := &writers{mover: m, end: end, keys: map[string]graph.NewEpisode{}}
	handles := []moving.Store{m.from.open(t), m.from.open(t)}
	target := m.to.open(t)
	for i := range count {
		w.done.Go(func() { w.write(ctx, t, handles[i%2], target) })
	}
	t.Cleanup(w.stop)
	return w
}

// wait waits until there is something to copy or to follow. The first write to a Neo4j can take seconds.
func (w *writers) wait(t *testing.T) {
	t.Helper()
	for began, before := time.Now(), w.made.Load(); w.made.Load() < before+16; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatal("the writers write nothing")
		}
	}
}

func (w *writers) stop() {
	w.end()
	w.done.Wait()
}

// write makes random changes. What it is not allowed at the source must not be allowed at the destination either.
func (w *writers) write(ctx context.Context, t *testing.T, source, target moving.Store) {
	t.Helper()
	var ids, rels []graph.ID
	for n := int64(1); ctx.Err() == nil; n++ {
		time.Sleep(w.pause())
		err := w.change(ctx, source, &ids, &rels)
		switch fault.CodeOf(err) {
		case "":
			w.made.Add(1)
		case fault.Cycle, fault.NotFound, fault.AlreadyExists, fault.Cancelled, fault.Timeout:
		case fault.Unavailable, fault.Conflict:
			if !strings.Contains(err.Error(), "moved to the new place") && !strings.Contains(err.Error(), "Episode ") {
				t.Errorf("%v", err)
			}
		default:
			t.Errorf("%v", err)
		}
		if began := w.begun.Load(); began && n%16 == 0 {
			e := newEpisode()
			e.Name = "probe"
			_, err := target.CreateEpisodes(ctx, w.target, graph.Batch{Episodes: []graph.NewEpisode{e}})
			if state, read := source.Residence(ctx, w.source); err == nil && read == nil && state.State != graph.Gone {
				t.Errorf("both places accept writes: %+v", state)
			}
		}
	}
}

// pause is longer after many changes, because a file takes changes faster than Neo4j can follow.
func (w *writers) pause() time.Duration {
	if w.left.Add(-1) < 0 {
		return 200 * time.Millisecond
	}
	return 10 * time.Millisecond
}

func newEpisode() graph.NewEpisode {
	now := graph.TimeOf(time.Now())
	id := graph.NewID()
	return graph.NewEpisode{
		Episode: graph.Episode{EpisodeID: id, Name: "n", Query: "q", Reward: 0.5, Tags: []string{"a"}, CreatedAt: now, UpdatedAt: now},
		Key:     "key " + string(id), Digest: "d",
	}
}

// change makes one change.
func (w *writers) change(ctx context.Context, s moving.Store, ids, rels *[]graph.ID) error {
	one := func(list []graph.ID) graph.ID { return list[rand.N(len(list))] } //nolint:gosec // a draw
	switch kind := rand.N(10); {                                             //nolint:gosec // a draw
	case kind < 3 || len(*ids) < 3:
		e := newEpisode()
		_, err := s.CreateEpisodes(ctx, w.source, graph.Batch{Episodes: []graph.NewEpisode{e}})
		if err == nil {
			*ids = append(*ids, e.EpisodeID)
			w.mu.Lock()
			w.keys[e.Key] = e
			w.mu.Unlock()
		}
		return err
	case kind < 4:
		id := one(*ids)
		old, _, err := s.Episode(ctx, w.source, id)
		if err != nil {
			return err
		}
		next := old
		next.Reflection, next.UpdatedAt = fmt.Sprint("learned ", rand.Int()), old.UpdatedAt+1 //nolint:gosec // a draw
		return s.ReplaceEpisode(ctx, w.source, next, old.UpdatedAt)
	case kind < 5:
		id := one(*ids)
		_, err := s.DeleteEpisode(ctx, w.source, id)
		if err == nil {
			w.mu.Lock()
			delete(w.keys, "key "+string(id))
			w.mu.Unlock()
		}
		return err
	case kind < 8 || len(*rels) == 0:
		r := graph.Relationship{
			ID: graph.NewID(), From: one(*ids), To: one(*ids), Type: graph.Types()[rand.N(6)], Strength: 0.5, //nolint:gosec // a draw
			CreatedAt: graph.TimeOf(time.Now()),
		}
		if r.From == r.To {
			return nil
		}
		_, err := s.AddRelationship(ctx, w.source, r)
		if err == nil {
			*rels = append(*rels, r.ID)
		}
		return err
	case kind < 9:
		strength, metadata := rand.Float64(), input.Object(`{"a":1}`) //nolint:gosec // a draw
		_, err := s.UpdateRelationship(ctx, w.source, one(*rels), graph.RelationshipChange{Strength: &strength, Metadata: &metadata})
		return err
	}
	return s.RemoveRelationship(ctx, w.source, one(*rels))
}

// checkKeys repeats every acknowledged call that had a key at the destination.
func (w *writers) checkKeys(t *testing.T) {
	t.Helper()
	target := w.to.open(t)
	for _, e := range w.keys {
		again := e
		again.EpisodeID = graph.NewID()
		made, err := target.CreateEpisodes(t.Context(), w.target, graph.Batch{Episodes: []graph.NewEpisode{again}})
		ok(t, err)
		if made.Episodes[0].EpisodeID != e.EpisodeID {
			t.Fatalf("the key of %s gave %s", e.EpisodeID, made.Episodes[0].EpisodeID)
		}
	}
	t.Logf("%d acknowledged keys", len(w.keys))
}
