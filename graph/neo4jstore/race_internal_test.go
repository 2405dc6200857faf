package neo4jstore

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"plotline/graph"
	"plotline/graph/analysis"
	migrations "plotline/graph/neo4jstore/schema"
	"plotline/internal/fault"
	"plotline/testing/kit/neo4jtest"
	"plotline/testing/kit/tier"
)

// fixture is a fresh workspace with several stores, as several processes would have.
type fixture struct {
	*testing.T
	ws string
	s  []*Store
}

// onBoth runs a test on both versions.
func onBoth(t *testing.T, stores int, test func(t fixture)) {
	t.Helper()
	t.Parallel()
	for _, version := range neo4jtest.VersionsOfTier() {
		t.Run(string(version), func(t *testing.T) {
			t.Parallel()
			ws := workspace(t, version)
			list := make([]*Store, stores)
			for i := range list {
				list[i] = open(t, version)
			}
			test(fixture{t, ws, list})
		})
	}
}

// together runs n calls at once.
func together(n int, call func(i int)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			call(i)
		})
	}
	close(start)
	wg.Wait()
}

// TestParallelAdds makes 200 adds at once. None may be lost or stored twice.
func TestParallelAdds(t *testing.T) {
	onBoth(t, 2, func(t fixture) {
		ids := makeSome(t, t.s[0], t.ws, 101)
		var created, there atomic.Int32
		together(200, func(i int) {
			kind := graph.Types()[i%6]
			from, to := ids[0], ids[1+i/2] // each pair of calls shares its ends, and half of the pairs share the type
			if i%4 < 2 {
				kind = graph.Types()[i/4%6]
			}
			switch _, err := t.s[i%2].AddRelationship(t.Context(), t.ws, link(from, to, kind)); fault.CodeOf(err) {
			case "":
				created.Add(1)
			case fault.AlreadyExists:
				there.Add(1)
			default:
				t.Errorf("add %d: %v", i, err)
			}
		})
		_, total, err := t.s[0].Relationships(t.Context(), t.ws, graph.RelationshipQuery{Episode: ids[0], Direction: graph.Outgoing})
		ok(t, err)
		if total != int(created.Load()) || created.Load()+there.Load() != 200 || there.Load() < 50 {
			t.Errorf("%d relationships, %d created, %d there already", total, created.Load(), there.Load())
		}
	})
}

// TestOpposingPairs checks that exactly one of A→B and B→A wins, from two stores at once.
func TestOpposingPairs(t *testing.T) {
	onBoth(t, 2, func(t fixture) {
		rounds := tier.Pick(50, 200)
		ids := makeSome(t, t.s[0], t.ws, 2*rounds)
		for round := range rounds {
			pair := ids[2*round : 2*round+2]
			kind := []graph.Type{graph.Follows, graph.Causes}[round%2]
			codes := make([]fault.Code, 2)
			together(2, func(i int) {
				codes[i] = fault.CodeOf(second(t.s[i].AddRelationship(t.Context(), t.ws, link(pair[i], pair[1-i], kind))))
			})
			if won := codes[0] == "" && codes[1] == fault.Cycle || codes[1] == "" && codes[0] == fault.Cycle; !won {
				t.Fatalf("round %d: %q", round, codes)
			}
		}
	})
}

// TestParallelKeys checks that keys used by 8 clients at once make one episode each, and that no number is given
// twice.
func TestParallelKeys(t *testing.T) {
	onBoth(t, 8, func(t fixture) {
		keys := tier.Pick(60, 300)
		made := make([][]graph.ID, len(t.s))
		together(len(t.s), func(client int) {
			for i := range keys {
				ep := newEpisode("keyed")
				ep.Key, ep.Digest = fmt.Sprintf("key %d", i), "d"
				got, err := t.s[client].CreateEpisodes(t.Context(), t.ws, graph.Batch{Episodes: []graph.NewEpisode{ep}})
				if err != nil {
					t.Errorf("client %d, key %d: %v", client, i, err)
					return
				}
				made[client] = append(made[client], got.Episodes[0].EpisodeID)
			}
		})
		for client := range made {
			if !slices.Equal(made[client], made[0]) {
				t.Errorf("client %d got other episodes", client)
			}
		}
		list, total, err := t.s[0].ListEpisodes(t.Context(), t.ws, graph.ListQuery{Limit: 1000})
		ok(t, err)
		numbers := map[int64]bool{}
		for _, e := range list {
			numbers[e.ID] = true
		}
		if total != keys || len(numbers) != keys {
			t.Errorf("%d episodes, %d numbers", total, len(numbers))
		}
	})
}

// TestDeleteRacesAdd deletes an episode while a relationship is added to it. The relationship is deleted with it or
// never stored.
func TestDeleteRacesAdd(t *testing.T) {
	onBoth(t, 2, func(t fixture) {
		rounds := tier.Pick(40, 150)
		ids := makeSome(t, t.s[0], t.ws, rounds+1)
		deleted, added := 0, 0
		for round := range rounds {
			kind := graph.Types()[round%6]
			var removed int
			var errs [2]error
			together(2, func(i int) {
				if i == 0 {
					removed, errs[0] = t.s[0].DeleteEpisode(t.Context(), t.ws, ids[round])
				} else {
					errs[1] = second(t.s[1].AddRelationship(t.Context(), t.ws, link(ids[rounds], ids[round], kind)))
				}
			})
			ok(t, errs[0])
			deleted += removed
			switch fault.CodeOf(errs[1]) {
			case "":
				added++
			case fault.NotFound:
			default:
				t.Errorf("round %d: %v", round, errs[1])
			}
		}
		_, rels, err := t.s[0].Episode(t.Context(), t.ws, ids[rounds])
		ok(t, err)
		if deleted != added || len(rels.Degrees) != 0 {
			t.Errorf("%d added, %d deleted, left %v", added, deleted, rels.Degrees)
		}
		t.Logf("%d of %d adds were first", added, rounds)
	})
}

// TestDeleteRacesOthers deletes while others change and read. They find the old state or nothing, and get no other
// error.
func TestDeleteRacesOthers(t *testing.T) {
	onBoth(t, 2, func(t fixture) {
		rounds := tier.Pick(12, 60)
		ids := makeSome(t, t.s[0], t.ws, rounds+1)
		ctx, hub := t.Context(), ids[rounds]
		for round := range rounds {
			id := ids[round]
			rel := link(id, hub, graph.Types()[round%6])
			ok(t, second(t.s[0].AddRelationship(ctx, t.ws, rel)))
			strength := 0.5
			others := []func(s *Store) error{
				func(s *Store) error { return second(s.DeleteEpisode(ctx, t.ws, id)) },
				func(s *Store) error {
					ep := newEpisode("replaced").Episode
					ep.EpisodeID = id
					return s.ReplaceEpisode(ctx, t.ws, ep, 1)
				},
				func(s *Store) error {
					got, err := s.UpdateRelationship(ctx, t.ws, rel.ID, graph.RelationshipChange{Strength: &strength})
					if err == nil && (got.ID != rel.ID || got.From != id || got.To != hub || got.Strength != strength) {
						t.Errorf("updated to %+v", got)
					}
					return err
				},
				func(s *Store) error { _, _, err := s.Episode(ctx, t.ws, id); return err },
				func(s *Store) error {
					_, _, err := s.Relationships(ctx, t.ws, graph.RelationshipQuery{Episode: hub, Direction: graph.Both})
					return err
				},
				func(s *Store) error {
					_, _, err := s.Related(ctx, t.ws, graph.RelatedQuery{Start: hub, MaxDepth: 2, Direction: graph.Both})
					return err
				},
				func(s *Store) error { return second(s.Projection(ctx, t.ws, graph.Follows, nil)) },
				func(s *Store) error {
					_, err := s.FindText(ctx, t.ws, graph.TextQuery{Clauses: analysis.English.Parse("e"), All: true, Limit: 5})
					return err
				},
			}
			together(len(others), func(i int) {
				if err := others[i](t.s[i%2]); err != nil && (i == 0 || fault.CodeOf(err) != fault.NotFound) {
					t.Errorf("round %d, call %d: %v", round, i, err)
				}
			})
		}
	})
}

// TestConcurrentChangeOneWins checks that one of many concurrent replacements of the same state wins, and one of many removals or
// deletions.
func TestConcurrentChangeOneWins(t *testing.T) {
	onBoth(t, 2, func(t fixture) {
		rounds := tier.Pick(5, 20)
		ids := makeSome(t, t.s[0], t.ws, rounds+1)
		rels := make([]graph.Relationship, rounds)
		for i := range rels {
			rels[i] = link(ids[0], ids[1+i], graph.Types()[i%6])
		}
		ok(t, second(t.s[0].AddRelationships(t.Context(), t.ws, rels)))
		was := graph.Time(1)
		for i := range rounds {
			t.oneWins("replace", fault.Conflict, func(s *Store, call int) error {
				ep := newEpisode("replaced").Episode
				ep.EpisodeID, ep.UpdatedAt = ids[0], was+graph.Time(call+1)
				return s.ReplaceEpisode(t.Context(), t.ws, ep, was)
			})
			now, _, err := t.s[0].Episode(t.Context(), t.ws, ids[0])
			ok(t, err)
			was = now.UpdatedAt
			t.oneWins("remove", fault.NotFound, func(s *Store, _ int) error {
				return s.RemoveRelationship(t.Context(), t.ws, rels[i].ID)
			})
			t.oneWins("delete", fault.NotFound, func(s *Store, _ int) error {
				return second(s.DeleteEpisode(t.Context(), t.ws, ids[1+i]))
			})
		}
		_, total, err := t.s[0].ListEpisodes(t.Context(), t.ws, graph.ListQuery{Limit: 1})
		ok(t, err)
		if total != 1 {
			t.Errorf("%d episodes are counted, want 1", total)
		}
	})
}

// oneWins makes a call eight times at once and checks that one succeeds.
func (t fixture) oneWins(name string, lost fault.Code, call func(s *Store, i int) error) {
	t.Helper()
	var won atomic.Int32
	together(8, func(i int) {
		switch err := call(t.s[i%len(t.s)], i); fault.CodeOf(err) {
		case "":
			won.Add(1)
		case lost:
		default:
			t.Errorf("%s: %v", name, err)
		}
	})
	if won.Load() != 1 {
		t.Errorf("%s: %d won", name, won.Load())
	}
}

// TestParallelBatches checks that batches of several types in opposite order do not deadlock for good.
func TestParallelBatches(t *testing.T) {
	onBoth(t, 4, func(t fixture) {
		ids := makeSome(t, t.s[0], t.ws, 60)
		together(len(t.s), func(client int) {
			rels := make([]graph.Relationship, 0, len(ids)-1)
			for i := range len(ids) - 1 {
				at := i
				if client%2 == 1 {
					at = len(ids) - 2 - i
				}
				kind := []graph.Type{graph.PartOf, graph.Follows, graph.Refines, graph.RelatedTo}[(client+at)%4]
				rels = append(rels, link(ids[at], ids[at+1], kind))
			}
			if _, err := t.s[client].AddRelationships(t.Context(), t.ws, rels); err != nil {
				t.Errorf("client %d: %v", client, err)
			}
		})
		part, err := t.s[0].Subgraph(t.Context(), t.ws, graph.SubgraphQuery{MaxNodes: 100})
		ok(t, err)
		if want := 4 * (len(ids) - 1); len(part.Edges) != want {
			t.Errorf("%d relationships, want %d", len(part.Edges), want)
		}
	})
}

// TestMigrateTogether checks that several processes may run and repeat migrations at once.
func TestMigrateTogether(t *testing.T) {
	onBoth(t, 6, func(t fixture) {
		together(len(t.s), func(i int) {
			if err := t.s[i].ready(t.Context()); err != nil {
				t.Errorf("store %d: %v", i, err)
			}
			if err := t.s[i].migrate(t.Context(), 0); err != nil {
				t.Errorf("store %d again: %v", i, err)
			}
		})
		status, err := t.s[0].Status(t.Context())
		ok(t, err)
		if status.Schema != len(migrations.Migrations()) || status.Kind != "neo4j" {
			t.Errorf("status %+v", status)
		}
	})
}
