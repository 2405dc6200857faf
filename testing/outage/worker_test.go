package outage_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"
)

// door is one way to the use cases. An answer that no client may get is an error.
type door interface {
	call(ctx context.Context, tool string, args map[string]any) (answer, error)
}

// answer is a result, or the code of a refusal.
type answer struct {
	result map[string]any
	code   string
}

// The refusals that a client may see while the store is away.
var away = map[string]bool{"unavailable": true, "timeout": true}

// worker writes a chain of episodes, each with a key, and does again what was not acknowledged.
type worker struct {
	name    string
	door    door
	written atomic.Int64
	refused atomic.Int64

	// What follows is read when the worker has ended.
	episodes []string
	answers  map[string]int // by code
}

// run writes until it is enough.
func (w *worker) run(t *testing.T, enough <-chan struct{}) {
	t.Helper()
	for n := 0; !t.Failed(); n++ {
		select {
		case <-enough:
			return
		default:
			w.add(t, n)
			w.written.Add(1)
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// add writes one episode and what it follows, and reads it.
func (w *worker) add(t *testing.T, n int) {
	t.Helper()
	episode := map[string]any{
		"query": fmt.Sprint(w.name, " ", n), "reward": 0.5, "idempotency_key": fmt.Sprint(w.name, "-", n),
	}
	made, _ := w.insist(t, "create_episode", episode)
	id, ok := made.result["episode_id"].(string)
	if !ok {
		return // what went wrong was said
	}
	if n%5 == 0 { // as after an answer that was lost
		if again, _ := w.insist(t, "create_episode", episode); again.result["episode_id"] != id {
			t.Errorf("%s: the key made %v, and then %v", w.name, made, again)
		}
	}
	if n > 0 {
		edge := map[string]any{"from_episode_id": w.episodes[n-1], "to_episode_id": id, "relationship_type": "follows"}
		// An add has no key: one that was not acknowledged may have been done.
		if added, times := w.insist(t, "add_episode_relationship", edge); added.code != "" && times == 1 {
			t.Errorf("%s: a new relationship is refused: %v", w.name, added)
		}
	}
	w.episodes = append(w.episodes, id)
	if read, _ := w.insist(t, "get_episode", map[string]any{"episode_id": id}); read.result["query"] != episode["query"] && !t.Failed() {
		t.Errorf("%s: read %v", w.name, read)
	}
}

// insist calls until the store is there, and says how often it did.
func (w *worker) insist(t *testing.T, tool string, args map[string]any) (got answer, times int) {
	t.Helper()
	for times = 1; !t.Failed(); times++ {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		got, err := w.door.call(ctx, tool, args)
		cancel()
		if err != nil {
			t.Errorf("%s: %s: %v", w.name, tool, err)
			return got, times
		}
		w.answers[got.code]++
		if !away[got.code] {
			return got, times
		}
		w.refused.Add(1)
		time.Sleep(50 * time.Millisecond)
	}
	return answer{}, times
}
