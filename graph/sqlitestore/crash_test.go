package sqlitestore

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plotline/graph"
)

// childPath is the environment variable that makes this test binary write to a store until it is killed.
const childPath = "PLOTLINE_TEST_CHILD_WRITES"

// childWrites writes a chain of episodes and prints each pair of ids once it is acknowledged.
func childWrites(path string) {
	s := New(path)
	ctx := context.Background()
	var last graph.ID
	for i := 0; ; i++ {
		e := episode(fmt.Sprintf("e%d", i))
		batch := graph.Batch{Episodes: []graph.NewEpisode{e}}
		if last != "" {
			batch.Relationships = []graph.NewRelationship{{
				Relationship: relationship("", "", graph.Follows),
				FromEnd:      graph.End{Item: -1, Episode: last}, ToEnd: graph.End{Item: 0},
			}}
		}
		if _, err := s.CreateEpisodes(ctx, ws, batch); err != nil {
			fmt.Fprintln(os.Stderr, "child:", err)
			os.Exit(1)
		}
		fmt.Fprintln(os.Stdout, e.EpisodeID, last)
		last = e.EpisodeID
	}
}

// childChain is the environment variable that makes the child put episodes before a chain of this length instead.
const childChain = "PLOTLINE_TEST_CHILD_CHAIN"

// childPrepends puts one episode after the other before a chain, and removes it again. So nearly all levels of the chain
// change again and again, in many transactions.
func childPrepends(path string, length int) {
	s := New(path, withSettled(length/10))
	ctx := context.Background()
	add := func(batch graph.Batch) {
		if _, err := s.CreateEpisodes(ctx, ws, batch); err != nil {
			fmt.Fprintln(os.Stderr, "child:", err)
			os.Exit(1)
		}
	}
	var chain graph.Batch
	for i := range length {
		chain.Episodes = append(chain.Episodes, episode(fmt.Sprintf("e%d", i)))
		if i > 0 {
			chain.Relationships = append(chain.Relationships, graph.NewRelationship{
				Relationship: relationship("", "", graph.Follows), FromEnd: graph.End{Item: i - 1}, ToEnd: graph.End{Item: i},
			})
		}
	}
	add(chain)
	for {
		e := episode("before")
		add(graph.Batch{Episodes: []graph.NewEpisode{e}, Relationships: []graph.NewRelationship{{
			Relationship: relationship("", "", graph.Follows),
			FromEnd:      graph.End{Item: 0}, ToEnd: graph.End{Item: -1, Episode: chain.Episodes[0].EpisodeID},
		}}})
		fmt.Fprintln(os.Stdout, e.EpisodeID)
		if _, err := s.DeleteEpisode(ctx, ws, e.EpisodeID); err != nil {
			os.Exit(1)
		}
	}
}

// written starts a child, reads n acknowledgements and kills it while it works. It returns everything that the child
// acknowledged.
func written(t *testing.T, path string, n int, settings ...string) [][]string {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0]) //nolint:gosec // this very binary
	child.Env = append(append(os.Environ(), childPath+"="+path), settings...)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	ok(t, err)
	ok(t, child.Start())
	var lines [][]string
	scanner := bufio.NewScanner(out)
	for scanner.Scan() {
		lines = append(lines, strings.Fields(scanner.Text()))
		if len(lines) == n {
			ok(t, child.Process.Kill())
		}
	}
	_ = child.Wait() // killed
	return lines
}

func TestKilledProcesses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	lines := make(chan [][]string, 2)
	for round := range 3 {
		for i := range cap(lines) {
			go func() { lines <- written(t, path, 60+30*i+7*round) }()
		}
		s := New(path)
		for range cap(lines) {
			for _, line := range <-lines {
				if len(line) != 1 && len(line) != 2 || len(line[0]) != 36 {
					continue // cut off by the kill
				}
				_, rels, err := s.Episode(t.Context(), ws, graph.ID(line[0]))
				ok(t, err)
				same(t, "relationship to the one before", rels.Degrees[graph.Follows].Incoming, len(line)-1)
			}
		}
		if !kept(t, s, graph.Follows) {
			t.Error("the order is not kept after processes were killed")
		}
		ok(t, s.Close())
	}
	var verdict string
	ok(t, raw(t, path).QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict))
	same(t, "integrity", verdict, "ok")
}

// TestKilledWhileItSettles kills a process in the middle of a cascade of levels. The next one finds an order that is
// right, or notes of what is to be settled.
func TestKilledWhileItSettles(t *testing.T) {
	t.Parallel()
	unsettled := 0
	for _, acknowledged := range []int{1, 2, 5, 20} {
		path := filepath.Join(t.TempDir(), "graph.db")
		written(t, path, acknowledged, childChain+"=2000")
		execRaw(t, raw(t, path), "UPDATE order_state SET until = 0") // a claim of the killed process expires
		s := storeAt(t, path)
		if !kept(t, s, graph.Follows) {
			unsettled++
		}
		keptSoon(t, s, graph.Follows)
	}
	if unsettled == 0 {
		t.Error("no process was killed before its levels were settled")
	}
}

// TestKilledWhileItComputes kills a process that computes an order as a whole. Another one goes on when the claim has
// expired.
func TestKilledWhileItComputes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "graph.db")
	written(t, path, 1, childChain+"=3000")
	s := storeAt(t, path)
	o := order{ordering: 2, state: unknown}
	wrong, _, err := s.wrongLevels(t.Context(), o)
	ok(t, err)
	ok(t, change(t.Context(), s, func(q *session) error { // as if it had been killed after the first levels
		q.claimOrder(t.Context(), o, "killed")
		q.putLevels(t.Context(), o, "killed", wrong[:len(wrong)/2])
		q.exec(t.Context(), putOrderState, o.ordering, unknown, "killed", 0)
		return nil
	}))
	if kept(t, s, graph.Follows) {
		t.Error("the order is kept although it is not computed")
	}
	keptSoon(t, s, graph.Follows)
}
