package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
)

// operations are the graph operations that are not in points.
var operations = []point{
	{"update", "update_episode", func(p *pool) map[string]any {
		return map[string]any{"episode_id": p.one(), "reward": float64(p.random.IntN(21)-10) / 10}
	}, hasText("updated_at")},
	{"search, a rare word", "search_episodes", func(p *pool) map[string]any {
		return map[string]any{"query": strconv.Itoa(rare(p.random))}
	}, counts(1)},
	{"search, a rare and a common word", "search_episodes", func(p *pool) map[string]any {
		return map[string]any{"query": fmt.Sprintf("step %d", rare(p.random))}
	}, counts(1)},
	{"search, a word in 1 of 97", "search_episodes", func(*pool) map[string]any {
		return map[string]any{"query": "why slow 42"}
	}, counts(1)},
	{"page of 50, newest", "list_episodes", page(func(*pool) int { return 0 }), lists("episodes", 50)},
	{"page of 50, from the middle", "list_episodes", page(func(p *pool) int { return len(p.ids) / 2 }), lists("episodes", 50)},
	{"page of 50, from the middle by cursor", "list_episodes", fromMiddle("list_episodes"), keepsCursor("list_episodes", "episodes")},
	{"related, depth 2", "find_related_episodes", related(2), counts(0)},
	{"related, depth 3", "find_related_episodes", related(3), counts(0)},
	{"related, depth 5", "find_related_episodes", related(5), counts(0)},
	{"graph of the newest 500", "get_dependency_graph", func(*pool) map[string]any {
		return map[string]any{"max_nodes": 500}
	}, lists("nodes", 500)},
	{"graph around one, depth 2", "get_dependency_graph", func(p *pool) map[string]any {
		return map[string]any{"episode_ids": []string{p.one()}, "depth": 2}
	}, lists("nodes", 0)},
	{"order, first 50 of all", "get_topological_order", func(*pool) map[string]any {
		return map[string]any{"limit": 50}
	}, lists("ordered_episodes", 50)},
	{"order of 50, from the middle by cursor", "get_topological_order", fromMiddle("get_topological_order"), keepsCursor("get_topological_order", "ordered_episodes")},
	{"add follows, " + asTimeGoesOn, "add_episode_relationship", onwards("follows"), hasText("relationship_id")},
	{"add related_to, " + asTimeGoesOn, "add_episode_relationship", onwards("related_to"), hasText("relationship_id")},
	{"order of 500", "get_topological_order", func(p *pool) map[string]any {
		at := p.random.IntN(len(p.ids) - 500)
		return map[string]any{"episode_ids": p.ids[at : at+500]}
	}, lists("ordered_episodes", 500)},
	{"delete", "delete_episode", func(p *pool) map[string]any {
		id := p.made[len(p.made)-1]
		p.made = p.made[:len(p.made)-1]
		return map[string]any{"episode_id": id}
	}, isTrue("success")},
}

// rare draws a number that few episodes contain. Step numbers are below 97, so a larger one is only the
// number of an episode.
func rare(random *rand.Rand) int { return 97 + random.IntN(batchSize-97) }

func page(offset func(p *pool) int) func(p *pool) map[string]any {
	return func(p *pool) map[string]any { return map[string]any{"limit": 50, "offset": offset(p)} }
}

// fromMiddle asks for a page from the middle of a list. The first call finds the cursor by its offset.
func fromMiddle(tool string) func(p *pool) map[string]any {
	return func(p *pool) map[string]any {
		if cursor := p.cursors[tool]; cursor != "" {
			return map[string]any{"limit": 50, "cursor": cursor}
		}
		return map[string]any{"limit": 1, "offset": len(p.ids) / 2}
	}
}

// keepsCursor keeps the cursor of the first reply, and checks the length of the others.
func keepsCursor(tool, field string) func(*pool, map[string]any) error {
	return func(p *pool, out map[string]any) error {
		if p.cursors[tool] != "" {
			return lists(field, 50)(p, out)
		}
		cursor, _ := out["next_cursor"].(string)
		if cursor == "" {
			return fmt.Errorf("no next_cursor in %v", out)
		}
		p.cursors[tool] = cursor
		return nil
	}
}

// asTimeGoesOn ends the names of the operations of onwards.
const asTimeGoesOn = "as time goes on"

// onwards relates each of the newest episodes to the next one, then to the one after that, and so on.
func onwards(relationshipType string) func(p *pool) map[string]any {
	return func(p *pool) map[string]any {
		gap, from := 1, p.linked[relationshipType]
		for ; from >= len(p.made)-gap; gap++ {
			from -= len(p.made) - gap
		}
		p.linked[relationshipType]++
		return map[string]any{"from_episode_id": p.made[from], "to_episode_id": p.made[from+gap], "relationship_type": relationshipType}
	}
}

func related(depth int) func(p *pool) map[string]any {
	return func(p *pool) map[string]any {
		return map[string]any{"episode_id": p.one(), "max_depth": depth, "min_strength": 0.1, "limit": 100}
	}
}

func isTrue(field string) func(*pool, map[string]any) error {
	return func(_ *pool, out map[string]any) error {
		if out[field] != true {
			return fmt.Errorf("%s is not true in %v", field, out)
		}
		return nil
	}
}

func counts(least float64) func(*pool, map[string]any) error {
	return func(_ *pool, out map[string]any) error {
		if n, ok := out["count"].(float64); !ok || n < least {
			return fmt.Errorf("count is %v, want at least %v", out["count"], least)
		}
		return nil
	}
}

// lists checks the length of a list; 0 allows any.
func lists(field string, n int) func(*pool, map[string]any) error {
	return func(_ *pool, out map[string]any) error {
		list, ok := out[field].([]any)
		if !ok || n > 0 && len(list) != n {
			return fmt.Errorf("%s has %d items, want %d", field, len(list), n)
		}
		return nil
	}
}
