package killed_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// pieceLength is the number of episodes in each piece of a chain. A chain of three pieces is still raised in one
// transaction.
const pieceLength = 1500

// chain is a chain of episodes by follows, which grows in front, so that the levels of all its episodes rise.
type chain struct {
	place graphPlace
	file  string
	names []string // in their order
}

// TestKilledWhileSettling kills programs that settle the order of a long chain, and programs that raise the whole
// chain. Right after that the order must be right, and another program must settle it.
func TestKilledWhileSettling(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	for name, open := range map[string]func(*testing.T) graphPlace{"embedded": embedded, "neo4j": inNeo4j} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			killChains(t, open)
		})
	}
}

// killChains kills the commands that work on four chains, each after a longer delay.
func killChains(t *testing.T, open func(*testing.T) graphPlace) {
	t.Helper()
	var repairs, raises atomic.Int32 // killed before their end
	t.Run("chains", func(t *testing.T) {
		for i := range 4 {
			t.Run(strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				delay := time.Duration(40<<i) * time.Millisecond
				c := &chain{place: open(t), file: filepath.Join(t.TempDir(), "piece.jsonl")}
				for range 3 {
					c.plotline(t, "import", c.grow(t, pieceLength))
				}
				if c.killed(t, delay, "doctor", "--repair") && !c.kept(t) {
					repairs.Add(1)
				}
				c.isOrdered(t)
				c.plotline(t, "doctor", "--repair")
				if !c.kept(t) {
					t.Error("the order is not kept after a repair")
				}
				before := slices.Clone(c.names)
				front := c.grow(t, 1)
				if c.killed(t, delay, "import", front) {
					raises.Add(1)
					if !slices.Equal(c.order(t), c.names) { // not imported, or without its relationship
						after := slices.DeleteFunc(c.order(t), func(name string) bool { return name == c.names[0] })
						expect.Equal(t, "the order after a raise was killed", before, after)
					}
				}
				c.plotline(t, "import", front)
				c.isOrdered(t)
			})
		}
	})
	t.Logf("%d repairs and %d raises were killed before their end", repairs.Load(), raises.Load())
	if !t.Failed() && (repairs.Load() == 0 || raises.Load() == 0) {
		t.Error("nothing was killed in the middle")
	}
}

// grow writes a piece with n episodes that goes in front, and returns its file.
func (c *chain) grow(t *testing.T, n int) string {
	t.Helper()
	const line = `{"type":"relationship","id":"019a0001-0000-7000-8000-%012x","from_episode_id":"019a0000-0000-7000-8000-%012x",` +
		`"to_episode_id":"019a0000-0000-7000-8000-%012x","relationship_type":"follows","created_at":"2026-01-01T00:00:00Z"}` + "\n"
	var episodes, links strings.Builder
	for range n {
		k := len(c.names)
		fmt.Fprintf(&episodes, `{"type":"episode","episode_id":"019a0000-0000-7000-8000-%012x","name":"e%d","query":"q","reward":0,"created_at":"2026-01-01T00:00:00Z"}`+"\n", k, k)
		if k > 0 {
			fmt.Fprintf(&links, line, k, k, k-1)
		}
		c.names = append([]string{fmt.Sprint("e", k)}, c.names...)
	}
	expect.WriteFile(t, c.file, episodes.String()+links.String())
	return c.file
}

func (c *chain) plotline(t *testing.T, args ...string) string {
	t.Helper()
	// A repair waits until the claim of a killed one has expired.
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	done := serving.Finish(t, c.place.command(ctx, args...))
	if done.Status != 0 {
		t.Fatalf("plotline %q ends with %d: %s%s", args, done.Status, done.Out, done.Err)
	}
	return done.Out
}

// killed starts a command, kills it after a delay, and reports whether it still ran.
func (c *chain) killed(t *testing.T, delay time.Duration, args ...string) bool {
	t.Helper()
	cmd := c.place.command(t.Context(), args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(delay)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	return !cmd.ProcessState.Exited()
}

// kept reports whether the store keeps the order.
func (c *chain) kept(t *testing.T) bool {
	t.Helper()
	var findings []struct{ Check, Found string }
	out := c.plotline(t, "doctor", "--json")
	if err := json.Unmarshal([]byte(out), &findings); err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if f.Check == "order by follows" {
			return f.Found == "kept"
		}
	}
	t.Fatalf("no order by follows in %s", out)
	return false
}

func (c *chain) order(t *testing.T) []string {
	t.Helper()
	var order struct {
		Episodes []struct {
			Name string `json:"episode_name"`
		} `json:"ordered_episodes"`
	}
	// Only pages use the kept levels.
	page := c.plotline(t, "graph", "order", "--json", "--limit", strconv.Itoa(len(c.names)))
	if err := json.Unmarshal([]byte(page), &order); err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(order.Episodes))
	for i, e := range order.Episodes {
		names[i] = e.Name
	}
	return names
}

func (c *chain) isOrdered(t *testing.T) {
	t.Helper()
	if !slices.Equal(c.order(t), c.names) {
		t.Error("the order is not that of the chain")
	}
}
