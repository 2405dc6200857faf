package attacks_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/sqlitestore"
	"plotline/internal/access"
	"plotline/internal/backup"
	"plotline/testing/kit/tier"
)

// errStarved reports that an attack made all its calls while another tenant waited.
var errStarved = errors.New("the attack made all its calls while another tenant waited for an answer")

// starvedAfter is how long all requests of another tenant may take together: one second for each of 20 writes.
const starvedAfter = 20 * time.Second

// callUntilDone makes calls from several callers at once until ctx ends. If it reaches the given number of
// calls, it fails, because another tenant's request waited for all of them. Before starvedAfter it does not fail: a fast
// machine makes as many calls while the disk lets one write wait.
func callUntilDone(ctx context.Context, callers, calls int, call func(ctx context.Context) error) error {
	var made atomic.Int64
	var group sync.WaitGroup
	began := time.Now()
	failed := make(chan error, callers)
	for range callers {
		group.Go(func() {
			for ctx.Err() == nil {
				if made.Add(1) > int64(calls) && time.Since(began) > starvedAfter {
					failed <- errStarved
					return
				}
				if err := call(ctx); err != nil && ctx.Err() == nil {
					failed <- err
					return
				}
			}
		})
	}
	group.Wait()
	close(failed)
	return <-failed
}

// expectStatus sends a request and checks the status.
func (s *server) expectStatus(ctx context.Context, status int, method, path, token string, body []byte) error {
	got, err := s.do(ctx, method, path, token, body)
	if err == nil && got.status != status {
		err = fmt.Errorf("%s %s: status %d, want %d: %.300s", method, path, got.status, status, got.body)
	}
	return err
}

// TestOrdersOfLargeWorkspaceDoNotBlockOthers checks that orders of one large workspace neither take all
// connections of the store nor hold memory for each caller.
func TestOrdersOfLargeWorkspaceDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyStore(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		reader, victim := s.token(t, "large", access.Writer), s.token(t, "victim", access.Writer)
		for range 50 {
			s.write(t, reader, 1000, func(i int) string { return fmt.Sprintf("episode %d", i) })
		}
		before := s.memory(t, "VmHWM")
		s.checkOtherDuring(t, victim, func(ctx context.Context) error {
			return callUntilDone(ctx, 16, 150, func(ctx context.Context) error {
				return s.expectStatus(ctx, http.StatusOK, http.MethodGet, "/api/v1/graph/order?offset=49980", reader, nil) // without a limit, it is computed
			})
		})
		// One order of 50,000 episodes takes about 30 MB, and the collector lets garbage grow to the same size.
		after := s.memory(t, "VmHWM")
		t.Logf("peak %d MiB before, %d MiB after", before>>20, after>>20)
		if grown := after - before; grown > 100<<20 {
			t.Errorf("the orders of 16 callers took %d MiB", grown>>20)
		}
	})
}

// TestLargeWritesDoNotBlockOthers checks that large writes of one workspace do not block small ones of
// others.
func TestLargeWritesDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	everyStore(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		writer, victim := s.token(t, "large", access.Writer), s.token(t, "victim", access.Writer)
		items := strings.TrimSuffix(strings.Repeat(`{"query":"one of many","reward":0},`, 1000), ",")
		body := []byte(`{"episodes":[` + items + `]}`)
		s.checkOtherDuring(t, victim, func(ctx context.Context) error {
			return callUntilDone(ctx, 16, 120, func(ctx context.Context) error {
				return s.expectStatus(ctx, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", writer, body)
			})
		})
	})
}

// TestSearchesForCyclesDoNotBlockOthers checks that another workspace writes while relationships that would close a long cycle
// are searched for.
func TestSearchesForCyclesDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	everyStore(t, func(t *testing.T, p protocol) {
		t.Helper()
		s := p.start(t, "--media-root", t.TempDir())
		writer, victim := s.token(t, "large", access.Writer), s.token(t, "victim", access.Writer)
		first, last := s.chain(t, writer, p.size(5, 40))
		body := []byte(`{"from_episode_id":"` + last + `","to_episode_id":"` + first + `","relationship_type":"follows"}`)
		s.checkOtherDuring(t, victim, func(ctx context.Context) error {
			return callUntilDone(ctx, 60, 300, func(ctx context.Context) error {
				return s.expectStatus(ctx, http.StatusConflict, http.MethodPost, "/api/v1/relationships", writer, body)
			})
		})
	})
}

// fewSearches is how many calls an attack may make until another tenant's requests are answered, of which there are more. If
// each of these waited for a search, it would not suffice.
const fewSearches = 30

// TestLargestSearchesDoNotBlockOthers checks the same in the largest graphs: other requests wait for none of the searches.
func TestLargestSearchesDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	s := plain.start(t, "--media-root", t.TempDir())
	writer, victim := s.token(t, "large", access.Writer), s.token(t, "victim", access.Writer)
	const large, half = 6_000, 5_000 // with the race detector, more takes minutes to store
	store := sqlitestore.New(filepath.Join(s.dir, backup.Database))
	ids := fill(t, store, "large", large, 5)
	fill(t, store, "pair", half, 6)
	fill(t, store, "pair", half, 6)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	const callers = 60
	body := fmt.Appendf(nil, `{"from_episode_id":%q,"to_episode_id":%q,"relationship_type":"follows"}`, ids[large-1], ids[0])
	s.checkOtherDuring(t, victim, func(ctx context.Context) error {
		return callUntilDone(ctx, callers, callers+fewSearches, func(ctx context.Context) error {
			return s.expectStatus(ctx, http.StatusConflict, http.MethodPost, "/api/v1/relationships", writer, body)
		})
	})
	s.checkBatchBetween(t, s.token(t, "pair", access.Writer), victim, half)
}

// fill stores episodes and relationships of follows, at most per to each episode from some before it.
func fill(t *testing.T, store *sqlitestore.Store, workspace string, episodes, per int) []graph.ID {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // not a secret
	ids := make([]graph.ID, episodes)
	var rels []graph.Relationship
	for i := range ids {
		ids[i] = graph.NewID()
		before := map[int]bool{}
		for range min(i, per) {
			from := i - 1
			if len(before) > 0 {
				from -= random.IntN(min(i, 1000))
			}
			if !before[from] {
				before[from] = true
				rels = append(rels, graph.Relationship{ID: graph.NewID(), From: ids[from], To: ids[i], Type: graph.Follows, Strength: 1})
			}
		}
	}
	for some := range slices.Chunk(ids, 1000) {
		var batch graph.Batch
		for _, id := range some {
			batch.Episodes = append(batch.Episodes, graph.NewEpisode{Episode: graph.Episode{EpisodeID: id, Query: "one of many"}})
		}
		if _, err := store.CreateEpisodes(t.Context(), workspace, batch); err != nil {
			t.Fatal(err)
		}
	}
	for some := range slices.Chunk(rels, 1000) {
		if _, err := store.AddRelationships(t.Context(), workspace, some); err != nil {
			t.Fatal(err)
		}
	}
	return ids
}

// chain stores a chain of follows, of that many thousand episodes, and returns its ends.
func (s *server) chain(t *testing.T, token string, thousands int) (first, last string) {
	t.Helper()
	const size = 1000
	for range thousands {
		var relationships []string
		if last != "" {
			relationships = append(relationships, `{"from":"`+last+`","to":"#0","relationship_type":"follows"}`)
		}
		for i := range size - 1 {
			relationships = append(relationships, fmt.Sprintf(`{"from":"#%d","to":"#%d","relationship_type":"follows"}`, i, i+1))
		}
		episodes := strings.TrimSuffix(strings.Repeat(`{"query":"one of a chain","reward":0},`, size), ",")
		got := s.must(t, http.StatusCreated, http.MethodPost, "/api/v1/episodes/batch", token,
			`{"episodes":[`+episodes+`],"relationships":[`+strings.Join(relationships, ",")+`]}`)
		var made struct {
			Episodes []struct {
				EpisodeID string `json:"episode_id"`
			}
		}
		if err := json.Unmarshal(got.body, &made); err != nil || len(made.Episodes) != size {
			t.Fatalf("%d episodes, %v", len(made.Episodes), err)
		}
		if first == "" {
			first = made.Episodes[0].EpisodeID
		}
		last = made.Episodes[size-1].EpisodeID
	}
	return first, last
}

// TestBatchBetweenGraphsDoesNotBlockOthers checks that others need not wait for relationships between two large graphs, each
// of which needs a search of one of them. The embedded store refuses them, with how to split them. In Neo4j, where each
// workspace has a lock of its own, one such batch may take as long as a call.
func TestBatchBetweenGraphsDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	everyStore(t, func(t *testing.T, p protocol) {
		t.Helper()
		thousands := p.size(5, 20)
		if databases[p] != nil { // which stores them more slowly
			thousands = 10
		}
		s := p.start(t, "--media-root", t.TempDir(), "--timeout", "2m") // on a busy machine, Neo4j needs it to store them
		writer, victim := s.token(t, "large", access.Writer), s.token(t, "victim", access.Writer)
		s.chain(t, writer, thousands)
		s.chain(t, writer, thousands)
		if databases[p] == nil {
			s.checkBatchBetween(t, writer, victim, thousands*1000)
			return
		}
		batch := s.calling(http.MethodPost, "/api/v1/relationships/batch", writer, batchBetween(thousands*1000))
		s.checkOtherDuring(t, victim, func(ctx context.Context) error {
			began := time.Now()
			err := batch(context.WithoutCancel(ctx))
			t.Logf("the batch took %v", time.Since(began))
			<-ctx.Done()
			return err
		})
		s.checkPeakMemory(t, memoryLimit)
	})
}

// batchBetween returns a batch of relationships from the second half of a workspace's episodes to the first.
func batchBetween(half int) string {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // not a secret
	items := make([]string, 1000)
	for i := range items {
		items[i] = fmt.Sprintf(`{"from_episode_id":%d,"to_episode_id":%d,"relationship_type":"follows"}`,
			half+1+random.IntN(half), 1+random.IntN(half))
	}
	return `{"relationships":[` + strings.Join(items, ",") + `]}`
}

// checkBatchBetween sends such batches, which the embedded store refuses before others have waited for long.
func (s *server) checkBatchBetween(t *testing.T, writer, victim string, half int) {
	t.Helper()
	body := []byte(batchBetween(half))
	s.checkOtherDuring(t, victim, func(ctx context.Context) error {
		return callUntilDone(ctx, 4, 4+fewSearches, func(ctx context.Context) error {
			got, err := s.do(ctx, http.MethodPost, "/api/v1/relationships/batch", writer, body)
			if err == nil && (got.status != http.StatusRequestEntityTooLarge || !strings.Contains(string(got.body), "send them in several calls of at most")) {
				err = fmt.Errorf("status %d: %.300s", got.status, got.body)
			}
			return err
		})
	})
}
