package graph

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"plotline/internal/fault"
)

// CycleEpisode is an episode of a cycle_path, in a form for people. An episode that the rejected call was to
// create has no id yet, so Item gives its index in the call.
type CycleEpisode struct {
	ID   int64  `json:"id,omitempty"`
	Item *int   `json:"item,omitempty"`
	Name string `json:"name"`
}

// addCycleNames adds to a store's error about relationships the names of a cycle's episodes, and the relationship of the
// cycle that their dates speak against most. It removes what the caller cannot use: the id of a relationship that the
// same call was to add, since a rejected call stores nothing.
func (s *Service) addCycleNames(ctx context.Context, ws string, err error, call Batch) error {
	verdict := fault.From(err)
	switch verdict.Code { //nolint:exhaustive // the others say all there is
	case fault.Cycle:
		path, _ := verdict.Extra["cycle_path"].([]ID)
		if nodes := s.cycleNodes(ctx, ws, path, call.Episodes); nodes != nil {
			return s.addDoubt(ctx, ws, verdict.With("cycle", cycleEpisodes(nodes, call.Episodes)), nodes, call)
		}
	case fault.AlreadyExists:
		there, named := verdict.Extra["relationship_id"].(ID)
		if named && slices.ContainsFunc(call.Relationships, func(r NewRelationship) bool { return r.ID == there }) {
			own := *verdict
			own.Extra = maps.Clone(verdict.Extra)
			delete(own.Extra, "relationship_id")
			return &own
		}
	}
	return err
}

// namesAtOnce limits how many episodes of a long path have their texts in memory at once.
const namesAtOnce = 100

// cycleNodes returns the episodes of a path, in its order. Those that the call was to create have no number. It returns
// nil if it cannot find all of them, because one may have been deleted since. The error is then returned without names.
func (s *Service) cycleNodes(ctx context.Context, ws string, path []ID, created []NewEpisode) []Node {
	known := make(map[ID]Node, len(path))
	for _, e := range created {
		known[e.EpisodeID] = Node{EpisodeID: e.EpisodeID, Name: e.Name, CreatedAt: e.CreatedAt}
	}
	var unknown []ID
	for _, id := range path {
		if _, is := known[id]; !is {
			known[id] = Node{}
			unknown = append(unknown, id)
		}
	}
	for some := range slices.Chunk(unknown, namesAtOnce) {
		found, err := s.store.EpisodesByID(ctx, ws, some, onlyNames)
		if err != nil || len(found) < len(some) {
			return nil
		}
		for _, e := range found {
			known[e.EpisodeID] = Node{EpisodeID: e.EpisodeID, ID: e.ID, Name: e.Name, CreatedAt: e.CreatedAt}
		}
	}
	nodes := make([]Node, len(path))
	for i, id := range path {
		nodes[i] = known[id]
	}
	return nodes
}

func cycleEpisodes(nodes []Node, created []NewEpisode) []CycleEpisode {
	items := make(map[ID]*int, len(created))
	for i, e := range created {
		items[e.EpisodeID] = &i
	}
	cycle := make([]CycleEpisode, len(nodes))
	for i, n := range nodes {
		cycle[i] = CycleEpisode{ID: n.ID, Item: items[n.EpisodeID], Name: n.Name}
	}
	return cycle
}

// DoubtedRelationship is the relationship of a cycle that dates speak against most. Without an id, it is one that the
// rejected call was to add.
type DoubtedRelationship struct {
	RelationshipID ID     `json:"relationship_id,omitempty"`
	Reads          string `json:"reads"`
}

// addDoubt adds to an error about a cycle the relationship that the dates of its ends speak against most, if there is one.
func (s *Service) addDoubt(ctx context.Context, ws string, verdict *fault.Error, nodes []Node, call Batch) error {
	index, _ := verdict.Extra["index"].(int)
	if index >= len(call.Relationships) {
		return verdict
	}
	t, most, at := call.Relationships[index].Type, Time(0), 0
	_, cut := verdict.Extra["omitted"]
	for i := range len(nodes) - 1 {
		if cut && i == PathKept-1 { // no relationship leads to the next one that is shown
			continue
		}
		if by := backwards(t, Ends{nodes[i], nodes[i+1]}); by > most {
			most, at = by, i
		}
	}
	if most == 0 {
		return verdict
	}
	ends := Ends{nodes[at], nodes[at+1]}
	doubted := DoubtedRelationship{Reads: reads(t, ends)}
	if at > 0 { // the first is the one that was rejected
		there, err := s.store.RelationshipsBetween(ctx, ws, ends.From.EpisodeID, ends.To.EpisodeID, t)
		if err != nil {
			return verdict
		}
		if len(there) > 0 {
			doubted.RelationshipID = there[0].ID
		}
	}
	own := verdict.With("doubted", doubted)
	own.Details += ". The dates speak most against this one: " + doubted.sentence()
	return own
}

func (d DoubtedRelationship) sentence() string {
	if d.RelationshipID == "" {
		return d.Reads + ", which this call was to add. If it is the wrong way round, exchange its ends"
	}
	return fmt.Sprintf("%s. If it is the wrong way round, call remove_episode_relationship with relationship_id %s, then "+
		"add_episode_relationship with its ends exchanged", d.Reads, d.RelationshipID)
}

// batchOf returns the batch of a call that only adds relationships.
func batchOf(rels []Relationship) Batch {
	batch := Batch{Relationships: make([]NewRelationship, len(rels))}
	for i, rel := range rels {
		batch.Relationships[i].Relationship = rel
	}
	return batch
}
