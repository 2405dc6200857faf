package main

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// point is a point operation. Its arguments are drawn for each call.
type point struct {
	name string
	tool string
	args func(p *pool) map[string]any
	// check checks the reply, and may store values for later calls.
	check func(p *pool, out map[string]any) error
}

// pool holds the values that point operations draw from.
type pool struct {
	random  *rand.Rand
	ids     []string
	serial  int
	fresh   map[[2]string]bool // pairs already used for an add
	added   []string           // relationship ids that remove may use
	made    []string           // episodes without relationships, that delete may use
	cursors map[string]string  // of the middle of a list, by tool
	linked  map[string]int     // relationships that onwards has drawn, by type
	hub     string             // an episode that every draw uses; "" for any
}

func newPool(ids []string, seed uint64) *pool {
	return &pool{random: rand.New(rand.NewPCG(seed, 2)), ids: ids, fresh: map[[2]string]bool{}, cursors: map[string]string{}, linked: map[string]int{}} //nolint:gosec // repeatable, not secret
}

// pair draws two episodes, the earlier first.
func (p *pool) pair() (from, to string) {
	if p.hub != "" {
		return p.hub, p.ids[p.random.IntN(len(p.ids))]
	}
	for {
		a, b := p.random.IntN(len(p.ids)), p.random.IntN(len(p.ids))
		if a != b {
			return p.ids[min(a, b)], p.ids[max(a, b)]
		}
	}
}

// unused draws a pair that no add has used.
func (p *pool) unused() (from, to string) {
	for {
		from, to = p.pair()
		if !p.fresh[[2]string{from, to}] {
			p.fresh[[2]string{from, to}] = true
			return from, to
		}
	}
}

func (p *pool) one() string {
	if p.hub != "" {
		return p.hub
	}
	return p.ids[p.random.IntN(len(p.ids))]
}

// addType is a type that the seeded graphs do not use for these pairs. It is an ordering type, so adds run
// all checks.
const addType = "follows"

var points = []point{
	{"create", "create_episode", func(p *pool) map[string]any {
		p.serial++
		return map[string]any{"query": fmt.Sprintf("Point %d: what now?", p.serial), "reward": 0.5}
	}, storesID("episode_id", func(p *pool) *[]string { return &p.made })},
	{"get", "get_episode", func(p *pool) map[string]any {
		return map[string]any{"episode_id": p.one()}
	}, hasText("name")},
	{"add", "add_episode_relationship", func(p *pool) map[string]any {
		from, to := p.unused()
		return map[string]any{"from_episode_id": from, "to_episode_id": to, "relationship_type": addType, "strength": 0.9}
	}, storesID("relationship_id", func(p *pool) *[]string { return &p.added })},
	{"relationships of", "get_episode_relationships", func(p *pool) map[string]any {
		return map[string]any{"episode_id": p.one()}
	}, lists("relationships", 0)},
	{"exists", "check_relationship_exists", func(p *pool) map[string]any {
		from, to := p.pair()
		return map[string]any{"from_episode_id": from, "to_episode_id": to}
	}, lists("relationships", 0)},
	{"validate", "validate_no_cycles", func(p *pool) map[string]any {
		from, to := p.pair()
		return map[string]any{"from_episode_id": from, "to_episode_id": to, "relationship_type": "follows"}
	}, isTrue("valid")},
	{"remove", "remove_episode_relationship", func(p *pool) map[string]any {
		id := p.added[len(p.added)-1]
		p.added = p.added[:len(p.added)-1]
		return map[string]any{"relationship_id": id}
	}, isTrue("success")},
}

// storesID checks an id and stores it for later calls.
func storesID(field string, where func(p *pool) *[]string) func(*pool, map[string]any) error {
	return func(p *pool, out map[string]any) error {
		id, ok := out[field].(string)
		if !ok {
			return fmt.Errorf("no %s in %v", field, out)
		}
		list := where(p)
		*list = append(*list, id)
		return nil
	}
}

func hasText(field string) func(*pool, map[string]any) error {
	return func(_ *pool, out map[string]any) error {
		if text, ok := out[field].(string); !ok || text == "" {
			return fmt.Errorf("no %s in %v", field, out)
		}
		return nil
	}
}

// series calls a point operation n times after a warm-up, and checks every reply. It ends early if it has a few calls and
// takes longer than long. This also limits the warm-up.
func (pt point) series(c *client, p *pool, n int, long time.Duration) ([]time.Duration, error) {
	all, err := inTurn([]turn{{c, p, pt}}, n, long)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// turn is an operation on one graph.
type turn struct {
	*client
	*pool
	point
}

// inTurn measures several operations like series, but their calls take turns. A slow moment of the machine then meets
// all of them, and their times can be compared.
func inTurn(list []turn, n int, long time.Duration) ([][]time.Duration, error) {
	all, spent := make([][]time.Duration, len(list)), make([]time.Duration, len(list))
	const warm, few = 20, 5
	for i := range n + warm {
		for k, t := range list {
			late := spent[k] > long
			if t.hasNone(t.pool) || late && len(all[k]) >= few {
				continue
			}
			took, err := t.call(t.client, t.pool)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", t.name, err)
			}
			if spent[k] += took; i >= warm || late {
				all[k] = append(all[k], took)
			}
		}
	}
	return all, nil
}

// hasNone reports whether there is nothing left to remove.
func (pt point) hasNone(p *pool) bool {
	return pt.tool == "remove_episode_relationship" && len(p.added) == 0 || pt.tool == "delete_episode" && len(p.made) == 0
}

// call makes one call and checks the reply.
func (pt point) call(c *client, p *pool) (time.Duration, error) {
	var out map[string]any
	took, err := c.Call(pt.tool, pt.args(p), &out)
	if err != nil {
		return 0, err
	}
	return took, pt.check(p, out)
}
