//go:build !amd64 && !arm64

package bert

// available gives the kernels that this processor can run.
func available() []kernels { return []kernels{portable()} }
