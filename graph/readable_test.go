package graph_test

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// TestReadsDuringMove reads a workspace in each state of a move, as a client and as the move itself.
func TestReadsDuringMove(t *testing.T) {
	t.Parallel()
	const moved, arrives = "Workspace w was moved to there; use it there",
		"Workspace w is being moved here from there, and not all of it has arrived; try again when the move has ended"
	for name, c := range map[string]struct {
		home       graph.Residence
		move       string // of the reader
		code, text string
	}{
		"here":                   {graph.Residence{}, "", "", ""},
		"closed":                 {graph.Residence{State: graph.Closed, Move: "m 1", Place: "there"}, "", "", ""},
		"being deleted":          {graph.Deletion, "", "", ""},
		"gone, there not opened": {graph.Residence{State: graph.Gone, Move: "m", Place: "there"}, "", "", ""},
		"gone":                   {graph.Residence{State: graph.Gone, Place: "there"}, "", "conflict", moved},
		"arriving":               {graph.Residence{State: graph.Arriving, Move: "m 2", Place: "there"}, "", "unavailable", arrives},
		"its own move":           {graph.Residence{State: graph.Arriving, Move: "m 2", Place: "there"}, "m 2", "", ""},
		"another run":            {graph.Residence{State: graph.Arriving, Move: "m 2", Place: "there"}, "m 1", "unavailable", arrives},
	} {
		store := graphtest.NewModel()
		if err := store.SetResidence(t.Context(), "w", graph.Residence{}, c.home); err != nil {
			t.Fatal(err)
		}
		ctx := t.Context()
		if c.move != "" {
			ctx = graph.WithMove(ctx, c.move)
		}
		_, err := graph.NewService(store, &usecase.Runner{Logger: slog.New(slog.DiscardHandler)}).ListEpisodes(ctx, reader, graph.ListEpisodesInput{Limit: 1})
		if string(fault.CodeOf(err)) != c.code || err != nil && fault.From(err).Details != c.text {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestReadsEnd checks that reads do not begin later than ReadsEnd after the workspace has moved away.
func TestReadsEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := graphtest.NewModel()
		service := graph.NewService(store, &usecase.Runner{Logger: slog.New(slog.DiscardHandler)})
		read := func() fault.Code {
			_, err := service.ListEpisodes(t.Context(), reader, graph.ListEpisodesInput{Limit: 1})
			return fault.CodeOf(err)
		}
		if got := read(); got != "" {
			t.Errorf("before: %s", got)
		}
		if err := store.SetResidence(t.Context(), "w", graph.Residence{}, graph.Residence{State: graph.Gone, Place: "there"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(graph.ReadsEnd)
		if got := read(); got != fault.Conflict {
			t.Errorf("after: %s", got)
		}
	})
}

// slowState is a store that takes a second for the state of a workspace, and counts who asks for it.
type slowState struct {
	graph.Store

	asked atomic.Int32
}

func (s *slowState) Residence(ctx context.Context, ws string) (graph.Residence, error) {
	s.asked.Add(1)
	time.Sleep(graph.ReadsEnd / 2)
	return s.Store.Residence(ctx, ws)
}

// TestReadsShareTheState checks that reads at once ask one time for the state of their workspace, that a cancelled one does not
// keep the others from the answer, and that a read asks again if the question began too long ago.
func TestReadsShareTheState(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &slowState{Store: graphtest.NewModel()}
		service := graph.NewService(store, &usecase.Runner{Logger: slog.New(slog.DiscardHandler)})
		read := func(ctx context.Context) error {
			_, err := service.ListEpisodes(ctx, reader, graph.ListEpisodesInput{Limit: 1})
			return err
		}
		var all sync.WaitGroup
		brief, stop := context.WithTimeout(t.Context(), graph.ReadsEnd/4)
		defer stop()
		all.Go(func() {
			if err := read(brief); fault.CodeOf(err) != fault.Timeout {
				t.Errorf("a read that is cancelled: %v", err)
			}
		})
		synctest.Wait()
		for range 20 {
			all.Go(func() {
				if err := read(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if asked := store.asked.Load(); asked != 1 {
			t.Errorf("21 reads at once asked %d times for the state", asked)
		}
		time.Sleep(graph.ReadsEnd)
		if err := read(t.Context()); err != nil || store.asked.Load() != 2 {
			t.Errorf("a later read: %v, asked %d times", err, store.asked.Load())
		}
	})
}

var reader = audit.Caller{Workspace: "w", Role: access.Reader}
