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

// written starts a child, reads n acknowledgements and kills it while it works. It returns everything that the child
// acknowledged.
func written(t *testing.T, path string, n int) [][]string {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0]) //nolint:gosec // this very binary
	child.Env = append(os.Environ(), childPath+"="+path)
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
				_, degrees, err := s.Episode(t.Context(), ws, graph.ID(line[0]))
				ok(t, err)
				same(t, "relationship to the one before", degrees[graph.Follows].Incoming, len(line)-1)
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
