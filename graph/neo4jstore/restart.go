package neo4jstore

import (
	"context"
	"time"
)

// unsureFor is how long before its last write a database may have lost texts from its index, with some reserve. The server
// indexes texts after their commit, in the background. When it saves its indexes at a checkpoint, it does not wait for texts
// that are to be indexed yet. If it is killed after that, it does not read them again. By default a checkpoint follows within
// 15 minutes of the next write.
const unsureFor = 30 * time.Minute

// betweenStarts is how often a store that is in use looks whether the server was started again. The driver hides that from
// a store whose connections were idle.
const betweenStarts = time.Minute

// startedSince returns when the server was started, in milliseconds, or 0 if the texts were indexed again after that. An
// account that may not see the time gets an error, and goes without.
func (s *Store) startedSince(ctx context.Context, found inspection) (int64, error) {
	ctx, cancel := s.limited(ctx)
	defer cancel()
	return exec(ctx, s, showStart.with(nil), func(r *row) (int64, error) {
		if started := r.integer("started"); started > found.indexed {
			return started, nil
		}
		return 0, nil
	})
}

// indexLost indexes the texts again that the index may have lost before the server was started. A failure leaves them to
// the next look.
func (s *Store) indexLost(ctx context.Context) {
	var started int64
	inspected, err := s.inspect(ctx)
	if err == nil {
		started, err = s.startedSince(ctx, inspected)
	}
	if err != nil || started == 0 {
		return
	}
	began, texts := time.Now(), 0
	defer func() {
		switch {
		case err != nil && ctx.Err() == nil:
			s.logger.WarnContext(ctx, "texts could not be indexed again after a restart of the server; searches may not find them", "error", err)
		case texts > 0:
			s.logger.InfoContext(ctx, "texts indexed again after a restart of the server", "texts", texts, "duration", time.Since(began))
		}
	}()
	type unsure struct {
		workspaces []string
		since      int64
	}
	found, err := run(ctx, s, unsureTexts.with(params{"started": started, "span": unsureFor.Milliseconds()}), func(r *row) (unsure, error) {
		return unsure{column[string](r.fields, "workspaces"), r.integer("since")}, nil
	})
	for _, ws := range found.workspaces {
		if err == nil {
			var indexed int
			indexed, err = s.indexLostOf(ctx, ws, found.since, started)
			texts += indexed
		}
	}
	if err == nil {
		_, err = run(ctx, s, noteStart.with(params{"started": started}), nothing)
	}
}

// bytesOfToken is about the size of a token.
const bytesOfToken = 8

// indexLostOf indexes the texts of a workspace that were written between two times, some at once, and rests in between. It
// returns their number.
func (s *Store) indexLostOf(ctx context.Context, ws string, since, started int64) (int, error) {
	type sized struct{ numbers, lengths []int64 }
	all, err := run(ctx, s, unsureEpisodes.with(params{"workspace": ws, "since": since, "started": started}), func(r *row) (sized, error) {
		return sized{column[int64](r.fields, "numbers"), column[int64](r.fields, "lengths")}, nil
	})
	if err != nil {
		return 0, err
	}
	var some []int64
	bytes := 0
	for i, number := range all.numbers {
		some, bytes = append(some, number), bytes+bytesOfToken*int(all.lengths[i])
		if bytes < mostReindexed && len(some) < mostInGroup && i < len(all.numbers)-1 {
			continue
		}
		began := time.Now()
		if _, err := writeTexts(ctx, s, ws, bytes, func(ctx context.Context) (struct{}, error) {
			return run(ctx, s, indexAgain.with(params{"workspace": ws, "numbers": some}), nothing)
		}); err != nil {
			return 0, err
		}
		some, bytes = nil, 0
		s.settler.pace.Worked(time.Since(began))
		s.settler.pace.Rest(ctx)
	}
	return len(all.numbers), nil
}
