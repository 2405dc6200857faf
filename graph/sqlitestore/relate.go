package sqlitestore

import (
	"context"

	"plotline/graph"
)

// relate stores the relationships of a batch. Its episodes are already stored.
func (c *creation) relate(ctx context.Context, wanted []graph.NewRelationship) ([]graph.Relationship, []graph.Ends, error) {
	rels, ends := make([]graph.Relationship, len(wanted)), make([]graph.Ends, len(wanted))
	lenient := make([]bool, len(wanted))
	for i, w := range wanted {
		rels[i] = w.Relationship
		var from, to bool
		rels[i].From, from = c.end(w.FromEnd)
		rels[i].To, to = c.end(w.ToEnd)
		lenient[i] = from || to
	}
	a := newAdder(ctx, c.q, c.ws, rels, c.freshNodes()...)
	for i := range rels {
		if c.q.tooManySearched(i) {
			return nil, nil, graph.TooManySearched(i, len(rels))
		}
		if rels[i].From == rels[i].To {
			return nil, nil, graph.SameEnds().At(i)
		}
		there, verdict := a.add(ctx, rels[i])
		if verdict != nil && (there == nil || !lenient[i]) {
			return nil, nil, verdict.At(i)
		}
		if there != nil {
			rels[i] = *there
		}
		ends[i] = a.ends(rels[i])
	}
	a.finish(ctx)
	return rels, ends, nil
}

// freshNodes returns the episodes that a dry run has not stored. They have keys that no episode has.
func (c *creation) freshNodes() []node {
	if c.q.dryRun == nil {
		return nil
	}
	nodes := make([]node, len(c.fresh))
	for i, k := range c.fresh {
		nodes[i] = node{Node: graph.Node{EpisodeID: k.EpisodeID}, key: int64(-1 - i), workspace: c.workspace}
		c.q.dryRun.fresh[nodes[i].key] = k.EpisodeID
	}
	return nodes
}

// end returns the episode at an end, and whether it is a replayed item.
func (c *creation) end(e graph.End) (graph.ID, bool) {
	if e.Item < 0 {
		return e.Episode, false
	}
	it := c.items[e.Item]
	return it.EpisodeID, it.replayed
}
