package sqlitestore

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"plotline/graph"
	"plotline/graph/groupcommit"
	"plotline/internal/fault"
	"plotline/internal/turns"
)

// creates returns work that creates an episode with a name and then returns err.
func creates(name string, err error) work {
	e := graph.NewEpisode{Episode: graph.Episode{EpisodeID: graph.NewID(), Name: name, Query: "q", CreatedAt: 1, UpdatedAt: 1}}
	return work{do: func(ctx context.Context, q *session) error {
		_, failed := q.create(ctx, "w", graph.Batch{Episodes: []graph.NewEpisode{e}}, true)
		return errors.Join(failed, err)
	}}
}

// TestGroup checks that a verdict on one member of a group undoes that member's work and no other's.
func TestGroup(t *testing.T) {
	t.Parallel()
	refusal := fault.New(fault.Conflict, "refused")
	broken := work{do: func(_ context.Context, q *session) error {
		q.fail(errors.ErrUnsupported)
		return nil
	}}
	for name, c := range map[string]struct {
		group   []work
		refused []bool
		want    error
		stored  int
	}{
		"one":           {[]work{creates("a", nil)}, []bool{false}, nil, 1},
		"one, refused":  {[]work{creates("a", refusal)}, []bool{true}, nil, 0},
		"some refused":  {[]work{creates("a", nil), creates("b", refusal), creates("c", nil)}, []bool{false, true, false}, nil, 2},
		"first refused": {[]work{creates("a", refusal), creates("b", nil)}, []bool{true, false}, nil, 1},
		"all refused":   {[]work{creates("a", refusal), creates("b", refusal)}, []bool{true, true}, nil, 0},
		"one broken":    {[]work{broken}, nil, errors.ErrUnsupported, 0},
		"a broken one":  {[]work{creates("a", nil), broken, creates("b", nil)}, nil, groupcommit.ErrApart, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			verdicts, err := s.commitGroup(t.Context(), struct{}{}, c.group)
			if !errors.Is(err, c.want) || len(verdicts) != len(c.refused) {
				t.Fatalf("verdicts %v, error %v, want %v", verdicts, err, c.want)
			}
			for i, verdict := range verdicts {
				if (verdict != nil) != c.refused[i] {
					t.Errorf("verdict %d: %v", i, verdict)
				}
			}
			_, total, err := s.ListEpisodes(t.Context(), "w", graph.ListQuery{Limit: 10})
			if err != nil || total != c.stored {
				t.Errorf("%d episodes are stored, %v, want %d", total, err, c.stored)
			}
		})
	}
}

// TestGroupClosed checks that a closed store rejects a group as a whole and tries no member alone.
func TestGroupClosed(t *testing.T) {
	t.Parallel()
	s := New(filepath.Join(t.TempDir(), "g.db"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := s.commitGroup(t.Context(), struct{}{}, []work{creates("a", nil), creates("b", nil)})
	if !errors.Is(err, errClosed) || errors.Is(err, groupcommit.ErrApart) {
		t.Errorf("got %v", err)
	}
}

// TestCredentialHasOneLane checks that the writes of one credential in many workspaces delay another workspace by one of them,
// and those of one workspace with many credentials too.
func TestCredentialHasOneLane(t *testing.T) {
	t.Parallel()
	for name, lane := range map[string]func(ctx context.Context, i int) (context.Context, string){
		"credential": func(ctx context.Context, i int) (context.Context, string) {
			return turns.WithCredential(ctx, "a"), fmt.Sprint("w", i)
		},
		"workspace": func(ctx context.Context, i int) (context.Context, string) {
			return turns.WithCredential(ctx, fmt.Sprint("a", i)), "w"
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			begun, release := make(chan struct{}), make(chan struct{})
			var order []string // the store writes one after the other
			var all sync.WaitGroup
			write := func(ctx context.Context, ws, name string, wait func()) {
				all.Go(func() {
					if err := s.inGroup(ctx, work{ws: ws, do: func(context.Context, *session) error {
						wait()
						order = append(order, name)
						return nil
					}}); err != nil {
						t.Error(err)
					}
				})
			}
			write(t.Context(), "first", "first", func() {
				close(begun)
				<-release
			})
			<-begun
			for i := range 40 {
				ctx, ws := lane(t.Context(), i)
				write(ctx, ws, "many", func() {})
			}
			awaitWaiting(t, s, 40)
			write(turns.WithCredential(t.Context(), "b"), "quiet", "quiet", func() {})
			awaitWaiting(t, s, 41)
			close(release)
			all.Wait()
			if at := slices.Index(order, "quiet"); at != 2 {
				t.Errorf("the other call was number %d of %d", at, len(order))
			}
		})
	}
}

// awaitWaiting waits until so many calls wait for the write lock.
func awaitWaiting(t *testing.T, s *Store, n int) {
	t.Helper()
	for s.writes.Waiting(struct{}{}) != n {
		if t.Context().Err() != nil {
			t.Fatal("the test ended")
		}
		runtime.Gosched()
	}
}
