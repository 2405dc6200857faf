//go:build race

package compiler

// UnderRace says that this build has the race detector, whose own memory is above every limit of a child.
const UnderRace = true
