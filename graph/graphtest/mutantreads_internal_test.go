package graphtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/graph/ranking"
)

func readMutants() []mutant {
	return []mutant{
		{"nothing is nil", episodesTopic, func(b *broken) {
			own := b.byID
			b.byID = func(ctx context.Context, ws string, ids []graph.ID) ([]graph.Episode, error) {
				list, err := own(ctx, ws, ids)
				if len(list) == 0 {
					list = nil
				}
				return list, err
			}
		}},
		{"a number that nobody has gives an empty id", serialTopic, func(b *broken) {
			own := b.byNumber
			b.byNumber = func(ctx context.Context, ws string, serials []int64) (map[int64]graph.ID, error) {
				ids, err := own(ctx, ws, serials)
				for _, serial := range serials {
					ids[serial] += ""
				}
				return ids, err
			}
		}},
		{"since is exclusive", listTopic, spoilList(func(q *graph.ListQuery) {
			if q.Filter.Since != nil {
				q.Filter.Since = new(*q.Filter.Since + 1)
			}
		})},
		{"one tag is enough", listTopic, spoilList(func(q *graph.ListQuery) { q.Filter.Tags = q.Filter.Tags[:min(1, len(q.Filter.Tags))] })},
		{"ties by the lower number", listTopic, func(b *broken) {
			own := b.list
			b.list = func(ctx context.Context, ws string, q graph.ListQuery) ([]graph.Episode, int, error) {
				list, total, err := own(ctx, ws, q)
				slices.SortFunc(list, func(a, b graph.Episode) int {
					return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(a.ID, b.ID))
				})
				return list, total, err
			}
		}},
		{"a page begins at its place", listTopic, spoilAfter(func(_ *graph.ListQuery, after *graph.ListCursor) { after.ID++ })},
		{"a page after a place ignores ties", listTopic, spoilAfter(func(_ *graph.ListQuery, after *graph.ListCursor) { after.ID = 0 })},
		{"a page after a place ignores the offset", listTopic, spoilAfter(func(q *graph.ListQuery, _ *graph.ListCursor) { q.Offset = 0 })},
		{"one word is enough", searchTopic, spoilFind(func(q *graph.TextQuery) {
			if q.All {
				q.Clauses = q.Clauses[:min(1, len(q.Clauses))]
			}
		})},
		{"a phrase is its words", searchTopic, spoilFind(func(q *graph.TextQuery) {
			q.Clauses = slices.Clone(q.Clauses)
			for i, c := range q.Clauses {
				if c.Kind == analysis.Phrase {
					q.Clauses[i].Tokens = c.Tokens[:1]
				}
			}
		})},
		{"a filter of times is not kept", searchTopic, spoilFind(func(q *graph.TextQuery) { q.Filter.Since = nil })},
		{"the lightest are kept", searchTopic, spoilFind(func(q *graph.TextQuery) {
			q.Lookups = slices.Clone(q.Lookups)
			for i := range q.Lookups {
				q.Lookups[i].Weight *= -1
			}
		})},
		{"a sample is everybody", searchTopic, func(b *broken) {
			own := b.count
			b.count = func(ctx context.Context, ws string, q graph.CountQuery) (ranking.Statistics, error) {
				q.Sample = 0
				return own(ctx, ws, q)
			}
		}},
		{"a crowd is not left out", adjacentTopic, func(b *broken) {
			own := b.adjacent
			b.adjacent = func(ctx context.Context, ws string, ids []graph.ID, types []graph.Type, _ int) ([]graph.Relationship, error) {
				return own(ctx, ws, ids, types, 1_000_000)
			}
		}},
		{"outgoing alone", adjacentTopic, func(b *broken) {
			own := b.adjacent
			b.adjacent = func(ctx context.Context, ws string, ids []graph.ID, types []graph.Type, maxDegree int) ([]graph.Relationship, error) {
				list, err := own(ctx, ws, ids, types, maxDegree)
				return slices.DeleteFunc(list, func(r graph.Relationship) bool { return !slices.Contains(ids, r.From) }), err
			}
		}},
		{"count is that of the page", relationshipsTopic, func(b *broken) {
			own := b.rels
			b.rels = func(ctx context.Context, ws string, q graph.RelationshipQuery) ([]graph.Relationship, int, error) {
				list, _, err := own(ctx, ws, q)
				return list, len(list), err
			}
		}},
		{"a cursor is inclusive", relationshipsTopic, func(b *broken) {
			own := b.rels
			b.rels = func(ctx context.Context, ws string, q graph.RelationshipQuery) ([]graph.Relationship, int, error) {
				if q.After != nil && q.After.ID != "" {
					q.After = &graph.Cursor{CreatedAt: q.After.CreatedAt, ID: q.After.ID[:len(q.After.ID)-1]}
				}
				return own(ctx, ws, q)
			}
		}},
		{"related_to is found both ways", relationshipsTopic, func(b *broken) {
			own := b.between
			b.between = func(ctx context.Context, ws string, from, to graph.ID, t graph.Type) ([]graph.Relationship, error) {
				list, err := own(ctx, ws, from, to, t)
				if back, backErr := own(ctx, ws, to, from, graph.RelatedTo); backErr == nil && t != graph.Follows {
					list = append(list, back...)
				}
				return list, err
			}
		}},
		{"one workspace for all", workspacesTopic, func(b *broken) {
			own := b.byID
			seen := map[string]bool{}
			b.byID = func(ctx context.Context, ws string, ids []graph.ID) ([]graph.Episode, error) {
				seen[ws] = true
				for other := range seen {
					if list, err := own(ctx, other, ids); err == nil && len(list) > 0 {
						return list, nil
					}
				}
				return own(ctx, ws, ids)
			}
			create := b.create
			b.create = func(ctx context.Context, ws string, batch graph.Batch) (graph.Created, error) {
				seen[ws] = true
				return create(ctx, ws, batch)
			}
		}},
	}
}

func spoilFind(change func(q *graph.TextQuery)) func(b *broken) {
	return func(b *broken) {
		own := b.find
		b.find = func(ctx context.Context, ws string, q graph.TextQuery) ([]graph.TextMatch, int, error) {
			change(&q)
			return own(ctx, ws, q)
		}
	}
}

func spoilList(change func(q *graph.ListQuery)) func(b *broken) {
	return func(b *broken) {
		own := b.list
		b.list = func(ctx context.Context, ws string, q graph.ListQuery) ([]graph.Episode, int, error) {
			change(&q)
			return own(ctx, ws, q)
		}
	}
}

// spoilAfter changes queries that have a place to begin after.
func spoilAfter(change func(q *graph.ListQuery, after *graph.ListCursor)) func(b *broken) {
	return spoilList(func(q *graph.ListQuery) {
		if q.After != nil {
			after := *q.After
			q.After = &after
			change(q, &after)
		}
	})
}

func graphMutants() []mutant {
	return []mutant{
		{"visited episodes are not met again", relatedTopic, func(b *broken) {
			b.related = func(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
				list, count, err := b.Store.Related(ctx, ws, q)
				if err != nil || q.Strongest {
					return list, count, err
				}
				q.Strongest = true // an episode reached more strongly over more hops was visited before
				strong, _, err := b.Store.Related(ctx, ws, q)
				return strong, count, err
			}
		}},
		{"the bound is exclusive", relatedTopic, spoilRelated(func(q *graph.RelatedQuery) { q.MinStrength *= 1.0000001 })},
		{"four hops at most", relatedTopic, spoilRelated(func(q *graph.RelatedQuery) { q.MaxDepth = min(q.MaxDepth, 4) })},
		{"prefer is ignored", relatedTopic, spoilRelated(func(q *graph.RelatedQuery) { q.Strongest = false })},
		{"products are rounded", relatedTopic, func(b *broken) {
			own := b.related
			b.related = func(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
				list, count, err := own(ctx, ws, q)
				for i := range list {
					list[i].Strength = float64(float32(list[i].Strength))
				}
				return list, count, err
			}
		}},
		{"steps tell how they are stored, not how they are walked", relatedTopic, func(b *broken) {
			own := b.related
			b.related = func(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
				list, count, err := own(ctx, ws, q)
				for i := range list {
					for j := range list[i].Steps {
						list[i].Steps[j].Direction = graph.Outgoing
					}
				}
				return list, count, err
			}
		}},
		{"ties by the order of relationships", relatedTopic, func(b *broken) {
			own := b.related
			b.related = func(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
				list, count, err := own(ctx, ws, q)
				slices.SortStableFunc(list, func(a, b graph.RelatedEpisode) int {
					return cmp.Or(cmp.Compare(b.Strength, a.Strength), slices.Compare(a.Path, b.Path))
				})
				return list, count, err
			}
		}},
		{"itself is no cycle", cycleTopic, func(b *broken) {
			own := b.cycle
			b.cycle = func(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error) {
				if path, err := own(ctx, ws, from, to, t); err != nil || from != to {
					return path, err
				}
				return nil, nil //nolint:nilnil // as the contract demands
			}
		}},
		{"a path is not closed", cycleTopic, func(b *broken) {
			own := b.cycle
			b.cycle = func(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error) {
				path, err := own(ctx, ws, from, to, t)
				if path != nil {
					path.IDs = path.IDs[:len(path.IDs)-1]
				}
				return path, err
			}
		}},
		{"long paths are told whole", largeTopic, func(b *broken) {
			own := b.cycle
			b.cycle = func(ctx context.Context, ws string, from, to graph.ID, t graph.Type) (*graph.CyclePath, error) {
				path, err := own(ctx, ws, from, to, t)
				if path != nil {
					path.Omitted = 0
				}
				return path, err
			}
		}},
		{"total is what is shown", subgraphTopic, func(b *broken) {
			own := b.subgraph
			b.subgraph = func(ctx context.Context, ws string, q graph.SubgraphQuery) (graph.Subgraph, error) {
				part, err := own(ctx, ws, q)
				part.Total = len(part.Nodes)
				return part, err
			}
		}},
		{"it grows along every type", subgraphTopic, func(b *broken) {
			own := b.subgraph
			b.subgraph = func(ctx context.Context, ws string, q graph.SubgraphQuery) (graph.Subgraph, error) {
				types := q.Types
				q.Types = nil
				part, err := own(ctx, ws, q)
				part.Edges = slices.DeleteFunc(part.Edges, func(r graph.Relationship) bool { return !wanted(types, r.Type) })
				return part, err
			}
		}},
		{"the first unknown id alone is named", projectionTopic, func(b *broken) {
			own := b.project
			b.project = func(ctx context.Context, ws string, t graph.Type, ids []graph.ID) (graph.Projection, error) {
				part, err := own(ctx, ws, t, ids)
				for _, id := range ids {
					if _, _, unknown := b.Episode(ctx, ws, id); err != nil && unknown != nil {
						return part, graph.EpisodeNotFound(id)
					}
				}
				return part, err
			}
		}},
		{"an order page of the other type", orderTopic, spoilOrder(func(q *graph.OrderQuery) { q.Type = graph.Follows }, nil)},
		{"an order page without its place", orderTopic, spoilOrder(func(q *graph.OrderQuery) { q.After = nil }, nil)},
		{"an order page after the level", orderTopic, spoilOrder(func(q *graph.OrderQuery) {
			if q.After != nil {
				q.After = &graph.OrderCursor{Level: q.After.Level + 1}
			}
		}, nil)},
		{"an order page from the start", orderTopic, spoilOrder(func(q *graph.OrderQuery) { q.Offset = 0 }, nil)},
		{"an order page without its last", orderTopic, spoilOrder(func(q *graph.OrderQuery) { q.Limit = max(0, q.Limit-1) }, nil)},
		{"an order that counts the page", orderTopic, spoilOrder(nil, func(p *graph.OrderPage) { p.Total = len(p.Episodes) })},
		{"dependencies, youngest first", orderTopic, spoilOrder(nil, func(p *graph.OrderPage) {
			for i := range p.Episodes {
				slices.Reverse(p.Episodes[i].Dependencies)
			}
		})},
		{"no level above 1", orderTopic, spoilOrder(nil, func(p *graph.OrderPage) {
			for i := range p.Episodes {
				p.Episodes[i].Level = min(p.Episodes[i].Level, 1)
			}
		})},
		{"an outline's until is exclusive", outlineTopic, spoilOutline(func(q *graph.OutlineQuery) {
			if q.Filter.Until != nil {
				q.Filter.Until = new(*q.Filter.Until - 1)
			}
		}, nil)},
		{"an outline without filter", outlineTopic, spoilOutline(func(q *graph.OutlineQuery) { q.Filter = graph.EpisodeFilter{} }, nil)},
		{"details that were not asked for", outlineTopic, spoilOutline(func(q *graph.OutlineQuery) { q.Details = true }, nil)},
		{"an outline counts what it shows", outlineTopic, spoilOutline(nil, func(o *graph.Outline) { o.Total = len(o.Episodes) })},
		{"degrees within the outline", outlineTopic, spoilOutline(nil, func(o *graph.Outline) {
			for i := range o.Episodes {
				o.Episodes[i].Degree = 0
			}
			for _, e := range o.Edges {
				o.Episodes[e.From].Degree++
				o.Episodes[e.To].Degree++
			}
		})},
		{"edges point back", outlineTopic, spoilOutline(nil, func(o *graph.Outline) {
			for i, e := range o.Edges {
				o.Edges[i].From, o.Edges[i].To = e.To, e.From
			}
		})},
	}
}

// spoilOutline changes the query, the result or both.
func spoilOutline(query func(q *graph.OutlineQuery), result func(o *graph.Outline)) func(b *broken) {
	return func(b *broken) {
		own := b.outline
		b.outline = func(ctx context.Context, ws string, q graph.OutlineQuery) (graph.Outline, error) {
			if query != nil {
				query(&q)
			}
			out, err := own(ctx, ws, q)
			if result != nil {
				result(&out)
			}
			return out, err
		}
	}
}

func spoilRelated(change func(q *graph.RelatedQuery)) func(b *broken) {
	return func(b *broken) {
		own := b.related
		b.related = func(ctx context.Context, ws string, q graph.RelatedQuery) ([]graph.RelatedEpisode, int, error) {
			change(&q)
			return own(ctx, ws, q)
		}
	}
}

// spoilOrder changes what an order page is asked for, or what it returns.
func spoilOrder(ask func(*graph.OrderQuery), answer func(*graph.OrderPage)) func(*broken) {
	return func(b *broken) {
		own := b.order
		b.order = func(ctx context.Context, ws string, q graph.OrderQuery) (*graph.OrderPage, error) {
			if ask != nil {
				ask(&q)
			}
			page, err := own(ctx, ws, q)
			if page != nil && answer != nil {
				answer(page)
			}
			return page, err
		}
	}
}

func pageMutants() []mutant {
	return []mutant{
		{"a page of episodes forgets keys", pagesTopic, func(b *broken) {
			own := b.episodes
			b.episodes = func(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
				list, err := own(ctx, ws, page)
				for i := range list {
					list[i].Key, list[i].Digest = "", ""
				}
				return list, err
			}
		}},
		{"a page of episodes starts with the number it is to start behind", pagesTopic, func(b *broken) {
			own := b.episodes
			b.episodes = func(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
				page.After--
				return own(ctx, ws, page)
			}
		}},
		{"a page of episodes has no end", pagesTopic, func(b *broken) {
			own := b.episodes
			b.episodes = func(ctx context.Context, ws string, page graph.Page[int64]) ([]graph.NewEpisode, error) {
				page.UpTo = allEpisodes.UpTo
				return own(ctx, ws, page)
			}
		}},
		{"a page of relationships is by time", pagesTopic, func(b *broken) {
			own := b.relPage
			b.relPage = func(ctx context.Context, ws string, page graph.Page[graph.ID]) ([]graph.NumberedRelationship, error) {
				list, err := own(ctx, ws, page)
				slices.SortStableFunc(list, func(a, b graph.NumberedRelationship) int { return cmp.Compare(a.CreatedAt, b.CreatedAt) })
				return list, err
			}
		}},
		{"the numbers of the ends are swapped", pagesTopic, func(b *broken) {
			own := b.relPage
			b.relPage = func(ctx context.Context, ws string, page graph.Page[graph.ID]) ([]graph.NumberedRelationship, error) {
				list, err := own(ctx, ws, page)
				for i := range list {
					list[i].FromNumber, list[i].ToNumber = list[i].ToNumber, list[i].FromNumber
				}
				return list, err
			}
		}},
		{"an extent knows no relationships", pagesTopic, func(b *broken) {
			own := b.extent
			b.extent = func(ctx context.Context, ws string) (graph.Extent, error) {
				e, err := own(ctx, ws)
				e.Relationships, e.LastRelationship = 0, ""
				return e, err
			}
		}},
	}
}

func changeMutants() []mutant {
	return []mutant{
		{"the mark never changes", changesTopic, func(b *broken) {
			b.changes = func(context.Context, string) (string, error) { return "0", nil }
		}},
		{"the mark is how much there is", changesTopic, func(b *broken) {
			b.changes = func(ctx context.Context, ws string) (string, error) {
				e, err := b.Extent(ctx, ws)
				return fmt.Sprint(e), err
			}
		}},
		{"the mark is that of the database", changesTopic, func(b *broken) {
			own := b.changes
			b.changes = func(ctx context.Context, ws string) (string, error) {
				here, err := own(ctx, ws)
				m, _ := b.Store.(*model)
				m.mu.Lock()
				defer m.mu.Unlock()
				total := 0
				for _, s := range m.spaces {
					total += s.changes
				}
				return fmt.Sprint(here, total), err
			}
		}},
		{"the mark is that of the state", changesTopic, func(b *broken) {
			b.changes = func(ctx context.Context, ws string) (string, error) {
				episodes, err := b.EpisodePage(ctx, ws, allEpisodes)
				rels, also := b.RelationshipPage(ctx, ws, allRelationships)
				return fmt.Sprint(episodes, rels), errors.Join(err, also)
			}
		}},
	}
}
