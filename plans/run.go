package plans

import "context"

// Run does what a process that stays owes to the plans, until ctx ends: it settles what a crash left,
// and writes the episodes of decisions that were made while the store was away.
func (s *Service) Run(ctx context.Context) {
	s.recoverQuietly(ctx)
	s.episodes.box.Run(ctx)
}
