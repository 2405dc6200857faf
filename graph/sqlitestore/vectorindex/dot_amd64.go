package vectorindex

import "golang.org/x/sys/cpu"

// step is how many components the assembly multiplies at a time.
const step = 32

var wide = cpu.X86.HasAVX2

//go:noescape
func dotAVX2(a, b *int8, steps int) int32

func dot(a, b []int8) int32 {
	steps := len(a) / step
	if !wide || steps == 0 {
		return dotPlain(a, b)
	}
	b = b[:len(a)]
	sum := dotAVX2(&a[0], &b[0], steps)
	if done := steps * step; done < len(a) {
		sum += dotPlain(a[done:], b[done:])
	}
	return sum
}
