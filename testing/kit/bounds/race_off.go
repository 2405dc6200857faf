//go:build !race

package bounds

// slack is the factor applied to limits.
const slack = 1
