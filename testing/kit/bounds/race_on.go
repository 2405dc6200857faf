//go:build race

package bounds

// slack is the factor applied to limits. Under the race detector a sync.Pool drops entries at random, so
// regular expressions and JSON allocate their buffers again.
const slack = 64
