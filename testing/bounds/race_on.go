//go:build race

package bounds

// slack is what bounds are multiplied by: the race detector has a sync.Pool forget what it holds at random,
// and regular expressions and JSON then allocate buffers again.
const slack = 64
