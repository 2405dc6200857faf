//go:build !race

package bounds

// slack is what bounds are multiplied by.
const slack = 1
