package plans

import (
	"context"
	"time"
)

// Run does what a process that stays owes to the plans, until ctx ends: it settles what a crash left,
// and writes the episodes of decisions that were made while the store was away.
func (s *Service) Run(ctx context.Context) {
	s.recoverQuietly(ctx)
	s.episodes.owes.Store(true) // perhaps: another process may have left some
	tick := time.NewTicker(retryEvery)
	defer tick.Stop()
	for {
		if s.episodes.owes.Load() {
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
