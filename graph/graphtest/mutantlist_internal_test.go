package graphtest

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"plotline/graph"
	"plotline/internal/fault"
)

func allMutants() []mutant {
	return slices.Concat(writeMutants(), readMutants(), graphMutants(), changeMutants(), pageMutants(), claimMutants(), modelMutants(), nearestMutants(), languageMutants(), deletionMutants())
}

func writeMutants() []mutant {
	return []mutant{
		{"keys are forgotten", keysTopic, spoilBatch(func(b *graph.Batch) {
			for i := range b.Episodes {
				b.Episodes[i].Key = ""
			}
		})},
		{"digests are not compared", keysTopic, spoilBatch(func(b *graph.Batch) {
			for i := range b.Episodes {
				b.Episodes[i].Digest = ""
			}
		})},
		{"numbers cannot be asked for", serialTopic, spoilBatch(func(b *graph.Batch) {
			for i := range b.Episodes {
				b.Episodes[i].ID = 0
			}
		})},
		{"metadata passes float64", createTopic, spoilBatch(func(b *graph.Batch) {
			for i := range b.Episodes {
				var value map[string]any
				if json.Unmarshal(b.Episodes[i].Metadata, &value) == nil {
					b.Episodes[i].Metadata, _ = json.Marshal(value)
				}
			}
		})},
		{"a batch is not one transaction", batchTopic, func(b *broken) {
			own := b.create
			b.create = func(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
				if _, err := own(ctx, ws, graph.Batch{Episodes: batch.Episodes}); err != nil && len(batch.Relationships) == 0 {
					return graph.Created{}, err
				}
				return own(ctx, ws, batch)
			}
		}},
		{"errors carry no index", batchTopic, func(b *broken) {
			own := b.create
			b.create = func(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
				made, err := own(ctx, ws, batch)
				return made, withoutIndex(err)
			}
		}},
		{"the last writer wins", episodesTopic, func(b *broken) {
			own := b.replace
			b.replace = func(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error {
				if now, _, err := b.Episode(ctx, ws, ep.EpisodeID); err == nil {
					was = now.UpdatedAt
				}
				return own(ctx, ws, ep, was)
			}
		}},
		{"a repeated add is refused", addTopic, func(b *broken) {
			own := b.add
			b.add = func(ctx context.Context, ws string, rel graph.Relationship) error {
				rel.ID = graph.NewID()
				return own(ctx, ws, rel)
			}
		}},
		{"duplicates are asked before existence", addTopic, func(b *broken) {
			own := b.add
			b.add = func(ctx context.Context, ws string, rel graph.Relationship) error {
				err := own(ctx, ws, rel)
				if fault.CodeOf(err) == fault.NotFound {
					return graph.EpisodeNotFound(rel.To)
				}
				return err
			}
		}},
		{"a list is added one by one", addTopic, func(b *broken) {
			b.addAll = func(ctx context.Context, ws string, rels []graph.Relationship) error {
				for i, rel := range rels {
					if err := b.Store.AddRelationship(ctx, ws, rel); err != nil {
						return fault.From(err).At(i)
					}
				}
				return nil
			}
		}},
		{"cancelled writes are done", cancelTopic, func(b *broken) {
			own := b.add
			b.add = func(ctx context.Context, ws string, rel graph.Relationship) error {
				return own(context.WithoutCancel(ctx), ws, rel)
			}
		}},
		{"the check and the write are two", concurrencyTopic, func(b *broken) {
			b.add = func(ctx context.Context, ws string, rel graph.Relationship) error {
				path, err := b.Store.FindCycle(ctx, ws, rel.From, rel.To, rel.Type)
				if err != nil || path != nil {
					return b.Store.AddRelationship(ctx, ws, rel)
				}
				time.Sleep(time.Millisecond)
				m, _ := b.Store.(*model)
				return m.write(ctx, ws, func(s *space) error {
					s.rels = append(s.rels, rel)
					return nil
				})
			}
		}},
	}
}

// spoilBatch changes a batch before it is stored.
func spoilBatch(change func(b *graph.Batch)) func(b *broken) {
	return func(b *broken) {
		own := b.create
		b.create = func(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
			batch.Episodes = slices.Clone(batch.Episodes)
			change(&batch)
			return own(ctx, ws, batch)
		}
	}
}

func withoutIndex(err error) error {
	if err == nil {
		return nil
	}
	f := *fault.From(err)
	f.Extra = nil
	return &f
}
