//go:build !race

package compiler

// UnderRace reports whether this build has the race detector, whose memory exceeds every limit of a child.
const UnderRace = false
