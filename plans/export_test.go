package plans

import "plotline/plans/renames"

// OnStep has a function called around every step of a rename that changes something on disk, and where
// its outcome is half recorded.
func (s *Service) OnStep(step func(step string)) {
	s.step = step
	s.journals = s.newJournals(renames.WithStep(step))
}

// Decode and Encode read and write plan files.
var (
	Decode = decode
	Encode = (*Plan).encode
)

// The bounds of the older manner.
const (
	KeepTasks = keepTasks
	KeepFor   = keepFor
	KeepBytes = keepBytes
	Largest   = largest
)
