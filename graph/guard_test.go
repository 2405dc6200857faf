package graph_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
)

// counts counts calls by name and outcome.
type counts struct {
	mu    sync.Mutex
	calls map[string]map[string]int
}

func (c *counts) tell(call, outcome string, _ time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calls[call] == nil {
		c.calls[call] = map[string]int{}
	}
	c.calls[call][outcome]++
}

// TestGuardForwardsEveryCall checks that the store of a Service gives the same results, even with one call of a workspace at a
// time, and that it reports every kind of call.
func TestGuardForwardsEveryCall(t *testing.T) {
	observed := &counts{calls: map[string]map[string]int{}}
	guard := graph.NewGuarded(graph.Observed(graphtest.NewModel(), observed.tell), graph.Share{Reads: 1, Writes: 1})
	store := struct{ graph.Store }{guard} // a Service would take the store out of its guard
	t.Run("cases", func(t *testing.T) {
		graphtest.RunCases(t, func(*testing.T) graph.Store { return store })
	})
	// RunCases does not call all of these.
	_, err := store.Status(t.Context())
	_, err2 := store.EpisodesByID(t.Context(), "w", []graph.ID{graph.NewID()}, 0)
	_, err3 := store.RelationshipsByID(t.Context(), "w", []graph.ID{graph.NewID()})
	_, err4 := store.Extent(t.Context(), "w")
	_, err5 := store.EpisodePage(t.Context(), "w", graph.Page[int64]{Limit: 1})
	_, err7 := store.Adjacent(t.Context(), "w", []graph.ID{graph.NewID()}, nil, 1, 0)
	_, err6 := store.RelationshipPage(t.Context(), "w", graph.Page[graph.ID]{Limit: 1})
	_, err8 := store.OrderState(t.Context(), "w", graph.Follows)
	_, err9 := store.SettleOrder(t.Context(), "w", graph.Follows)
	_, _, err10 := store.SwapRelationships(t.Context(), "w", nil)
	_, _, err11 := store.BackwardRelationships(t.Context(), "w", 1)
	_, err12 := store.Residence(t.Context(), "w")
	err13 := store.SetResidence(t.Context(), "w", graph.Residence{}, graph.Residence{})
	_, err14 := store.Numbers(t.Context(), "w")
	if err := errors.Join(err, err2, err3, err4, err5, err6, err7, err8, err9, err10, err11, err12, err13, err14); err != nil {
		t.Fatal(err)
	}
	for _, call := range []string{
		"status", "create_episodes", "episode", "episodes_by_id", "episode_ids", "replace_episode", "delete_episode", "list_episodes",
		"count_text", "find_text", "adjacent", "candidates", "neighbourhood", "add_relationship", "add_relationships", "update_relationship", "remove_relationship",
		"swap_relationships", "backward_relationships",
		"relationships_by_id", "relationships", "relationships_between", "related", "find_cycle", "subgraph", "projection", "order_page",
		"order_state", "settle_order",
		"extent", "episode_page", "relationship_page", "residence", "set_residence", "numbers",
	} {
		if observed.calls[call]["ok"] == 0 {
			t.Errorf("nobody was told of %s", call)
		}
	}
	if observed.calls["episode"]["not_found"] == 0 || observed.calls["add_relationship"]["cycle"] == 0 {
		t.Errorf("refusals are not told: %v", observed.calls)
	}
}

// TestObservedTakesWrites checks that a store which only reports its calls creates and replaces episodes.
func TestObservedTakesWrites(t *testing.T) {
	t.Parallel()
	observed := &counts{calls: map[string]map[string]int{}}
	store := graph.Observed(graphtest.NewModel(), observed.tell)
	made, err := store.CreateEpisodes(t.Context(), "w", graph.Batch{Episodes: []graph.NewEpisode{{Episode: graph.Episode{EpisodeID: graph.NewID(), Query: "a"}}}})
	if err != nil {
		t.Fatal(err)
	}
	changed := made.Episodes[0]
	changed.Name = "b"
	if err := store.ReplaceEpisode(t.Context(), "w", changed, changed.UpdatedAt); err != nil {
		t.Fatal(err)
	}
	if observed.calls["create_episodes"]["ok"] != 1 || observed.calls["replace_episode"]["ok"] != 1 {
		t.Errorf("told of %v", observed.calls)
	}
}

// blockingStore is a store whose calls wait until they are released. It counts the running calls of each workspace.
type blockingStore struct {
	graph.Store

	release chan struct{}
	mu      sync.Mutex
	now     map[string]int
	most    map[string]int
}

func newHeld() *blockingStore {
	return &blockingStore{
		Store: graphtest.NewModel(), release: make(chan struct{}), now: map[string]int{}, most: map[string]int{},
	}
}

func (s *blockingStore) call(ctx context.Context, what string) error {
	s.mu.Lock()
	s.now[what]++
	s.most[what] = max(s.most[what], s.now[what])
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.now[what]--
	}()
	select {
	case <-s.release:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *blockingStore) ListEpisodes(ctx context.Context, ws string, q graph.ListQuery) ([]graph.Episode, int, error) {
	if err := s.call(ctx, "reads of "+ws); err != nil {
		return nil, 0, err
	}
	return s.Store.ListEpisodes(ctx, ws, q)
}

func (s *blockingStore) CreateEpisodes(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
	what := "batches of "
	if len(batch.Episodes) == 1 {
		what = "creates of "
	}
	if err := s.call(ctx, what+ws); err != nil {
		return graph.Created{}, err
	}
	return s.Store.CreateEpisodes(ctx, ws, batch)
}

func (s *blockingStore) Projection(ctx context.Context, ws string, t graph.Type, ids []graph.ID) (graph.Projection, error) {
	if err := s.call(ctx, "orders of "+ws); err != nil {
		return graph.Projection{}, err
	}
	return s.Store.Projection(ctx, ws, t, ids)
}

func (s *blockingStore) under(what string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now[what]
}

// ask calls a use case by name.
func ask(ctx context.Context, s *graph.Service, ws, name, arguments string) error {
	for _, u := range s.UseCases() {
		if u.Name == name {
			_, err := u.Call(ctx, audit.Caller{Workspace: ws, Actor: "a", Transport: "test", Role: access.Admin}, json.RawMessage(arguments))
			return err
		}
	}
	panic("no use case " + name)
}

// TestWorkspacesShareTheStore checks that callers of one workspace get their share of the store, whatever
// they call. Calls of another workspace and single creates do not wait for them.
func TestWorkspacesShareTheStore(t *testing.T) {
	t.Parallel()
	const two = `{"episodes":[{"query":"a","reward":0},{"query":"b","reward":0}]}`
	for _, c := range []struct {
		tool, arguments, what string
		most, waiting         int // of 20 callers
		kind                  string
	}{
		{"list_episodes", `{}`, "reads of ", 3, 17, "read"},
		{"create_episodes", two, "batches of ", 1, 19, "write"},
		{"create_episode", `{"query":"a","reward":0}`, "creates of ", 20, 0, "write"},
		{"get_topological_order", `{}`, "orders of ", 1, 19, "order"},
	} {
		t.Run(c.tool, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := newHeld()
				service := graph.NewService(store, &usecase.Runner{}, graph.WithShare(graph.Share{Reads: 3, Writes: 1}))
				var group sync.WaitGroup
				for range 20 {
					group.Go(func() {
						if err := ask(t.Context(), service, "busy", c.tool, c.arguments); err != nil {
							t.Error(err)
						}
					})
				}
				synctest.Wait()
				if n := service.Waiting()[c.kind]; n != c.waiting {
					t.Errorf("%d calls wait, want %d", n, c.waiting)
				}
				group.Go(func() { _ = ask(t.Context(), service, "quiet", c.tool, c.arguments) })
				synctest.Wait()
				if n := store.under(c.what + "quiet"); n != 1 {
					t.Errorf("the call of another workspace waits: %d are under way", n)
				}
				close(store.release)
				group.Wait()
				if n := store.most[c.what+"busy"]; n != c.most {
					t.Errorf("%d calls of one workspace at once, want %d", n, c.most)
				}
			})
		})
	}
}

// TestCredentialHasOneShareOfTheStore checks that the calls of one credential get the share of one workspace, however many
// workspaces it visits, and that another workspace does not wait for them.
func TestCredentialHasOneShareOfTheStore(t *testing.T) {
	t.Parallel()
	const two = `{"episodes":[{"query":"a","reward":0},{"query":"b","reward":0}]}`
	for _, c := range []struct {
		tool, arguments, what string
		most                  int
		kind                  string
	}{
		{"list_episodes", `{}`, "reads of ", 3, "read"},
		{"create_episodes", two, "batches of ", 1, "write"},
		{"get_topological_order", `{}`, "orders of ", 1, "order"},
	} {
		t.Run(c.tool, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := newHeld()
				service := graph.NewService(store, &usecase.Runner{}, graph.WithShare(graph.Share{Reads: 3, Writes: 1}))
				var group sync.WaitGroup
				for i := range 20 {
					group.Go(func() {
						if err := ask(sharing.WithCredential(t.Context(), "visitor"), service, fmt.Sprint("w", i%10), c.tool, c.arguments); err != nil {
							t.Error(err)
						}
					})
				}
				synctest.Wait()
				group.Go(func() { _ = ask(sharing.WithCredential(t.Context(), "other"), service, "quiet", c.tool, c.arguments) })
				synctest.Wait()
				running := 0
				for i := range 10 {
					running += store.under(fmt.Sprint(c.what, "w", i))
				}
				if n := service.Waiting()[c.kind]; running != c.most || n != 20-c.most {
					t.Errorf("%d calls of one credential run and %d wait, want %d and %d", running, n, c.most, 20-c.most)
				}
				if n := store.under(c.what + "quiet"); n != 1 {
					t.Errorf("the call of another workspace waits: %d are under way", n)
				}
				close(store.release)
				group.Wait()
			})
		})
	}
}

// gaveUp checks the error of a call whose time ended while it waited.
func gaveUp(t *testing.T, err error, words string) {
	t.Helper()
	if got := fault.From(err); got.Code != fault.RateLimited || !strings.Contains(got.Details, words) {
		t.Errorf("a caller whose time ended got %v, want %q", got, words)
	}
}

// TestOrdersShareMemoryLimit checks that few orders of whole workspaces run at once, even of different
// workspaces, because they hold memory. Orders of named episodes do not wait for them.
func TestOrdersShareMemoryLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newHeld()
		service := graph.NewService(store, &usecase.Runner{})
		var group sync.WaitGroup
		for _, ws := range []string{"a", "b", "c", "d"} {
			group.Go(func() { _ = ask(t.Context(), service, ws, "get_topological_order", `{}`) })
		}
		synctest.Wait()
		if n := service.Waiting()["order"]; n != 2 {
			t.Errorf("%d orders wait, want 2 of 4", n)
		}
		group.Go(func() {
			_ = ask(t.Context(), service, "named", "get_topological_order", `{"episode_ids":["`+string(graph.NewID())+`"]}`)
		})
		synctest.Wait()
		if n := store.under("orders of named"); n != 1 {
			t.Errorf("an order of named episodes waits: %d are under way", n)
		}
		late, stop := context.WithTimeout(t.Context(), time.Second) // by the bubble's clock
		defer stop()
		gaveUp(t, ask(late, service, "e", "get_topological_order", `{}`), "ask again when they are done, or for episode_ids")
		close(store.release)
		group.Wait()
	})
}

// TestCancelWhileWaiting checks that a waiting caller that cancels gets its error at once, and that the next
// one proceeds. If its time ends, the error says what it waited for.
func TestCancelWhileWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := newHeld()
		service := graph.NewService(store, &usecase.Runner{Logger: slog.New(slog.DiscardHandler)}, graph.WithShare(graph.Share{Reads: 1}))
		var group sync.WaitGroup
		group.Go(func() { _ = ask(t.Context(), service, "w", "list_episodes", `{}`) })
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() { left <- ask(ctx, service, "w", "list_episodes", `{}`) }()
		synctest.Wait()
		cancel()
		if err := <-left; fault.From(err).Code != fault.Cancelled {
			t.Errorf("a caller that left got %v", err)
		}
		late, stop := context.WithTimeout(t.Context(), time.Second) // by the bubble's clock
		defer stop()
		began := time.Now()
		gaveUp(t, ask(late, service, "w", "list_episodes", `{}`), "reads of this workspace")
		if waited := time.Since(began); waited != time.Second/2 {
			t.Errorf("it waited for %s of a second", waited)
		}
		<-late.Done()
		if err := fault.From(ask(late, service, "alone", "list_episodes", `{}`)); err.Code != fault.Timeout {
			t.Errorf("a caller who had no time to begin with got %v", err)
		}
		close(store.release)
		group.Wait()
		if err := ask(t.Context(), service, "w", "list_episodes", `{}`); err != nil {
			t.Error(err)
		}
	})
}

// TestReadsTakeMemoryFirst checks that only as many reads reach the store as have memory for the largest results that they
// may have. Small reads, and those of another workspace, do not wait.
func TestReadsTakeMemoryFirst(t *testing.T) {
	t.Parallel()
	const (
		whole  = `{"limit":100}` // at most 3.3 MiB, which count three times
		single = `{"limit":1}`
	)
	synctest.Test(t, func(t *testing.T) {
		store := newHeld()
		service := graph.NewService(store, &usecase.Runner{})
		memory := sharing.NewMemory(64<<20, 32<<20, func() {})
		var group sync.WaitGroup
		read := func(ws, arguments string) {
			group.Go(func() {
				ctx, end := memory.Begin(t.Context())
				defer end()
				if err := ask(ctx, service, ws, "list_episodes", arguments); err != nil {
					t.Error(err)
				}
			})
		}
		for range 20 {
			read("busy", whole)
		}
		synctest.Wait()
		if n := store.under("reads of busy"); n != 3 {
			t.Errorf("%d large reads run, want 3", n)
		}
		read("busy", single)
		read("other", whole)
		synctest.Wait()
		if busy, other := store.under("reads of busy"), store.under("reads of other"); busy != 4 || other != 1 {
			t.Errorf("%d and %d reads run, want 4 and 1", busy, other)
		}
		close(store.release)
		group.Wait()
	})
}
