package scenes

// Watched reports whether a Watch is told of deletions.
func (s *Service) Watched() bool { return s.told.Load() != nil }
