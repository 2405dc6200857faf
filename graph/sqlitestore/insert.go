package sqlitestore

import (
	"context"
	"slices"
)

// store writes the episodes that a batch made.
func (c *creation) store(ctx context.Context) {
	if len(c.fresh) == 0 {
		return
	}
	first := c.q.number(ctx, nextKey)
	last := first + int64(len(c.fresh)) - 1
	texts := c.texts(ctx)
	episodes, terms, tagged := make([][]any, len(c.fresh)), make([][]any, len(c.fresh)), false
	for i, k := range c.fresh {
		k.key = first + int64(i)
		episodes[i] = []any{
			k.key, c.workspace, k.retry, k.digest, string(k.EpisodeID), k.ID, k.Name, k.Query, k.Reflection, k.Reward,
			tagsText(k.Tags), object(k.Metadata), int64(k.CreatedAt), int64(k.UpdatedAt),
		}
		terms[i] = []any{k.key, texts[i].length, texts[i].terms}
		tagged = tagged || len(k.Tags) > 0
	}
	c.q.insertRows(ctx, insertEpisode, insertEpisodes, episodes)
	c.q.insertRows(ctx, insertTerms, insertManyTerms, terms)
	if tagged {
		c.q.exec(ctx, insertNewTags, first, last)
	}
	if c.vectors {
		c.q.exec(ctx, waitNew, first, last)
	}
	// One by one, and last: a statement of several rows would make FTS5 write what it has gathered.
	for i, k := range c.fresh {
		c.q.put(ctx, insertText, k.key, texts[i].words, texts[i].stems)
	}
}

// texts analyses the new episodes.
func (c *creation) texts(ctx context.Context) []indexed {
	texts := make([]indexed, len(c.fresh))
	inParallel(len(texts), func(i int) {
		if ctx.Err() == nil {
			texts[i] = indexOf(c.workspace, c.fresh[i].Episode)
		}
	})
	return texts
}

// insertRows stores rows, most of them by a statement that takes rowsAtOnce.
func (q *session) insertRows(ctx context.Context, one, many *statement, rows [][]any) {
	for some := range slices.Chunk(rows, rowsAtOnce) {
		if len(some) == rowsAtOnce {
			q.put(ctx, many, slices.Concat(some...)...)
			continue
		}
		for _, row := range some {
			q.put(ctx, one, row...)
		}
	}
}

// put runs a statement that is soon done. Nothing can interrupt it: to watch for that takes a goroutine for each
// statement.
func (q *session) put(ctx context.Context, st *statement, args ...any) {
	if err := ctx.Err(); err != nil {
		q.fail(err)
	}
	q.run(context.WithoutCancel(ctx), st, args)
}
