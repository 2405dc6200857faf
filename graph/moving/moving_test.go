package moving_test

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/graph/moving"
	"plotline/graph/neo4jstore"
	"plotline/graph/sqlitestore"
	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

// place is a database that can be opened several times, as by several processes.
type place struct {
	name string
	open func(t *testing.T) moving.Store
}

func embedded(t *testing.T) place {
	t.Helper()
	path := filepath.Join(t.TempDir(), "plotline.db")
	return place{path, func(t *testing.T) moving.Store {
		t.Helper()
		s := sqlitestore.New(path)
		t.Cleanup(func() { ok(t, s.Close()) })
		return s
	}}
}

func onNeo4j(version neo4jtest.Version) func(t *testing.T) place {
	return func(t *testing.T) place {
		t.Helper()
		server := neo4jtest.Open(t, version)
		return place{string(version), func(t *testing.T) moving.Store {
			t.Helper()
			// Without routing: the driver's router reads its table while a cancelled call changes it, which the race
			// detector finds (v5.28.5, Router.InvalidateServer).
			uri := strings.Replace(server.URI, "neo4j://", "bolt://", 1)
			s, err := neo4jstore.New(neo4jstore.Config{
				URI: uri, Username: server.Username, Password: server.Password,
			}, slog.New(slog.DiscardHandler))
			ok(t, err)
			t.Cleanup(func() { ok(t, s.Close()) })
			return s
		}}
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// create creates episodes in a workspace.
func create(t *testing.T, s graph.Store, ws string, count int) error {
	t.Helper()
	var batch graph.Batch
	for range count {
		batch.Episodes = append(batch.Episodes, newEpisode())
	}
	_, err := s.CreateEpisodes(t.Context(), ws, batch)
	return err
}

// content is everything that a workspace has.
type content struct {
	Episodes      []graph.NewEpisode
	Relationships []graph.NumberedRelationship
	LastNumber    int64
}

func contentOf(t *testing.T, s graph.Store, ws string) content {
	t.Helper()
	extent, err := s.Extent(t.Context(), ws)
	ok(t, err)
	c := content{LastNumber: extent.LastNumber}
	c.Episodes, err = s.EpisodePage(t.Context(), ws, graph.Page[int64]{UpTo: extent.LastNumber, Limit: 1_000_000})
	ok(t, err)
	c.Episodes = slices.DeleteFunc(c.Episodes, func(e graph.NewEpisode) bool {
		if e.Name == "probe" {
			c.LastNumber--
		}
		return e.Name == "probe"
	})
	c.Relationships, err = s.RelationshipPage(t.Context(), ws, graph.Page[graph.ID]{UpTo: extent.LastRelationship, Limit: 1_000_000})
	ok(t, err)
	return c
}

// killed is the panic of a move that a test kills.
type killed struct{}

// mover is a move of a test.
type mover struct {
	from, to       place
	source, target string // workspaces
}

// move moves the workspace, and dies before the given step.
func (m mover) move(t *testing.T, die string) (moving.Moved, error) {
	t.Helper()
	return moving.Move(t.Context(), moving.End{Store: m.from.open(t), Workspace: m.source, Place: "the old place"},
		moving.End{Store: m.to.open(t), Workspace: m.target, Place: "the new place"}, func(name string) {
			if name == die {
				panic(killed{})
			}
		})
}

// kill moves the workspace, and dies before the given step.
func (m mover) kill(t *testing.T, die string) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil && p != (killed{}) {
			panic(p)
		}
	}()
	switch _, err := m.move(t, die); fault.CodeOf(err) {
	case fault.Conflict, fault.Timeout: // a slow machine
		t.Logf("step %s was not reached: %v", die, err)
	default:
		t.Errorf("there is no step %s: %v", die, err)
	}
}

// TestNumbers reads the counters of each store: of a new workspace, and after the last episode was deleted.
func TestNumbers(t *testing.T) {
	t.Parallel()
	for name, store := range map[string]place{"embedded": embedded(t), "neo4j": onNeo4j(neo4jtest.LTS)(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, ws := store.open(t), graphtest.Workspace()
			is := func(want graph.Numbers) {
				t.Helper()
				got, err := s.Numbers(t.Context(), ws)
				if err != nil || got != want {
					t.Errorf("%+v, %v; want %+v", got, err, want)
				}
			}
			is(graph.Numbers{})
			made, err := s.CreateEpisodes(t.Context(), ws, graph.Batch{Episodes: []graph.NewEpisode{newEpisode(), newEpisode()}})
			ok(t, err)
			is(graph.Numbers{Episodes: 2, Last: 2})
			_, err = s.DeleteEpisode(t.Context(), ws, made.Episodes[1].EpisodeID)
			ok(t, err)
			is(graph.Numbers{Episodes: 1, Last: 2})
		})
	}
}

// TestMoveWhileWritten moves a workspace that many clients write to, and kills the move before each step in turn.
func TestMoveWhileWritten(t *testing.T) {
	t.Parallel()
	neo4j := onNeo4j(tier.Pick(neo4jtest.LTS, neo4jtest.Next))
	for _, c := range []struct {
		name     string
		from, to func(*testing.T) place
	}{
		{"embedded to embedded", embedded, embedded},
		{"embedded to Neo4j", embedded, neo4j},
		{"Neo4j to embedded", neo4j, embedded},
		{"Neo4j to Neo4j", neo4j, neo4j},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			moveWhileWritten(t, c.from(t), c.to(t))
		})
	}
}

func moveWhileWritten(t *testing.T, from, to place) {
	t.Helper()
	source, target := "from-"+graphtest.Workspace(), "to-"+graphtest.Workspace()
	t.Cleanup(func() { clean(t, source, target) })
	m := mover{from, to, source, target}
	w := startWriters(t, m, 8)
	for _, die := range []string{"receive", "leave", "copy", "apply", "follow", "drop", "compare", "close", "go", "open"} {
		w.left.Store(400)
		w.begun.Store(die != "receive" && die != "leave")
		if die != "open" { // the kill before "go" has left a source that rejects writes
			w.wait(t)
		}
		m.kill(t, die)
	}
	m.finish(t, w)
	time.Sleep(100 * time.Millisecond)
	w.stop()
	m.check(t)
	w.checkKeys(t)
}

// finish moves to the end. If the writers are too fast for a slow machine, they end first.
func (m mover) finish(t *testing.T, w *writers) {
	t.Helper()
	done, err := m.move(t, "")
	if code := fault.CodeOf(err); code == fault.Conflict || code == fault.Timeout {
		t.Log(err)
		w.stop()
		done, err = m.move(t, "")
	}
	ok(t, err)
	t.Logf("%+v", done)
}

// clean deletes what the test has left in Neo4j.
func clean(t *testing.T, workspaces ...string) {
	t.Helper()
	server := neo4jtest.Open(t, tier.Pick(neo4jtest.LTS, neo4jtest.Next))
	server.Clean(t, workspaces, "PlotlineLock", "PlotlineModel", "PlotlinePart", "PlotlineSerial", "PlotlineSpentSerial")
}

// check compares both places, and their states.
func (m mover) check(t *testing.T) {
	t.Helper()
	source, target := m.from.open(t), m.to.open(t)
	if diff := cmp.Diff(contentOf(t, source, m.source), contentOf(t, target, m.target)); diff != "" {
		t.Errorf("the places differ (-source +destination):\n%.3000s", diff)
	}
	e := graph.NewEpisode{Episode: graph.Episode{EpisodeID: graph.NewID(), Query: "q", CreatedAt: 1, UpdatedAt: 1}}
	batch := graph.Batch{Episodes: []graph.NewEpisode{e}}
	_, err := source.CreateEpisodes(t.Context(), m.source, batch)
	if fault.CodeOf(err) != fault.Conflict || !strings.Contains(fmt.Sprint(err), "was moved to the new place") {
		t.Errorf("the source: %v", err)
	}
	_, err = target.CreateEpisodes(t.Context(), m.target, batch)
	ok(t, err)
}
