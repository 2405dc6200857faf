package moving_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/graph/moving"
	"plotline/graph/neo4jstore"
	"plotline/graph/sqlitestore"
	"plotline/graph/transfer"
	"plotline/internal/access"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

var runner = &usecase.Runner{Logger: slog.New(slog.DiscardHandler)}

// place is a database that can be opened several times, as by several processes.
type place struct {
	embedded bool
	open     func(t *testing.T) graph.Store
}

func embedded(t *testing.T) place {
	t.Helper()
	path := filepath.Join(t.TempDir(), "plotline.db")
	return place{true, func(t *testing.T) graph.Store {
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
		return place{false, func(t *testing.T) graph.Store {
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

// directions are the moves that most tests make.
func directions(t *testing.T, test func(t *testing.T, from, to place)) {
	t.Helper()
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
			test(t, c.from(t), c.to(t))
		})
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refuses checks that an error has a code and a text.
func refuses(t *testing.T, what string, err error, code fault.Code, text string) {
	t.Helper()
	if fault.CodeOf(err) != code || !strings.Contains(fmt.Sprint(err), text) {
		t.Errorf("%s: %v, want %s %q", what, err, code, text)
	}
}

func newEpisode() graph.NewEpisode {
	id := graph.NewID()
	return graph.NewEpisode{
		Episode: graph.Episode{EpisodeID: id, Name: "n", Query: "q", Reward: 0.5, Tags: []string{"a"}, CreatedAt: 1, UpdatedAt: 2},
		Key:     "key " + string(id), Digest: "d",
	}
}

// create creates episodes in a workspace.
func create(t *testing.T, at moving.End, count int) error {
	t.Helper()
	var batch graph.Batch
	for range count {
		batch.Episodes = append(batch.Episodes, newEpisode())
	}
	_, err := at.Store.CreateEpisodes(t.Context(), at.Workspace, batch)
	return err
}

// here is a store whose workspaces never moved.
type here struct{ graph.Store }

func (here) Residence(context.Context, string) (graph.Residence, error) {
	return graph.Residence{}, nil
}

// exportOf returns a workspace as an export has it, whatever its state.
func exportOf(t *testing.T, at moving.End) string {
	t.Helper()
	text, err := clientExport(t, moving.End{Store: here{at.Store}, Workspace: at.Workspace})
	ok(t, err)
	return text
}

// clientExport exports a workspace as a client does that knows nothing of the move.
func clientExport(t *testing.T, at moving.End) (string, error) {
	t.Helper()
	service := graph.NewService(at.Store, runner)
	defer service.Close()
	var out bytes.Buffer
	_, err := transfer.Export(t.Context(), service, audit.Caller{Workspace: at.Workspace, Role: access.Reader}, &out)
	return out.String(), err
}

func same(t *testing.T, what, want, got string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%.2000s", what, diff)
	}
}

// mover is a move of a test.
type mover struct {
	from, to moving.End
	before   string // what the source had
}

// newMover fills a workspace: with changed and deleted episodes, of which one was the last, keys, and relationships of each
// type.
func newMover(t *testing.T, from, to place) mover {
	t.Helper()
	m := mover{
		from: moving.End{Store: from.open(t), Workspace: "from-" + graphtest.Workspace(), Place: "the old place"},
		to:   moving.End{Store: to.open(t), Workspace: "to-" + graphtest.Workspace(), Place: "the new place"},
	}
	if !from.embedded || !to.embedded {
		t.Cleanup(func() { clean(t, m.from.Workspace, m.to.Workspace) })
	}
	s, ws, ctx := m.from.Store, m.from.Workspace, t.Context()
	var batch graph.Batch
	for i := range 30 {
		e := newEpisode()
		if i%3 == 0 {
			e.Key, e.Digest, e.Metadata = "", "", input.Object(`{"n":1.50}`)
		}
		batch.Episodes = append(batch.Episodes, e)
		for _, kind := range graph.Types() {
			if i == 0 {
				continue
			}
			batch.Relationships = append(batch.Relationships, graph.NewRelationship{
				Relationship: graph.Relationship{ID: graph.NewID(), Type: kind, Strength: 1 / float64(i+1), CreatedAt: graph.Time(i)},
				FromEnd:      graph.End{Item: i - 1}, ToEnd: graph.End{Item: i},
			})
		}
	}
	made, err := s.CreateEpisodes(ctx, ws, batch)
	ok(t, err)
	changed := made.Episodes[4]
	changed.Reflection, changed.UpdatedAt = "learned", 9
	ok(t, s.ReplaceEpisode(ctx, ws, changed, 2))
	metadata := input.Object(`{"why":"é"}`)
	_, err = s.UpdateRelationship(ctx, ws, made.Relationships[5].ID, graph.RelationshipChange{Metadata: &metadata})
	ok(t, err)
	for _, i := range []int{7, 29} {
		_, err = s.DeleteEpisode(ctx, ws, made.Episodes[i].EpisodeID)
		ok(t, err)
	}
	m.before = exportOf(t, m.from)
	return m
}

// clean deletes what the test has left in Neo4j.
func clean(t *testing.T, workspaces ...string) {
	t.Helper()
	server := neo4jtest.Open(t, tier.Pick(neo4jtest.LTS, neo4jtest.Next))
	server.Clean(t, workspaces, "PlotlineLock", "PlotlineModel", "PlotlinePart", "PlotlineSerial", "PlotlineSpentSerial")
}

// move moves the workspace.
func (m mover) move(t *testing.T) error {
	t.Helper()
	_, err := moving.Move(t.Context(), runner, m.from, m.to)
	return err
}

// arrived checks the new place, the sign at the old one, and that the number of a deleted episode is not given again.
func (m mover) arrived(t *testing.T) {
	t.Helper()
	same(t, "the new place", m.before, exportOf(t, m.to))
	refuses(t, "the old place", create(t, m.from, 1), fault.Conflict, "was moved to the new place")
	left, err := m.from.Store.Extent(t.Context(), m.from.Workspace)
	ok(t, err)
	if left.Episodes+left.Relationships > 0 {
		t.Errorf("the old place has %+v", left)
	}
	made, err := m.to.Store.CreateEpisodes(t.Context(), m.to.Workspace, graph.Batch{Episodes: []graph.NewEpisode{newEpisode()}})
	ok(t, err)
	if made.Episodes[0].ID != 31 {
		t.Errorf("the next number is %d", made.Episodes[0].ID)
	}
}

// TestMove moves a workspace and back. A second run of a move that has ended changes nothing.
func TestMove(t *testing.T) {
	t.Parallel()
	directions(t, func(t *testing.T, from, to place) {
		t.Helper()
		m := newMover(t, from, to)
		done, err := moving.Move(t.Context(), runner, m.from, m.to)
		ok(t, err)
		if done.Episodes != 28 || done.Relationships != strings.Count(m.before, "\n")-28 {
			t.Errorf("%+v", done)
		}
		ok(t, m.move(t))
		m.arrived(t)
		back := mover{from: m.to, to: m.from, before: exportOf(t, m.to)}
		ok(t, back.move(t))
		same(t, "moved back", back.before, exportOf(t, back.to))
		ok(t, create(t, back.to, 1))
	})
}
