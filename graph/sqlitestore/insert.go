package sqlitestore

import (
	"context"
	"slices"

	"plotline/internal/parallel"
)

// store inserts the new episodes of a batch.
func (c *creation) store(ctx context.Context) {
	if len(c.fresh) == 0 {
		return
	}
	texts := c.texts(ctx)
	episodes, tagged := make([][]any, len(c.fresh)), false
	for i, k := range c.fresh {
		episodes[i] = []any{
			c.workspace, k.retry, k.digest, string(k.EpisodeID), k.ID, k.Name, k.Query, k.Reflection, k.Reward,
			tagsText(k.Tags), object(k.Metadata), int64(k.CreatedAt), int64(k.UpdatedAt), texts[i].pattern,
		}
		tagged = tagged || len(k.Tags) > 0
	}
	last := c.q.putRows(ctx, insertEpisode, insertEpisodes, episodes)
	first := last - int64(len(c.fresh)) + 1 // keys are consecutive, because there is only one writer
	terms := make([][]any, len(c.fresh))
	for i, k := range c.fresh {
		k.key = first + int64(i)
		terms[i] = []any{k.key, texts[i].length, texts[i].terms}
	}
	c.q.putRows(ctx, insertTerms, insertManyTerms, terms)
	if tagged {
		c.q.put(ctx, insertNewTags, first, last)
	}
	if c.vectors {
		c.q.put(ctx, waitNew, first, last)
	}
	// One row at a time, and last: FTS5 would flush its buffer in a statement of several rows.
	for i, k := range c.fresh {
		c.q.put(ctx, insertText, k.key, texts[i].words, texts[i].stems)
	}
}

// texts analyses the new episodes.
func (c *creation) texts(ctx context.Context) []indexed {
	texts := make([]indexed, len(c.fresh))
	parallel.Each(len(texts), func(i int) {
		if ctx.Err() == nil {
			texts[i] = indexOf(c.home, c.fresh[i].Episode)
		}
	})
	return texts
}

// putRows inserts rows, rowsAtOnce to a statement where it can, and returns the key of the last.
func (q *session) putRows(ctx context.Context, one, many *statement, rows [][]any) (last int64) {
	for some := range slices.Chunk(rows, rowsAtOnce) {
		if len(some) == rowsAtOnce {
			last = q.put(ctx, many, slices.Concat(some...)...)
			continue
		}
		for _, row := range some {
			last = q.put(ctx, one, row...)
		}
	}
	return last
}

// put runs a short insert and returns the key of its last row. The context cannot interrupt it, because watching for
// that takes a goroutine per statement.
func (q *session) put(ctx context.Context, st *statement, args ...any) int64 {
	if err := ctx.Err(); err != nil {
		q.fail(err)
	}
	return q.insert(context.WithoutCancel(ctx), st, args...)
}
