package graph

import (
	"context"
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

// addCycleNames adds to a store's error about relationships the names of a cycle's episodes. It removes what the
// caller cannot use: the id of a relationship that the same call was to add, since a rejected call stores
// nothing.
func (s *Service) addCycleNames(ctx context.Context, ws string, err error, call Batch) error {
	verdict := fault.From(err)
	switch verdict.Code { //nolint:exhaustive // the others say all there is
	case fault.Cycle:
		path, _ := verdict.Extra["cycle_path"].([]ID)
		if cycle := s.cycleEpisodes(ctx, ws, path, call.Episodes); cycle != nil {
			return verdict.With("cycle", cycle)
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

// cycleEpisodes returns the names of the episodes of a path, in its order. It returns nil if it cannot name
// all of them, because one may have been deleted since. The error is then returned without names.
func (s *Service) cycleEpisodes(ctx context.Context, ws string, path []ID, created []NewEpisode) []CycleEpisode {
	known := make(map[ID]CycleEpisode, len(path))
	for i, e := range created {
		known[e.EpisodeID] = CycleEpisode{Item: &i, Name: e.Name}
	}
	var unknown []ID
	for _, id := range path {
		if _, is := known[id]; !is {
			known[id] = CycleEpisode{}
			unknown = append(unknown, id)
		}
	}
	for some := range slices.Chunk(unknown, namesAtOnce) {
		found, err := s.store.EpisodesByID(ctx, ws, some)
		if err != nil || len(found) < len(some) {
			return nil
		}
		for _, e := range found {
			known[e.EpisodeID] = CycleEpisode{ID: e.ID, Name: e.Name}
		}
	}
	cycle := make([]CycleEpisode, len(path))
	for i, id := range path {
		cycle[i] = known[id]
	}
	return cycle
}

// batchOf returns the batch of a call that only adds relationships.
func batchOf(rels []Relationship) Batch {
	batch := Batch{Relationships: make([]NewRelationship, len(rels))}
	for i, rel := range rels {
		batch.Relationships[i].Relationship = rel
	}
	return batch
}
