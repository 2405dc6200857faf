package neo4jstore

import (
	"context"
	"errors"
	"sync"

	"plotline/graph"
	"plotline/graph/groupcommit"
	"plotline/internal/fault"
	"plotline/internal/sharing"
)

// unindexed bounds the texts that are written and not indexed yet. The server indexes texts after their commit, in the
// background. It keeps them in its heap until then, and bounds their number, not their size. So a writer could end it.
type unindexed struct {
	pool      *sharing.Pool // in bytes, by workspace and credential
	refreshes *groupcommit.Groups[struct{}, struct{}, struct{}]
	stop      func()
	running   sync.WaitGroup
}

const (
	// mostUnindexed and mostUnindexedOf bound the bytes of text of all callers and of one workspace or credential. In the
	// heap, a text takes about five times its size: itself, its words, its stems and the counts of its terms.
	mostUnindexed   = 16 << 20
	mostUnindexedOf = mostUnindexed / 2
	// smallText is the size below which texts are not counted, because the server's bound on their number suffices.
	smallText = 4 << 10
)

func newUnindexed(s *Store) *unindexed {
	stopped := make(chan struct{})
	refresh := func(ctx context.Context, _ struct{}, calls []struct{}) ([]struct{}, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		go func() {
			select {
			case <-stopped:
				cancel()
			case <-ctx.Done():
			}
		}()
		_, err := run(ctx, s, awaitTexts.with(params{}), nothing)
		return calls, err
	}
	return &unindexed{
		pool:      sharing.NewPool(mostUnindexed, mostUnindexedOf),
		refreshes: groupcommit.New(mostUnindexed/smallText, refresh),
		stop:      sync.OnceFunc(func() { close(stopped) }),
	}
}

// writeTexts runs a write of texts of a workspace when there is room for them. They count until the server has indexed
// them, which the write does not wait for.
func writeTexts[T any](ctx context.Context, s *Store, ws string, bytes int, write func(context.Context) (T, error)) (T, error) {
	if bytes < smallText {
		return write(ctx)
	}
	ctx, cancel := s.limited(ctx)
	defer cancel()
	u, payers := s.unindexed, sharing.PayersOf(ctx, ws)
	units := min(int64(bytes), u.pool.Share())
	if !u.pool.Take(ctx, units, payers...) {
		var none T
		if errors.Is(ctx.Err(), context.Canceled) {
			return none, fault.Database(ctx.Err())
		}
		return none, fault.New(fault.Timeout, "The database is still indexing texts that were written before; write less at once, or try again in a moment")
	}
	defer u.running.Go(func() {
		defer u.pool.Give(units, payers...)
		ctx, cancel := s.limited(context.WithoutCancel(ctx))
		defer cancel()
		_, _ = u.refreshes.Do(ctx, struct{}{}, struct{}{}) // a refresh that fails leaves the texts to the server
	})
	return write(ctx)
}

// close ends the refreshes.
func (u *unindexed) close() {
	u.stop()
	u.running.Wait()
}

// bytesOf returns the size of the texts of some episodes that are indexed.
func bytesOf(episodes []graph.NewEpisode) int {
	bytes := 0
	for _, e := range episodes {
		bytes += textBytes(e.Episode)
	}
	return bytes
}

func textBytes(e graph.Episode) int {
	bytes := len(e.Name) + len(e.Query) + len(e.Reflection)
	for _, tag := range e.Tags {
		bytes += len(tag)
	}
	return bytes
}
