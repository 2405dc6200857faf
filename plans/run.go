package plans

import (
	"context"
	"time"
)

// lookAnyway is after how many ticks Run looks for what other processes owe: a command that decided
// while the store was away is long gone when it is back.
const lookAnyway = 12

// Run does what a process that stays owes to the plans, until ctx ends: it settles what a crash left,
// and writes the episodes of decisions that were made while the store was away.
func (s *Service) Run(ctx context.Context) {
	s.recoverQuietly(ctx)
	s.episodes.owes.Store(true) // perhaps: another process may have left some
	tick := time.NewTicker(retryEvery)
	defer tick.Stop()
	for n := 0; ; n++ {
		if s.episodes.owes.Load() || n%lookAnyway == 0 {
			s.settleQuietly(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (s *Service) settleQuietly(ctx context.Context) {
	if err := s.episodes.settleAll(ctx); err != nil && ctx.Err() == nil {
		s.cfg.Logger.DebugContext(ctx, "episodes of decisions wait for the store", "error", err)
	}
}
