package ledger_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"plotline/graph"
	"plotline/graph/sqlitestore"
	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/ledger"
)

// faulty is a store that violates its contract.
type faulty struct {
	graph.Store

	spared  int // number of batches stored correctly before each that is not
	changes int
	create  func(s *faulty, ctx context.Context, ws string, b graph.Batch) (graph.Created, error)
	replace func(s *faulty, ctx context.Context, ws string, e graph.Episode, was graph.Time) error
	remove  func(s *faulty, ctx context.Context, ws string, id graph.ID) error
}

var errLost = errors.New("the answer was lost")

func (s *faulty) CreateEpisodes(ctx context.Context, ws string, b graph.Batch) (graph.Created, error) {
	if s.changes++; s.create == nil || s.changes%(s.spared+1) != 0 {
		return s.Store.CreateEpisodes(ctx, ws, b)
	}
	return s.create(s, ctx, ws, b)
}

func (s *faulty) ReplaceEpisode(ctx context.Context, ws string, e graph.Episode, was graph.Time) error {
	if s.replace == nil {
		return s.Store.ReplaceEpisode(ctx, ws, e, was)
	}
	return s.replace(s, ctx, ws, e, was)
}

func (s *faulty) RemoveRelationship(ctx context.Context, ws string, id graph.ID) error {
	if s.remove == nil {
		return s.Store.RemoveRelationship(ctx, ws, id)
	}
	return s.remove(s, ctx, ws, id)
}

// write makes changes. It settles after each that got no reply, and sometimes otherwise. It returns the
// first error of settling.
func write(t *testing.T, store graph.Store) error {
	t.Helper()
	w := ledger.New("wil", apiclient.NewDirect(store), 1)
	for n := range 60 {
		err := w.Step(t.Context())
		if err != nil && w.Pending() == "" {
			return err
		}
		if err == nil && n%6 != 5 {
			continue
		}
		if _, err := w.Settle(t.Context()); err != nil && !errors.Is(err, errLost) {
			return err
		}
	}
	return ledger.CheckGraph(t.Context(), w.Client, []*ledger.Writer{w})
}

func sound(t *testing.T) graph.Store {
	t.Helper()
	s := sqlitestore.New(filepath.Join(t.TempDir(), "graph.db"))
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestSoundStorePasses checks that a store which only loses replies, before or after the change, passes.
func TestSoundStorePasses(t *testing.T) {
	t.Parallel()
	lossy := &faulty{Store: sound(t), spared: 2}
	lossy.create = func(s *faulty, ctx context.Context, ws string, b graph.Batch) (graph.Created, error) {
		if s.changes%6 == 0 {
			_, err := s.Store.CreateEpisodes(ctx, ws, b)
			return graph.Created{}, errors.Join(errLost, err)
		}
		return graph.Created{}, errLost
	}
	for _, store := range []graph.Store{sound(t), lossy} {
		if err := write(t, store); err != nil {
			t.Error(err)
		}
	}
}

// TestFaultsAreFound checks that every violation of the contract is detected.
func TestFaultsAreFound(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]*faulty{
		"it forgets what it acknowledged": {spared: 2, create: func(_ *faulty, _ context.Context, _ string, b graph.Batch) (graph.Created, error) {
			var c graph.Created
			for _, e := range b.Episodes {
				c.Episodes = append(c.Episodes, e.Episode)
			}
			return c, nil
		}},
		"half of a batch": {create: func(s *faulty, ctx context.Context, ws string, b graph.Batch) (graph.Created, error) {
			if len(b.Relationships) == 0 {
				return s.Store.CreateEpisodes(ctx, ws, b)
			}
			_, err := s.Store.CreateEpisodes(ctx, ws, graph.Batch{Episodes: b.Episodes})
			return graph.Created{}, errors.Join(errLost, err)
		}},
		"it forgets keys": {spared: 2, create: func(s *faulty, ctx context.Context, ws string, b graph.Batch) (graph.Created, error) {
			for i := range b.Episodes {
				b.Episodes[i].Key = ""
			}
			return s.Store.CreateEpisodes(ctx, ws, b)
		}},
		"half of an update": {replace: func(s *faulty, ctx context.Context, ws string, e graph.Episode, was graph.Time) error {
			e.Reflection = ""
			return s.Store.ReplaceEpisode(ctx, ws, e, was)
		}},
		"an update that is not there": {replace: func(*faulty, context.Context, string, graph.Episode, graph.Time) error { return nil }},
		"a removal that is not done":  {remove: func(*faulty, context.Context, string, graph.ID) error { return nil }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			broken.Store = sound(t)
			if err := write(t, broken); err == nil {
				t.Error("nobody noticed")
			} else {
				t.Log(err)
			}
		})
	}
}
