package sqlitestore

import (
	"context"
	"slices"

	"plotline/graph"
	"plotline/graph/analysis"
	"plotline/internal/sharing"
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

// texts returns the texts of the new episodes, analysed.
func (c *creation) texts(ctx context.Context) []indexed {
	texts := make([]indexed, len(c.fresh))
	known := c.analysed.texts
	if !c.analysed.isFor(c.home) {
		known = nil
	}
	sharing.Each(len(texts), func(i int) {
		if text, done := known[c.fresh[i].EpisodeID]; done {
			texts[i] = text
		} else if ctx.Err() == nil {
			texts[i] = indexOf(c.home, c.fresh[i].Episode)
		}
	})
	for _, k := range c.fresh {
		c.q.written += textBytes(k.Episode)
	}
	return texts
}

// longTexts is the size of texts, in bytes, that is analysed before a transaction begins, and after which others take their
// turn.
const longTexts = 32 << 10

// maxWords is how many different words of its episodes a transaction indexes before a list is refused: half a second's work.
const maxWords = 300_000

func textBytes(e graph.Episode) int {
	n := len(e.Name) + len(e.Query) + len(e.Reflection)
	for _, tag := range e.Tags {
		n += len(tag)
	}
	return n
}

// analysed are texts that were analysed before the transaction, for a workspace as it was.
type analysed struct {
	home  workspace
	texts map[graph.ID]indexed
}

// isFor reports whether the texts would be analysed in the same way now.
func (a analysed) isFor(home workspace) bool {
	return a.home.key == home.key && slices.Equal(a.home.indexing.Sets(), home.indexing.Sets())
}

// analyse analyses the texts of a batch, if they are long, so that other writers need not wait for it. It refuses a list
// with too many words, for which they would wait too long.
func (s *Store) analyse(ctx context.Context, ws string, batch graph.Batch) (analysed, error) {
	size := 0
	for _, e := range batch.Episodes {
		size += textBytes(e.Episode)
	}
	if size < longTexts {
		return analysed{}, nil
	}
	home, err := read(ctx, s, func(q *session) (workspace, error) {
		w, _ := q.workspace(ctx, ws)
		return w, nil
	})
	if err != nil {
		return analysed{}, err
	}
	if home.indexing.Languages.None() { // the workspace is new
		home.indexing.Languages = batch.Languages.Or(analysis.English)
	}
	texts := make([]indexed, len(batch.Episodes))
	sharing.Each(len(texts), func(i int) {
		if ctx.Err() == nil {
			texts[i] = indexOf(home, batch.Episodes[i].Episode)
		}
	})
	a, words := analysed{home, make(map[graph.ID]indexed, len(texts))}, 0
	for i, e := range batch.Episodes {
		a.texts[e.EpisodeID] = texts[i]
		words += texts[i].different
	}
	if len(texts) > 1 && words > s.words {
		return analysed{}, graph.TooManyWords(words, s.words, len(texts))
	}
	return a, ctx.Err()
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
