package graphtest

import (
	"context"
	"slices"

	"plotline/graph"
)

func modelMutants() []mutant {
	return []mutant{
		{"a deleted episode keeps waiting", vectorsTopic, spoilDelete(func(now *graph.Embeddings, was graph.Embeddings) {
			now.Waiting = was.Waiting
		})},
		{"a deleted episode keeps its vector", vectorsTopic, spoilDelete(func(now *graph.Embeddings, was graph.Embeddings) {
			now.Vectors = was.Vectors
		})},
		{"a delete ends no switch", vectorsTopic, spoilDelete(func(now *graph.Embeddings, was graph.Embeddings) {
			if was.Next != "" {
				now.Model, now.Next = was.Model, was.Next
			}
		})},
		{"a model is replaced unasked", vectorsTopic, func(b *broken) {
			own := b.useModel
			b.useModel = func(ctx context.Context, ws, model string, _ bool) (graph.Embeddings, error) {
				return own(ctx, ws, model, true)
			}
		}},
		{"what was to follow stays", vectorsTopic, func(b *broken) {
			own := b.useModel
			b.useModel = func(ctx context.Context, ws, model string, replace bool) (graph.Embeddings, error) {
				now, err := b.Store.Embeddings(ctx, ws)
				if err != nil || now.Model == model {
					return now, err
				}
				return own(ctx, ws, model, replace)
			}
		}},
		{"a switch never ends", vectorsTopic, func(b *broken) {
			begun := &notes[graph.Embeddings]{}
			use := b.useModel
			b.useModel = func(ctx context.Context, ws, model string, replace bool) (graph.Embeddings, error) {
				now, err := use(ctx, ws, model, replace)
				begun.in(ws)[""] = now
				return now, err
			}
			own := b.embeddings
			b.embeddings = func(ctx context.Context, ws string) (graph.Embeddings, error) {
				now, err := own(ctx, ws)
				if was := begun.in(ws)[""]; was.Next != "" && was.Next == now.Model {
					now.Model, now.Next = was.Model, was.Next
				}
				return now, err
			}
		}},
		{"a switch is over at once", vectorsTopic, func(b *broken) {
			own := b.embeddings
			b.embeddings = func(ctx context.Context, ws string) (graph.Embeddings, error) {
				now, err := own(ctx, ws)
				now.Model, now.Next = now.Target(), ""
				return now, err
			}
		}},
		{"the next model answers too early", vectorsTopic, spoilNearest(func(q *graph.VectorQuery, now graph.Embeddings) {
			if q.Model == now.Next {
				q.Model = now.Model
			}
		})},
	}
}

// spoilDelete changes the reported state of the vectors after a deletion, given the state before it, until
// vectors are stored.
func spoilDelete(change func(now *graph.Embeddings, was graph.Embeddings)) func(b *broken) {
	return func(b *broken) {
		before := &notes[graph.Embeddings]{}
		own := b.remove
		b.remove = func(ctx context.Context, ws string, id graph.ID) (int, error) {
			was, _ := b.Store.Embeddings(ctx, ws)
			n, err := own(ctx, ws, id)
			if err == nil {
				before.in(ws)[""] = was
			}
			return n, err
		}
		put := b.put
		b.put = func(ctx context.Context, ws, token string, list []graph.EpisodeVector) (int, error) {
			n, err := put(ctx, ws, token, list)
			if n > 0 {
				delete(before.in(ws), "")
			}
			return n, err
		}
		embeddings := b.embeddings
		b.embeddings = func(ctx context.Context, ws string) (graph.Embeddings, error) {
			now, err := embeddings(ctx, ws)
			if was, is := before.in(ws)[""]; is && err == nil {
				change(&now, was)
			}
			return now, err
		}
	}
}

func nearestMutants() []mutant {
	spoil := func(change func(q *graph.VectorQuery)) func(b *broken) {
		return spoilNearest(func(q *graph.VectorQuery, _ graph.Embeddings) { change(q) })
	}
	return []mutant{
		{"any model is answered", vectorsTopic, spoilNearest(func(q *graph.VectorQuery, now graph.Embeddings) { q.Model = now.Model })},
		{"nearest passes every filter", vectorsTopic, spoil(func(q *graph.VectorQuery) { q.Filter = graph.EpisodeFilter{} })},
		{"nearest ignores tags", vectorsTopic, spoil(func(q *graph.VectorQuery) { q.Filter.Tags = nil })},
		{"nearest ignores the ids", vectorsTopic, spoil(func(q *graph.VectorQuery) { q.IDs = nil })},
		{"nearest has no limit", vectorsTopic, spoil(func(q *graph.VectorQuery) { q.Limit = 1_000_000 })},
		{"missing components are zeros", vectorsTopic, func(b *broken) {
			own := b.nearest
			b.nearest = func(ctx context.Context, ws string, q graph.VectorQuery) (graph.Nearest, error) {
				found, err := own(ctx, ws, q)
				q.Vector = append(slices.Clip(q.Vector), make(graph.Vector, len(q.Vector))...)
				if more, _ := own(ctx, ws, q); len(found.Matches) == 0 && err == nil {
					return more, nil
				}
				return found, err
			}
		}},
		{"the farthest are found", vectorsTopic, func(b *broken) {
			own := b.nearest
			b.nearest = func(ctx context.Context, ws string, q graph.VectorQuery) (graph.Nearest, error) {
				opposite := make(graph.Vector, len(q.Vector))
				for i, x := range q.Vector {
					opposite[i] = -x
				}
				q.Vector = opposite
				found, err := own(ctx, ws, q)
				for i := range found.Matches {
					found.Matches[i].Cosine *= -1
				}
				return found, err
			}
		}},
		{"vectors of another workspace are found", vectorsTopic, func(b *broken) {
			seen, use := &notes[bool]{}, b.useModel
			b.useModel = func(ctx context.Context, ws, model string, replace bool) (graph.Embeddings, error) {
				seen.in("")[graph.ID(ws)] = true
				return use(ctx, ws, model, replace)
			}
			own := b.nearest
			b.nearest = func(ctx context.Context, ws string, q graph.VectorQuery) (graph.Nearest, error) {
				found, err := own(ctx, ws, q)
				for other := range seen.in("") {
					if more, _ := own(ctx, string(other), q); string(other) != ws && err == nil && found.Model == q.Model {
						found.Matches = append(found.Matches, more.Matches...)
					}
				}
				return found, err
			}
		}},
	}
}

func spoilNearest(change func(q *graph.VectorQuery, now graph.Embeddings)) func(b *broken) {
	return func(b *broken) {
		own := b.nearest
		b.nearest = func(ctx context.Context, ws string, q graph.VectorQuery) (graph.Nearest, error) {
			now, err := b.Store.Embeddings(ctx, ws)
			if err != nil {
				return graph.Nearest{}, err
			}
			change(&q, now)
			return own(ctx, ws, q)
		}
	}
}
