package history_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/sqlitestore"
	"plotline/internal/fault"
	"plotline/testing/history"
	"plotline/testing/kit/apiclient"
)

// broken is a store that violates its contract.
type broken struct {
	graph.Store

	mu    sync.Mutex
	count int
	stale map[graph.ID][]graph.Relationship
	extra []graph.Relationship
	fault string
}

// each reports whether this is every nth call, if the fault is active.
func (b *broken) each(fault string, n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count++
	return b.fault == fault && b.count%n == 0
}

func (b *broken) CreateEpisodes(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
	if b.fault == "keys" {
		batch.Episodes[0].Key = ""
	}
	return b.Store.CreateEpisodes(ctx, ws, batch)
}

func (b *broken) ReplaceEpisode(ctx context.Context, ws string, e graph.Episode, was graph.Time) error {
	if b.fault == "updates" { // the last writer wins, and others get time to write
		time.Sleep(5 * time.Millisecond)
		now, _, err := b.Episode(ctx, ws, e.EpisodeID)
		if err != nil {
			return err
		}
		was = now.UpdatedAt
	}
	return b.Store.ReplaceEpisode(ctx, ws, e, was)
}

func (b *broken) AddRelationship(ctx context.Context, ws string, rel graph.Relationship) (graph.Ends, error) {
	if b.each("lost", 10) {
		return graph.Ends{}, nil
	}
	ends, err := b.Store.AddRelationship(ctx, ws, rel)
	if b.fault == "cycles" && fault.CodeOf(err) == fault.Cycle {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.extra = append(b.extra, rel)
		return ends, nil
	}
	return ends, err
}

func (b *broken) Subgraph(ctx context.Context, ws string, q graph.SubgraphQuery) (graph.Subgraph, error) {
	part, err := b.Store.Subgraph(ctx, ws, q)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, rel := range b.extra {
		if rel.Type == q.Types[0] {
			part.Edges = append(part.Edges, rel)
		}
	}
	return part, err
}

func (b *broken) RemoveRelationship(ctx context.Context, ws string, id graph.ID) error {
	if b.each("removals", 5) {
		return nil
	}
	return b.Store.RemoveRelationship(ctx, ws, id)
}

func (b *broken) Relationships(ctx context.Context, ws string, q graph.RelationshipQuery) ([]graph.Relationship, int, error) {
	list, n, err := b.Store.Relationships(ctx, ws, q)
	b.mu.Lock()
	defer b.mu.Unlock()
	former, has := b.stale[q.Episode]
	b.stale[q.Episode] = list
	if b.fault == "stale" && has {
		return former, len(former), err
	}
	return list, n, err
}

// TestCheckFindsBrokenStores checks that the replies alone reveal what a store does wrong.
func TestCheckFindsBrokenStores(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"":         "",
		"keys":     "the key",
		"updates":  "no order explains",
		"lost":     "did not see",
		"cycles":   "saw a cycle",
		"removals": "saw ",
		"stale":    "did not see",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := sqlitestore.New(filepath.Join(t.TempDir(), "graph.db"))
			t.Cleanup(func() { _ = store.Close() })
			client := apiclient.NewDirect(&broken{Store: store, fault: name, stale: map[graph.ID][]graph.Relationship{}})
			crowd, err := history.NewCrowd(t.Context(), []apiclient.Client{client, client, client, client})
			if err != nil {
				t.Fatal(err)
			}
			matches := func(err error) bool { return strings.Contains(err.Error(), want) }
			for times := 25; ; times *= 2 { // on a busy machine fewer calls overlap
				events, err := crowd.Run(t.Context(), 0, times)
				if err != nil {
					t.Fatal(err)
				}
				found := history.Check(events)
				if want == "" && len(found) == 0 || want != "" && slices.ContainsFunc(found, matches) {
					return
				}
				if want == "" || times > 400 {
					t.Fatalf("found %v, want %q", found, want)
				}
			}
		})
	}
}
