//go:build !amd64

package vectorindex

func dot(a, b []int8) int32 { return dotPlain(a, b) }
