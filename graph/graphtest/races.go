package graphtest

import (
	"fmt"
	"slices"

	"plotline/graph"
	"plotline/internal/fault"
)

func oneKeyByMany(t tester, w *world) {
	first := keyed("a", "k", 0)
	ids := make([]graph.ID, 16)
	errs := w.together(len(ids), func(i int, s graph.Store) error {
		made, err := s.CreateEpisodes(t.Context(), w.ws, graph.Batch{Episodes: []graph.NewEpisode{again(first)}})
		if err == nil {
			ids[i] = made.Episodes[0].EpisodeID
		}
		return err
	})
	same(t, "winners", winners(t, errs, ""), len(ids))
	same(t, "one and the same", slices.Compact(ids), ids[:1])
	same(t, "stored", idsOf(w.state(t).Episodes), ids[:1])
}

func parallelCreates(t tester, w *world) {
	numbers := make([][]int64, 40)
	errs := w.together(len(numbers), func(i int, s graph.Store) error {
		made, err := s.CreateEpisodes(t.Context(), w.ws, graph.Batch{
			Episodes: []graph.NewEpisode{keyed(fmt.Sprint("a", i), fmt.Sprint("k", i), i), episode("b", i)},
		})
		for _, e := range made.Episodes {
			numbers[i] = append(numbers[i], e.ID)
		}
		return err
	})
	same(t, "winners", winners(t, errs, ""), len(numbers))
	all := slices.Concat(numbers...)
	slices.Sort(all)
	same(t, "distinct numbers", len(slices.Compact(all)), 80)
}

func deleteMeetsAdds(t tester, w *world) {
	e := w.episodes(t, 32)
	hub := e[31]
	deleted := 0
	errs := w.together(31, func(i int, s graph.Store) error {
		if i == 15 {
			n, err := s.DeleteEpisode(t.Context(), w.ws, hub)
			deleted = n
			return err
		}
		return second(s.AddRelationship(t.Context(), w.ws, relationship(e[i], hub, graph.Types()[i%3], 1)))
	})
	added := winners(t, errs, fault.NotFound) - 1
	same(t, "deleted are those that were added before", deleted, added)
	for _, err := range errs {
		if err != nil {
			refused(t, err, graph.EpisodeNotFound(hub))
		}
	}
	for _, id := range e[:31] {
		_, rels, err := w.Episode(t.Context(), w.ws, id)
		ok(t, err)
		same(t, "degrees", len(rels.Degrees), 0)
	}
	same(t, "relationships", len(w.state(t).Relationships), 0)
}

func parallelReplaces(t tester, w *world) {
	ep := w.create(t, episode("a", 0))[0]
	errs := w.together(12, func(i int, s graph.Store) error {
		update := ep
		update.Name, update.UpdatedAt = fmt.Sprint("writer", i), at(1+i)
		return s.ReplaceEpisode(t.Context(), w.ws, update, ep.UpdatedAt)
	})
	same(t, "winners", winners(t, errs, fault.Conflict), 1)
	won := slices.Index(errs, nil)
	got := w.must(t, ep.EpisodeID)
	same(t, "name", got.Name, fmt.Sprint("writer", won))
	for _, err := range errs {
		if err != nil {
			refused(t, err, graph.Stale(ep.EpisodeID, at(1+won)))
		}
	}
}

func parallelRemoves(t tester, w *world) {
	e := w.episodes(t, 2)
	rel := w.relate(t, e[0], e[1], graph.PartOf, 1)
	errs := w.together(12, func(_ int, s graph.Store) error { return s.RemoveRelationship(t.Context(), w.ws, rel.ID) })
	same(t, "winners", winners(t, errs, fault.NotFound), 1)
	errs = w.together(12, func(_ int, s graph.Store) error {
		_, err := s.DeleteEpisode(t.Context(), w.ws, e[0])
		return err
	})
	same(t, "winners", winners(t, errs, fault.NotFound), 1)
}

func readsBesideWrites(t tester, w *world) {
	errs := w.together(24, func(i int, s graph.Store) error {
		if i%2 == 0 {
			_, err := s.CreateEpisodes(t.Context(), w.ws, graph.Batch{
				Episodes:      []graph.NewEpisode{episode("a", 0), episode("b", 0)},
				Relationships: []graph.NewRelationship{link(nth(0), nth(1), graph.Follows)},
			})
			return err
		}
		part, err := s.Subgraph(t.Context(), w.ws, graph.SubgraphQuery{MaxNodes: 500})
		if len(part.Nodes) != 2*len(part.Edges) || part.Total != len(part.Nodes) {
			t.Errorf("a read saw %d of %d episodes with %d relationships", len(part.Nodes), part.Total, len(part.Edges))
		}
		return err
	})
	same(t, "winners", winners(t, errs, ""), len(errs))
}
