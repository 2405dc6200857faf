package moving_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

// TestMeanwhile reads and writes at both places before each step of a move. What was acknowledged arrives, and writes are
// rejected from the moment on that the workspace is closed.
func TestMeanwhile(t *testing.T) {
	t.Parallel()
	directions(t, func(t *testing.T, from, to place) {
		t.Helper()
		m := newMover(t, from, to)
		here, there := m.from, m.to
		here.Store, there.Store = from.open(t), to.open(t)
		seen, closed := map[graph.ResidenceState]int{}, ""
		ok(t, m.living(&life{left: 1 << 30, before: func() {
			home, err := here.Store.Residence(t.Context(), here.Workspace)
			ok(t, err)
			arriving, err := there.Store.Residence(t.Context(), there.Workspace)
			ok(t, err)
			seen[home.State]++
			written := create(t, here, 1)
			read, unread := clientExport(t, here)
			switch home.State { //nolint:exhaustive // the others are not of a source
			case graph.Resident:
				ok(t, written)
				closed = read
			case graph.Closed:
				refuses(t, "a write", written, fault.Unavailable, "is being moved to the new place. Until the move ends, it accepts no changes, and reads go on")
				same(t, "read during the move", closed, read)
			case graph.Gone:
				refuses(t, "a write", written, fault.Conflict, "was moved to the new place; use it there")
				if home.Move != "" { // the new place is not open
					same(t, "read before the new place opens", closed, read)
					break
				}
				refuses(t, "a read", unread, fault.Conflict, "was moved to the new place; use it there")
			}
			if arriving.State == graph.Arriving {
				refuses(t, "a write to the copy", create(t, there, 1), fault.Unavailable, "is being moved here from the old place")
				_, unread := clientExport(t, there)
				refuses(t, "an export of the copy", unread, fault.Unavailable, "not all of it has arrived")
			}
		}}).move(t))
		same(t, "the new place", closed, exportOf(t, there))
		if seen[graph.Resident] < 3 || seen[graph.Closed] < 4 || seen[graph.Gone] < 2 {
			t.Errorf("seen %v", seen)
		}
	})
}

// TestWritersMeanwhile moves a workspace that several clients write to, by two runs of the command at once. All that was
// acknowledged arrives.
func TestWritersMeanwhile(t *testing.T) {
	t.Parallel()
	directions(t, func(t *testing.T, from, to place) {
		t.Helper()
		m := newMover(t, from, to)
		ctx, end := context.WithCancel(t.Context())
		defer end()
		var writing sync.WaitGroup
		var made sync.Map
		var count atomic.Int64
		for range 4 {
			store := from.open(t)
			writing.Go(func() {
				for ctx.Err() == nil {
					e := newEpisode()
					_, err := store.CreateEpisodes(ctx, m.from.Workspace, graph.Batch{Episodes: []graph.NewEpisode{e}})
					switch code := fault.CodeOf(err); {
					case err == nil:
						made.Store(e.EpisodeID, true)
						count.Add(1)
					case code == fault.Conflict && strings.Contains(err.Error(), "was moved to the new place"):
						return
					case code != fault.Unavailable && ctx.Err() == nil:
						t.Errorf("a write: %v", err)
					}
				}
			})
		}
		for count.Load() < 10 && !t.Failed() {
			ok(t, ctx.Err())
		}
		var moves sync.WaitGroup
		for range 2 {
			mine := m
			mine.from.Store, mine.to.Store = from.open(t), to.open(t)
			moves.Go(func() {
				err := mine.move(t)
				if code := fault.CodeOf(err); err != nil && code != fault.Conflict && code != fault.Unavailable {
					t.Errorf("a move: %v", err)
				}
			})
		}
		moves.Wait()
		ok(t, m.move(t)) // each may have ended the other
		writing.Wait()
		arrived := exportOf(t, m.to)
		made.Range(func(id, _ any) bool {
			if !strings.Contains(arrived, string(id.(graph.ID))) {
				t.Errorf("episode %s is lost", id)
			}
			return !t.Failed()
		})
		t.Logf("%d writes were acknowledged", count.Load())
		ok(t, create(t, m.to, 1))
		refuses(t, "the old place", create(t, m.from, 1), fault.Conflict, "was moved to the new place")
	})
}

// TestFormerMove continues a move of a version that admitted writes meanwhile, and kept a journal of them. The copy lacks one of
// these writes, and has what was deleted since.
func TestFormerMove(t *testing.T) {
	t.Parallel()
	m := newMover(t, onNeo4j(tier.Pick(neo4jtest.LTS, neo4jtest.Next))(t), embedded(t))
	place, id := "the new place", string(graph.NewID())
	arriving := graph.Residence{State: graph.Arriving, Move: id + " 1", Place: m.from.Place}
	ok(t, m.to.Store.SetResidence(t.Context(), m.to.Workspace, graph.Residence{}, arriving))
	list, err := m.from.Store.EpisodePage(t.Context(), m.from.Workspace, graph.Page[int64]{UpTo: 5, Limit: 5})
	ok(t, err)
	list = append(list, newEpisode())
	_, err = m.to.Store.CreateEpisodes(graph.WithMove(t.Context(), arriving.Move), m.to.Workspace, graph.Batch{Episodes: list})
	ok(t, err)
	driver := neo4jtest.Open(t, tier.Pick(neo4jtest.LTS, neo4jtest.Next)).Driver(t)
	query := func(text string) int64 {
		t.Helper()
		result, err := neo4j.ExecuteQuery(t.Context(), driver, text, map[string]any{"ws": m.from.Workspace, "id": id, "place": place},
			neo4j.EagerResultTransformer)
		ok(t, err)
		return result.Records[0].Values[0].(int64)
	}
	query(`CREATE (:PlotlineLock {workspace: $ws, type: 'MOVE', state: 'leaving', move: $id, place: $place})
		CREATE (:PlotlineLock {workspace: $ws, type: 'JOURNAL 1', relationship: false, id: 'x'}) RETURN 0`)
	refuses(t, "a write", create(t, m.from, 1), fault.Unavailable, "is being moved to the new place")
	ok(t, m.move(t))
	m.arrived(t)
	if left := query("MATCH (l:PlotlineLock {workspace: $ws}) WHERE l.type STARTS WITH 'JOURNAL' RETURN count(l)"); left > 0 {
		t.Errorf("%d entries of the journal are left", left)
	}
}
