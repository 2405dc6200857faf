package bert

import (
	"golang.org/x/sys/cpu"

	"plotline/graph/meaning/modelfile"
)

// available returns the kernels that this processor can run, the slowest first.
func available() []kernels {
	all := []kernels{portable()}
	if cpu.ARM64.HasASIMDDP {
		all = append(all, kernels{name: "sdot", bytes: bytesARM, floats: floatsARM, exps: expsRow})
	}
	return all
}

// bytesCall holds the arguments and results of the assembly. kernel_arm64.s depends on the order of its
// fields.
type bytesCall struct {
	in      *byte
	stride  int // bytes
	weights *byte
	steps   int
	sums    [tile][modelfile.Panel]int32
}

//go:noescape
func bytesSDOT(c *bytesCall)

//go:noescape
func floatsNEON(c *floatsCall)

// offset is what the assembly subtracts from each byte, because it multiplies signed numbers.
const offset = 128

func bytesARM(out []float32, outStride int, in []byte, stride int, weights []byte, c *columns, rows *[tile]rounded) {
	_ = out[(tile-1)*outStride+modelfile.Panel-1]
	_ = in[tile*stride-1]
	_ = weights[stride*modelfile.Panel-1]
	call := bytesCall{in: &in[0], stride: stride, weights: &weights[0], steps: stride / modelfile.Step}
	bytesSDOT(&call)
	for r, row := range rows {
		line := out[r*outStride:][:modelfile.Panel]
		for i, sum := range &call.sums[r] {
			line[i] = float32(sum-(row.zero-offset)*c.sums[i])*(row.scale*c.scales[i]) + c.biases[i]
		}
	}
}

func floatsARM(out []float32, outStride int, a []float32, aStride, depth int, b []float32, bStride int) {
	c := floatsOf(out, outStride, a, aStride, depth, b, bStride)
	floatsNEON(&c)
}
