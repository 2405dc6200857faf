package bert

import (
	"math"
	"math/rand/v2"
	"testing"

	"plotline/graph/meaning/modelfile"
)

// BenchmarkBytes measures a tile of the widest matrix of the real model. Bytes per second are products per
// second.
func BenchmarkBytes(b *testing.B) {
	const depth = 1536
	c := newBytesCase(b, rand.New(rand.NewPCG(1, 2)), depth, false) //nolint:gosec // no secret
	for _, kernel := range available() {
		b.Run(kernel.name, func(b *testing.B) {
			out := make([]float32, tile*modelfile.Panel)
			b.SetBytes(tile * modelfile.Panel * depth)
			for b.Loop() {
				kernel.bytes(out, modelfile.Panel, c.in, depth, c.matrix.Weights, &c.columns, &c.rows)
			}
			if want := c.want(1, 2); math.Abs(float64(out[modelfile.Panel+2])-want) > 1e-5*max(1, math.Abs(want)) {
				b.Fatalf("%g, not %g", out[modelfile.Panel+2], want)
			}
		})
	}
}

// BenchmarkFloats measures a tile of the attention of 512 tokens.
func BenchmarkFloats(b *testing.B) {
	const depth = 512
	ones := make([]float32, depth*modelfile.Panel)
	for i := range ones {
		ones[i] = 1
	}
	for _, kernel := range available() {
		b.Run(kernel.name, func(b *testing.B) {
			out := make([]float32, tile*modelfile.Panel)
			b.SetBytes(tile * modelfile.Panel * depth)
			for b.Loop() {
				kernel.floats(out, modelfile.Panel, ones, depth, depth, ones, modelfile.Panel)
			}
			if out[len(out)-1] != depth {
				b.Fatal(out)
			}
		})
	}
}
