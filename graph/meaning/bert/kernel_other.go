//go:build !amd64 && !arm64

package bert

// available returns the kernels that this processor can run.
func available() []kernels { return []kernels{portable()} }
