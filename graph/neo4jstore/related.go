package neo4jstore

import (
	"cmp"
	"context"

	"plotline/graph"
)

// The columns of an episode that a search found, and of a step of its path.
var (
	relatedFields = []string{"episode_id", "name", "distance", "path", "strength", "id", "reward", "steps"}
	stepFields    = []string{"type", "strength", "from", "from_name", "to", "to_name"}
)

// Related searches outwards from one episode.
func (s *Store) Related(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
	reached, err := run(ctx, s, related.of(q.Direction, q.Types...).with(params{
		"workspace": ws, "start": string(q.Start), "max_depth": q.MaxDepth, "min_strength": q.MinStrength,
		"strongest": q.Strongest, "limit": limitOf(q.Limit), "most": limitOf(q.Most),
	}), func(r *row) (page[graph.RelatedEpisode], error) {
		if r.empty {
			return page[graph.RelatedEpisode]{}, graph.EpisodeNotFound(q.Start)
		}
		if err := graph.CheckMost(int(r.integer("crossed")), q.Most); err != nil {
			return page[graph.RelatedEpisode]{}, err
		}
		found := tuplesReadable(r.fields, "found", relatedFields, decodeRelated)
		return page[graph.RelatedEpisode]{items: found, total: int(r.integer("total"))}, nil
	})
	return reached.items, reached.total, err
}

func decodeRelated(f fields) graph.RelatedEpisode {
	e := graph.RelatedEpisode{
		EpisodeID: f.id("episode_id"), ID: f.integer("id"), Name: f.str("name"), Reward: f.number("reward"),
		Distance: int(f.integer("distance")), Path: idsIn(f, "path"), Strength: f.number("strength"),
	}
	ends := tuples(f, "steps", stepFields, decodeEnds)
	f.holds(len(e.Path) == e.Distance && len(ends) == e.Distance)
	e.Steps = make([]graph.RelatedStep, len(ends))
	for i, reached := len(ends)-1, e.ID; i >= 0; i-- { // from the end of the path to its start
		e.Steps[i] = ends[i].step
		if reached == ends[i].to {
			e.Steps[i].Direction, e.Steps[i].Name = graph.Outgoing, ends[i].toName
			e.Steps[i].ID, reached = ends[i].to, ends[i].from
		} else {
			e.Steps[i].Direction, e.Steps[i].Name = graph.Incoming, ends[i].fromName
			e.Steps[i].ID, reached = ends[i].from, ends[i].to
		}
	}
	return e
}

// ends are the two episodes of a relationship on a path, by serial number and name.
type ends struct {
	step             graph.RelatedStep
	from, to         int64
	fromName, toName string
}

func decodeEnds(f fields) ends {
	e := ends{
		step: graph.RelatedStep{Type: typeOf(f.str("type")), Strength: f.number("strength")},
		from: f.integer("from"), fromName: f.str("from_name"), to: f.integer("to"), toName: f.str("to_name"),
	}
	f.holds(e.from > 0 && e.to > 0)
	return e
}

// Adjacent returns the relationships of those episodes that have at most maxDegree of them.
func (s *Store) Adjacent(
	ctx context.Context, ws string, ids []graph.ID, types []graph.Type, maxDegree, most int,
) ([]graph.Relationship, error) {
	found, err := run(ctx, s, adjacent.of(graph.Both, types...).with(params{
		"workspace": ws, "ids": texts(ids), "max_degree": maxDegree, "most": limitOf(most),
	}), decodeRelationships)
	if err != nil {
		return nil, err
	}
	return found, graph.CheckMost(len(found), most)
}

// Neighbourhood reads the relationships around some episodes.
func (s *Store) Neighbourhood(ctx context.Context, ws string, q graph.NeighbourhoodQuery) (graph.Neighbourhood, error) {
	return run(ctx, s, readNeighbourhood.of(graph.Both, q.Types...).with(params{
		"workspace": ws, "ids": texts(q.IDs), "max_degree": q.MaxDegree, "max_neighbours": q.MaxNeighbours, "most": limitOf(q.Most),
		"tagged": texts(q.Tagged),
	}), func(r *row) (graph.Neighbourhood, error) {
		names := []string{"id", "type", "from", "to", "strength"}
		found := graph.Neighbourhood{
			Near: tuplesReadable(r.fields, "near", names, decodeRelationship), Far: tuplesReadable(r.fields, "far", names, decodeRelationship),
			Crowds: idsIn(r.fields, "crowds"), Tags: map[graph.ID][]string{},
		}
		eachReadable(r.fields, "tagged", func(f fields) struct{} {
			tags := column[string](f, "tags")
			found.Tags[f.id("episode_id")] = tags
			return struct{}{}
		})
		return found, cmp.Or(graph.CheckMost(len(found.Near), q.Most), graph.CheckMost(int(r.integer("reached")), q.Most))
	})
}

// Candidates reads episodes that a recall may return, and what replaced them.
func (s *Store) Candidates(ctx context.Context, ws string, q graph.CandidateQuery) (graph.Candidates, error) {
	starting := []string{}
	for _, t := range q.Types {
		if t.Earlier() == graph.Outgoing {
			starting = append(starting, label(t))
		}
	}
	return run(ctx, s, readCandidates.of(graph.Both, q.Types...).with(params{
		"workspace": ws, "ids": texts(q.IDs), "names": texts(q.Names), "starting": starting, "max_degree": q.MaxDegree,
		"most": q.Most, "most_later": q.MostLater,
	}), func(r *row) (graph.Candidates, error) {
		return graph.Candidates{
			Episodes:      eachReadable(r.fields, "episodes", decodeEpisode),
			Later:         eachReadable(r.fields, "later", decodeEpisode),
			Relationships: eachReadable(r.fields, "relationships", decodeRelationship),
			Named: tuplesReadable(r.fields, "named", []string{"episode_id", "id", "name", "created_at"}, func(f fields) graph.Node {
				return decodeNode(f).Node
			}),
		}, nil
	})
}
