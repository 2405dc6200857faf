package outage_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plotline/testing/kit/apiclient"
)

// load calls every use case continuously through every API, so that a call of each is running whenever the
// store dies.
type load struct {
	callers []*caller
	warm    atomic.Bool // each caller has had replies
	dead    atomic.Bool // the store is or was away
	back    atomic.Bool // the store is back
	enough  atomic.Bool
	done    sync.WaitGroup
}

// caller calls one use case through one API.
type caller struct {
	useCase string
	args    func(n int) map[string]any
	client  apiclient.Client

	answered, refused atomic.Int64

	mu    sync.Mutex
	calls []span // that ended
}

// span is the time of a call.
type span struct{ began, ended time.Time }

// limit is the server's time limit of a call. hang is the maximum duration here, far above the limit
// because the machine may be busy.
const (
	limit = time.Minute
	hang  = limit + time.Minute
)

// startLoad starts the calls, and waits until each caller has had some replies.
func startLoad(t *testing.T, list []apiclient.Client) *load {
	t.Helper()
	s := &load{}
	for _, client := range list {
		calls := createDataset(t, client).calls()
		for _, useCase := range apiclient.UseCases() {
			args, has := calls[useCase]
			if !has {
				t.Fatalf("nobody calls %s", useCase)
			}
			s.callers = append(s.callers, &caller{useCase: useCase, args: args, client: client})
		}
	}
	for _, c := range s.callers {
		s.done.Go(func() { c.run(t, s) })
	}
	t.Cleanup(s.end)
	s.waitFor(t, "been answered", func(c *caller) int64 { return c.answered.Load() })
	s.warm.Store(true)
	return s
}

// run calls until it is stopped.
func (c *caller) run(t *testing.T, s *load) {
	t.Helper()
	for n := 0; !s.enough.Load() && !t.Failed(); n++ {
		ctx, cancel := context.WithTimeout(t.Context(), hang)
		began := time.Now()
		answer, err := c.client.Call(ctx, c.useCase, c.args(n))
		c.note(span{began, time.Now()})
		cancel()
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.useCase, err)
		case isOutageCode(answer.Code):
			c.refused.Add(1)
		default:
			c.answered.Add(1)
		}
		s.pause(c)
	}
}

// pause lets a caller rest until the others have done their part as well.
func (s *load) pause(c *caller) {
	for s.rests(c) && !s.enough.Load() {
		time.Sleep(20 * time.Millisecond)
	}
}

// rests reports whether a caller has done its part. If it went on, a newly started Neo4j on a busy machine would take
// minutes to reply to all. When the store dies, nobody rests.
func (s *load) rests(c *caller) bool {
	switch {
	case s.back.Load(), !s.warm.Load():
		return c.answered.Load() >= 2
	case s.dead.Load():
		return c.refused.Load() >= 2
	}
	return false
}

func (c *caller) note(s span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, s)
}

// resume lets all callers continue, and waits until each has had a reply.
func (s *load) resume(t *testing.T) {
	t.Helper()
	for _, c := range s.callers {
		c.answered.Store(0)
	}
	s.back.Store(true)
	s.waitFor(t, "been answered again", func(c *caller) int64 { return c.answered.Load() })
}

// waitFor waits until each caller has done something twice.
func (s *load) waitFor(t *testing.T, what string, count func(*caller) int64) {
	t.Helper()
	began := time.Now()
	for _, c := range s.callers {
		for ; count(c) < 2; time.Sleep(10 * time.Millisecond) {
			if time.Since(began) > patience || t.Failed() {
				t.Fatalf("%s has not %s", c.useCase, what)
			}
		}
	}
	t.Logf("each call has %s twice after %s", what, time.Since(began).Round(100*time.Millisecond))
}

// end lets each caller complete its current call.
func (s *load) end() {
	s.enough.Store(true)
	s.done.Wait()
}

// checkRunningAt expects a running call of every use case at the time when the store died.
func (s *load) checkRunningAt(t *testing.T, death span) {
	t.Helper()
	struck := map[string]int{}
	for _, c := range s.callers {
		c.mu.Lock()
		if slices.ContainsFunc(c.calls, func(call span) bool { return call.began.Before(death.ended) && call.ended.After(death.began) }) {
			struck[c.useCase]++
		}
		c.mu.Unlock()
	}
	for _, useCase := range apiclient.UseCases() {
		if struck[useCase] == 0 {
			t.Errorf("no call of %s was under way", useCase)
		}
	}
	t.Logf("under way when the store went, by the number of APIs: %v", struck)
}

// dataset is the data that the calls use.
type dataset struct {
	ids     []string // of episodes; the second half may be deleted
	related []string // ids of relationships
	half    int
}

// createDataset creates a star of episodes.
func createDataset(t *testing.T, client apiclient.Client) dataset {
	t.Helper()
	const size = 200
	episodes, links := make([]any, size), make([]any, 0, size)
	for i := range size {
		episodes[i] = map[string]any{"query": fmt.Sprint("Storm ", i), "reward": 0.5}
		if i > 0 {
			links = append(links, map[string]any{"from": "#0", "to": fmt.Sprint("#", i), "relationship_type": "refines"})
		}
	}
	var made struct {
		Episodes []struct {
			ID string `json:"episode_id"`
		}
		Relationships []struct {
			ID string `json:"relationship_id"`
		}
	}
	// On a busy machine a newly started Neo4j may need longer than the limit. A star stored without a reply
	// does no harm.
	star := map[string]any{"episodes": episodes, "relationships": links}
	began := time.Now()
	err := apiclient.Call(t.Context(), client, "create_episodes", star, &made)
	for err != nil && isOutageError(err) && time.Since(began) < patience {
		err = apiclient.Call(t.Context(), client, "create_episodes", star, &made)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := dataset{half: size / 2}
	for _, e := range made.Episodes {
		p.ids = append(p.ids, e.ID)
	}
	for _, r := range made.Relationships {
		p.related = append(p.related, r.ID)
	}
	return p
}

// pair returns a different pair of episodes each time, the earlier one first.
func (p dataset) pair(n int) (from, to string) {
	i := n % (p.half - 1)
	return p.ids[i], p.ids[i+1+n/(p.half-1)%(p.half-1-i)]
}

func (p dataset) link(n int, kind string) map[string]any {
	from, to := p.pair(n)
	return map[string]any{"from_episode_id": from, "to_episode_id": to, "relationship_type": kind}
}

// calls returns the arguments of every use case for its nth call.
func (p dataset) calls() map[string]func(n int) map[string]any {
	about := func(more map[string]any) func(int) map[string]any { return func(int) map[string]any { return more } }
	episode := func(n int) map[string]any { return map[string]any{"query": fmt.Sprint("Storm again ", n), "reward": 0} }
	return map[string]func(n int) map[string]any{
		"create_episode": episode,
		"create_episodes": func(n int) map[string]any {
			return map[string]any{
				"episodes":      []any{episode(n), episode(n)},
				"relationships": []any{map[string]any{"from": "#0", "to": "#1", "relationship_type": "follows"}},
			}
		},
		"update_episode": func(n int) map[string]any {
			return map[string]any{"episode_id": p.ids[1], "reflection": fmt.Sprint("For the ", n)}
		},
		"delete_episode":           func(n int) map[string]any { return map[string]any{"episode_id": p.ids[p.half+n%p.half]} },
		"add_episode_relationship": func(n int) map[string]any { return p.link(n, "follows") },
		"add_episode_relationships": func(n int) map[string]any {
			return map[string]any{"relationships": []any{p.link(2*n, "causes"), p.link(2*n+1, "causes")}}
		},
		"update_episode_relationship": func(n int) map[string]any {
			return map[string]any{"relationship_id": p.related[0], "strength": float64(n%8) / 8}
		},
		"remove_episode_relationship": func(n int) map[string]any { return map[string]any{"relationship_id": p.related[1+n%(p.half-2)]} },
		"get_episode":                 about(map[string]any{"episode_id": p.ids[0]}),
		"list_episodes":               about(map[string]any{"limit": 50}),
		"search_episodes":             about(map[string]any{"query": "storm"}),
		"recall":                      about(map[string]any{"query": "the storm at sea"}),
		"get_episode_relationships":   about(map[string]any{"episode_id": p.ids[0]}),
		"explain_connection":          about(map[string]any{"from": p.ids[0], "to": p.ids[1]}),
		"check_relationship_exists":   about(map[string]any{"from_episode_id": p.ids[0], "to_episode_id": p.ids[1]}),
		"find_related_episodes":       about(map[string]any{"episode_id": p.ids[0], "max_depth": 3}),
		"validate_no_cycles":          about(map[string]any{"from_episode_id": p.ids[1], "to_episode_id": p.ids[0], "relationship_type": "causes"}),
		"get_topological_order":       about(map[string]any{"limit": 20}),
		"get_dependency_graph":        about(map[string]any{"episode_ids": p.ids[:1], "depth": 1, "max_nodes": 100}),
	}
}
