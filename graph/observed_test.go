package graph_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"plotline/graph"
	"plotline/graph/graphtest"
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

// TestObservedForwardsEveryCall checks that an observed store gives the same results, and reports every kind of
// call.
func TestObservedForwardsEveryCall(t *testing.T) {
	observed := &counts{calls: map[string]map[string]int{}}
	store := graph.Observed(graphtest.NewModel(), observed.tell)
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
