package graphtest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/internal/input"
)

// world is an unused workspace of a store under test.
type world struct {
	graph.Store
	ws    string
	peers []graph.Store // handles on one database; Store is the first
}

// newWorld selects an unused workspace.
func newWorld(stores ...graph.Store) *world {
	return &world{Store: stores[0], ws: Workspace(), peers: stores}
}

// Workspace returns a name that no other test uses.
func Workspace() string { return "t-" + strings.ReplaceAll(uuid.NewString(), "-", "") }

// peer returns one of the handles, in turn.
func (w *world) peer(i int) graph.Store { return w.peers[i%len(w.peers)] }

var morning = graph.TimeOf(time.Date(2026, time.March, 1, 9, 0, 0, 0, time.UTC))

// at returns an instant some seconds after a fixed one.
func at(seconds int) graph.Time { return morning + graph.Time(seconds)*1_000_000 }

// episode returns an episode to create, some seconds after a fixed instant.
func episode(name string, seconds int) graph.NewEpisode {
	return graph.NewEpisode{
		Episode: graph.Episode{
			EpisodeID: graph.NewID(), Name: name, Query: "how did " + name + " go", Reward: 0.5,
			CreatedAt: at(seconds), UpdatedAt: at(seconds),
		},
	}
}

// create stores episodes in one batch and returns them as stored.
func (w *world) create(t tester, episodes ...graph.NewEpisode) []graph.Episode {
	t.Helper()
	made, err := w.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: episodes})
	ok(t, err)
	if len(made.Episodes) != len(episodes) {
		t.Fatalf("created %d of %d episodes", len(made.Episodes), len(episodes))
	}
	return made.Episodes
}

// episodes creates n episodes, e0 the oldest, one second apart, and returns their ids.
func (w *world) episodes(t tester, n int) []graph.ID {
	t.Helper()
	list := make([]graph.NewEpisode, n)
	for i := range list {
		list[i] = episode(fmt.Sprintf("e%d", i), i)
	}
	return idsOf(w.create(t, list...))
}

// relationship returns a relationship to add, created at a fixed instant.
func relationship(from, to graph.ID, kind graph.Type, strength float64) graph.Relationship {
	return graph.Relationship{
		ID: graph.NewID(), From: from, To: to, Type: kind, Strength: strength, CreatedAt: at(0),
	}
}

// relate adds a relationship and expects success.
func (w *world) relate(t tester, from, to graph.ID, kind graph.Type, strength float64) graph.Relationship {
	t.Helper()
	rel := relationship(from, to, kind, strength)
	ok(t, second(w.AddRelationship(t.Context(), w.ws, rel)))
	return rel
}

// link adds relationships of full strength along the given ids.
func (w *world) link(t tester, kind graph.Type, ids ...graph.ID) {
	t.Helper()
	for i := range len(ids) - 1 {
		w.relate(t, ids[i], ids[i+1], kind, 1)
	}
}

// exists is the error for a second relationship beside the existing one.
func (w *world) exists(t tester, from, to graph.ID, kind graph.Type) *fault.Error {
	t.Helper()
	there, err := w.RelationshipsBetween(t.Context(), w.ws, from, to, kind)
	ok(t, err)
	same(t, "there", len(there), 1)
	return graph.RelationshipExists(there[0].ID, from, to, kind)
}

// object returns metadata with exactly this text.
func object(text string) input.Object { return input.Object(text) }

// state is the whole content of a workspace.
type state struct {
	Episodes      []graph.Episode // newest first
	Relationships []graph.Relationship
}

// state reads a small workspace completely.
func (w *world) state(t tester) state {
	t.Helper()
	var s state
	ctx := context.WithoutCancel(t.Context())
	list, total, err := w.ListEpisodes(ctx, w.ws, graph.ListQuery{Limit: 1000})
	ok(t, err)
	if total > len(list) {
		t.Fatalf("%d episodes are too many to look at", total)
	}
	seen := map[graph.ID]bool{}
	for _, e := range list {
		full, _, err := w.Episode(ctx, w.ws, e.EpisodeID)
		ok(t, err)
		s.Episodes = append(s.Episodes, full)
		rels, _, err := w.Relationships(ctx, w.ws, graph.RelationshipQuery{Episode: e.EpisodeID, Direction: graph.Both})
		ok(t, err)
		for _, r := range rels {
			if !seen[r.ID] {
				seen[r.ID] = true
				s.Relationships = append(s.Relationships, r)
			}
		}
	}
	s.Relationships = byID(s.Relationships)
	return s
}
