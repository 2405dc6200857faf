package graph

import (
	"context"
	"maps"
	"slices"

	"plotline/internal/fault"
)

// CycleEpisode is an episode of a cycle_path as a person knows it. One that the refused call was about
// to create has no id yet, and is named by its place in the call.
type CycleEpisode struct {
	ID   int64  `json:"id,omitempty"`
	Item *int   `json:"item,omitempty"`
	Name string `json:"name"`
}

// explained adds to a store's verdict on relationships what the caller needs to act on it: the names of
// a cycle's episodes. It takes out what the caller cannot use: the id of a relationship that the same
// call was about to add, since nothing of a refused call is stored.
func (s *Service) explained(ctx context.Context, ws string, err error, call Batch) error {
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

// namesAtOnce keeps the texts of the episodes of a long path from being in memory together.
const namesAtOnce = 100

// cycleEpisodes names the episodes of a path, in its order. Nil when it cannot name all of them: the
// verdict stands without names, for one of them may have been deleted since.
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

// batchOf is a call that adds relationships alone.
func batchOf(rels []Relationship) Batch {
	batch := Batch{Relationships: make([]NewRelationship, len(rels))}
	for i, rel := range rels {
		batch.Relationships[i].Relationship = rel
	}
	return batch
}
