package sqlitestore

import (
	"cmp"
	"context"
	"slices"

	"plotline/graph"
)

// step is a relationship in a search over row keys.
type step = graph.Step[int64, graph.ID]

// Related implements graph.Store.
func (s *Store) Related(ctx context.Context, ws string, rq graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
	total := 0
	list, err := read(ctx, s, func(q *session) ([]graph.RelatedEpisode, error) {
		nodes := q.nodes(ctx, ws, []graph.ID{rq.Start})
		if missing := absent(nodes, rq.Start); missing != nil {
			return nil, missing
		}
		walks, err := graph.SearchLevels(nodes[rq.Start].key, rq, func(frontier []int64) ([]step, error) {
			taken := q.steps(ctx, frontier, rq)
			return taken, cmp.Or(q.err, graph.CheckMost(len(taken), rq.Most))
		})
		if err != nil {
			return nil, err
		}
		total = len(walks)
		return q.related(ctx, walks, rq.Limit), nil
	})
	return list, total, err
}

// oneMore returns the limit of rows that shows whether there are more than most (0: no bound).
func oneMore(most int) int {
	if most == 0 {
		return -1
	}
	return most + 1
}

// steps lists the relationships that lead away from a frontier, at most one more than rq.Most.
func (q *session) steps(ctx context.Context, frontier []int64, rq graph.RelatedQuery) []step {
	return all(ctx, q, searchSteps, func(s *step) []any {
		return []any{&s.From, &s.To, (*string)(&s.Edge), (*typeColumn)(&s.Type), &s.Incoming, &s.Strength}
	}, list(frontier), typeBits(rq.Types), rq.MinStrength, rq.Direction != graph.Incoming, rq.Direction != graph.Outgoing, oneMore(rq.Most))
}

// related sorts what a search found, and fills in the names and paths of the first limit results.
func (q *session) related(ctx context.Context, walks []*graph.Walk[int64, graph.ID], limit int) []graph.RelatedEpisode {
	keys := make([]int64, len(walks))
	for i, w := range walks {
		keys[i] = w.End
	}
	names := q.names(ctx, keys)
	type found struct {
		graph.RelatedEpisode
		walk *graph.Walk[int64, graph.ID]
	}
	all := make([]found, len(walks))
	for i, w := range walks {
		name := names[w.End]
		all[i] = found{graph.RelatedEpisode{
			EpisodeID: name.id, ID: name.serial, Name: name.name, Reward: name.reward, Distance: w.Distance, Strength: w.Strength,
		}, w}
	}
	slices.SortFunc(all, func(a, b found) int { return graph.CompareRelated(a.RelatedEpisode, b.RelatedEpisode) })
	if limit > 0 {
		all = all[:min(limit, len(all))]
	}
	list := make([]graph.RelatedEpisode, len(all))
	for i, f := range all {
		list[i] = f.RelatedEpisode
		steps := f.walk.Steps()
		list[i].Path, list[i].Steps = make([]graph.ID, len(steps)), make([]graph.RelatedStep, len(steps))
		for j, s := range steps {
			there := names[s.To] // always present, because the search found every episode of a path
			list[i].Path[j] = s.Edge
			list[i].Steps[j] = graph.RelatedStep{
				Type: s.Type, Direction: s.Direction(), Strength: s.Strength, ID: there.serial, Name: there.name,
			}
		}
	}
	return list
}

// name holds what a search shows of an episode.
type name struct {
	key    int64
	id     graph.ID
	serial int64
	name   string
	reward float64
}

// names reads the names of episodes, by row key.
func (q *session) names(ctx context.Context, keys []int64) map[int64]name {
	names := make(map[int64]name, len(keys))
	for _, n := range all(ctx, q, getNames, func(n *name) []any {
		return []any{&n.key, (*string)(&n.id), &n.serial, &n.name, &n.reward}
	}, list(keys)) {
		names[n.key] = n
	}
	return names
}

// Adjacent implements graph.Store.
func (s *Store) Adjacent(
	ctx context.Context, ws string, ids []graph.ID, kinds []graph.Type, maxDegree, most int,
) ([]graph.Relationship, error) {
	return read(ctx, s, func(q *session) ([]graph.Relationship, error) {
		found := q.adjacent(ctx, ws, ids, kinds, maxDegree, most)
		return found, graph.CheckMost(len(found), most)
	})
}

// adjacent lists at most one more than most of the relationships that Adjacent returns.
func (q *session) adjacent(ctx context.Context, ws string, ids []graph.ID, kinds []graph.Type, maxDegree, most int) []graph.Relationship {
	return all(ctx, q, adjacent, func(r *graph.Relationship) []any {
		places := relationshipFields(r)
		return slices.Delete(places, metadataPlace, metadataPlace+1)
	}, ws, list(ids), typeBits(kinds), maxDegree, oneMore(most))
}

// Neighbourhood implements graph.Store.
func (s *Store) Neighbourhood(ctx context.Context, ws string, nq graph.NeighbourhoodQuery) (graph.Neighbourhood, error) {
	return read(ctx, s, func(q *session) (graph.Neighbourhood, error) {
		out, err := graph.NeighbourhoodOf(nq, func(ids []graph.ID) ([]graph.ID, []graph.Relationship, error) {
			found := q.adjacent(ctx, ws, ids, nq.Types, nq.MaxDegree, nq.Most)
			return ids, found, cmp.Or(q.err, graph.CheckMost(len(found), nq.Most))
		})
		for _, e := range q.shortEpisodes(ctx, ws, nq.Tagged, 1) {
			out.Tags[e.EpisodeID] = e.Tags
		}
		return out, err
	})
}

// Candidates implements graph.Store.
func (s *Store) Candidates(ctx context.Context, ws string, cq graph.CandidateQuery) (graph.Candidates, error) {
	return read(ctx, s, func(q *session) (graph.Candidates, error) {
		out := graph.Candidates{Relationships: []graph.Relationship{}, Named: []graph.Node{}}
		asked := make(map[graph.ID]bool, len(cq.IDs))
		for _, id := range cq.IDs {
			asked[id] = true
		}
		var behind []graph.ID
		for _, r := range q.adjacent(ctx, ws, cq.IDs, cq.Types, cq.MaxDegree, 0) {
			if earlier, later := r.ByTime(); asked[earlier] {
				out.Relationships = append(out.Relationships, r)
				if !asked[later] && !slices.Contains(behind, later) {
					behind = append(behind, later)
				}
			}
		}
		out.Episodes = q.shortEpisodes(ctx, ws, cq.IDs, cq.Most)
		out.Later = q.shortEpisodes(ctx, ws, behind, cq.MostLater)
		for _, e := range q.shortEpisodes(ctx, ws, cq.Names, 1) {
			out.Named = append(out.Named, graph.Node{EpisodeID: e.EpisodeID, ID: e.ID, Name: e.Name, CreatedAt: e.CreatedAt})
		}
		return out, nil
	})
}
