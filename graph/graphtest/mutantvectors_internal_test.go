package graphtest

import (
	"context"
	"slices"
	"sync"

	"plotline/graph"
)

// notes holds a mutant's data for each workspace.
type notes[T any] struct {
	mu sync.Mutex
	of map[string]map[graph.ID]T
}

// in returns the data of a workspace.
func (n *notes[T]) in(ws string) map[graph.ID]T {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.of == nil {
		n.of = map[string]map[graph.ID]T{}
	}
	if n.of[ws] == nil {
		n.of[ws] = map[graph.ID]T{}
	}
	return n.of[ws]
}

// thief claims all free texts, stores vectors for some of them, and releases the rest.
func (b *broken) thief(ctx context.Context, ws string, list []graph.EpisodeVector) int {
	const token = "thief"
	now, err := b.Store.Embeddings(ctx, ws)
	if err != nil || now.Target() == "" {
		return 0
	}
	if _, err = b.Store.ClaimTexts(ctx, ws, graph.Claim{Model: now.Target(), Token: token, Until: 1, Limit: 1000}); err != nil {
		return 0
	}
	stored, _ := b.Store.PutVectors(ctx, ws, token, list)
	_ = b.Store.ReleaseTexts(ctx, ws, token)
	return stored
}

// noteTokens notes the tokens of all claims.
func (b *broken) noteTokens() *notes[bool] {
	own, seen := b.claim, &notes[bool]{}
	b.claim = func(ctx context.Context, ws string, c graph.Claim) ([]graph.Episode, error) {
		seen.in(ws)[graph.ID(c.Token)] = true
		return own(ctx, ws, c)
	}
	return seen
}

func claimMutants() []mutant {
	return []mutant{
		{"any token may put", vectorsTopic, func(b *broken) {
			seen := b.noteTokens()
			put := b.put
			b.put = func(ctx context.Context, ws, token string, list []graph.EpisodeVector) (int, error) {
				stored, err := put(ctx, ws, token, list)
				for other := range seen.in(ws) {
					more, _ := put(ctx, ws, string(other), list)
					stored += more
				}
				return stored, err
			}
		}},
		{"held texts are given again", vectorsTopic, spoilClaim(func(c *graph.Claim, _ graph.Embeddings) {
			c.Now += 1e12
		})},
		{"a claim has no end", vectorsTopic, spoilClaim(func(c *graph.Claim, _ graph.Embeddings) { c.Until += 1e12 })},
		{"a claim has no limit", vectorsTopic, spoilClaim(func(c *graph.Claim, _ graph.Embeddings) { c.Limit = 1000 })},
		{"the texts of another model are given", vectorsTopic, spoilClaim(func(c *graph.Claim, now graph.Embeddings) { c.Model = now.Target() })},
		{"what is given back stays held", vectorsTopic, func(b *broken) {
			b.release = func(context.Context, string, string) error { return nil }
		}},
		{"everything is given back", vectorsTopic, func(b *broken) {
			seen := b.noteTokens()
			release := b.release
			b.release = func(ctx context.Context, ws, token string) error {
				for other := range seen.in(ws) {
					_ = release(ctx, ws, string(other))
				}
				return release(ctx, ws, token)
			}
		}},
		{"a claim survives a changed text", vectorsTopic, func(b *broken) {
			own, held := b.claim, &notes[string]{}
			b.claim = func(ctx context.Context, ws string, c graph.Claim) ([]graph.Episode, error) {
				list, err := own(ctx, ws, c)
				for _, e := range list {
					held.in(ws)[e.EpisodeID] = c.Token
				}
				return list, err
			}
			put := b.put
			b.put = func(ctx context.Context, ws, token string, list []graph.EpisodeVector) (int, error) {
				stored, err := put(ctx, ws, token, list)
				former := slices.DeleteFunc(slices.Clone(list), func(v graph.EpisodeVector) bool { return held.in(ws)[v.EpisodeID] != token })
				return stored + b.thief(ctx, ws, former), err
			}
		}},
		{"a changed text keeps its vector", vectorsTopic, func(b *broken) {
			own, had := b.put, &notes[graph.Vector]{}
			b.put = func(ctx context.Context, ws, token string, list []graph.EpisodeVector) (int, error) {
				for _, v := range list {
					had.in(ws)[v.EpisodeID] = v.Vector
				}
				return own(ctx, ws, token, list)
			}
			replace := b.replace
			b.replace = func(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error {
				err := replace(ctx, ws, ep, was)
				if v, is := had.in(ws)[ep.EpisodeID]; is && err == nil {
					b.thief(ctx, ws, []graph.EpisodeVector{{EpisodeID: ep.EpisodeID, Vector: v}})
				}
				return err
			}
		}},
		{"any change takes the vector", vectorsTopic, func(b *broken) {
			own := b.replace
			b.replace = func(ctx context.Context, ws string, ep graph.Episode, was graph.Time) error {
				other := ep
				other.Reflection += "!"
				if err := own(ctx, ws, other, was); err != nil {
					return err
				}
				return own(ctx, ws, ep, ep.UpdatedAt)
			}
		}},
		{"every workspace is listed", vectorsTopic, func(b *broken) {
			own := b.waiting
			b.waiting = func(ctx context.Context, _ string, limit int) ([]string, error) {
				var all []string
				for _, model := range models {
					list, err := own(ctx, model, limit)
					if err != nil {
						return nil, err
					}
					all = append(all, list...)
				}
				slices.Sort(all)
				return append([]string{}, slices.Compact(all)...), nil
			}
		}},
	}
}

func spoilClaim(change func(c *graph.Claim, now graph.Embeddings)) func(b *broken) {
	return func(b *broken) {
		own := b.claim
		b.claim = func(ctx context.Context, ws string, c graph.Claim) ([]graph.Episode, error) {
			now, err := b.Store.Embeddings(ctx, ws)
			if err != nil {
				return nil, err
			}
			change(&c, now)
			return own(ctx, ws, c)
		}
	}
}

func (b *broken) DeleteEpisode(ctx context.Context, ws string, id graph.ID) (int, error) {
	return b.remove(ctx, ws, id)
}

func (b *broken) Embeddings(ctx context.Context, ws string) (graph.Embeddings, error) {
	return b.embeddings(ctx, ws)
}

func (b *broken) UseModel(ctx context.Context, ws, model string, replace bool) (graph.Embeddings, error) {
	return b.useModel(ctx, ws, model, replace)
}

func (b *broken) WaitingWorkspaces(ctx context.Context, model string, limit int) ([]string, error) {
	return b.waiting(ctx, model, limit)
}

func (b *broken) ClaimTexts(ctx context.Context, ws string, c graph.Claim) ([]graph.Episode, error) {
	return b.claim(ctx, ws, c)
}

func (b *broken) PutVectors(ctx context.Context, ws, token string, list []graph.EpisodeVector) (int, error) {
	return b.put(ctx, ws, token, list)
}

func (b *broken) ReleaseTexts(ctx context.Context, ws, token string) error {
	return b.release(ctx, ws, token)
}

func (b *broken) FindNearest(ctx context.Context, ws string, q graph.VectorQuery) (graph.Nearest, error) {
	return b.nearest(ctx, ws, q)
}
