package plans

import "plotline/plans/renames"

// OnStep sets a function that is called around every step of a rename that changes the disk, and where
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

// The limits of the older tools, and of plan files.
const (
	KeepTasks = keepTasks
	KeepFor   = keepFor
	KeepBytes = keepBytes
	Largest   = largest
)
