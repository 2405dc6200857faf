//go:build amd64 || arm64

package bert

import "plotline/graph/meaning/modelfile"

// floatsCall holds the arguments of the assembly for floating point numbers, which depends on the order of its fields.
// Strides are in bytes.
type floatsCall struct {
	out       *float32
	outStride int
	a         *float32
	aStride   int
	b         *float32
	bStride   int
	depth     int
}

// floatsOf returns the arguments for a tile. First it checks that all memory to be read and written is in bounds.
func floatsOf(out []float32, outStride int, a []float32, aStride, depth int, b []float32, bStride int) floatsCall {
	_ = out[(tile-1)*outStride+modelfile.Panel-1]
	_ = a[(tile-1)*aStride+depth-1]
	_ = b[(depth-1)*bStride+modelfile.Panel-1]
	return floatsCall{
		out: &out[0], outStride: 4 * outStride, a: &a[0], aStride: 4 * aStride,
		b: &b[0], bStride: 4 * bStride, depth: depth,
	}
}
