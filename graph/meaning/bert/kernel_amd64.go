package bert

import (
	"golang.org/x/sys/cpu"

	"plotline/graph/meaning/modelfile"
)

// available returns the kernels that this processor can run, the slowest first.
func available() []kernels {
	all := []kernels{portable()}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append(all, kernels{name: "avx2", bytes: bytesBy(bytesAVX2), floats: floatsAVX, exps: expsAVX})
		if cpu.X86.HasAVX512F && cpu.X86.HasAVX512VNNI {
			all = append(all, kernels{name: "vnni", bytes: bytesBy(bytesVNNI), floats: floatsAVX, exps: expsAVX})
		}
	}
	return all
}

// bytesCall holds the arguments of the assembly. kernel_amd64.s depends on the order of its fields. Strides
// and lengths are in bytes.
type bytesCall struct {
	out            *float32
	outStride      int
	in             *byte
	inStride       int
	weights        *byte
	steps          int
	sums           *[modelfile.Panel]int32
	scales, biases *[modelfile.Panel]float32
	rows           *[tile]rounded
}

// lanes is how many numbers are processed at once.
const lanes = 8

type expsCall struct {
	row   *float32
	count int // of lanes
	scale float32
	sums  [lanes]float32
}

//go:noescape
func bytesAVX2(c *bytesCall)

//go:noescape
func bytesVNNI(c *bytesCall)

//go:noescape
func floatsFMA(c *floatsCall)

//go:noescape
func expsFMA(c *expsCall)

// bytesBy returns a kernel that calls assembly for a tile. The kernel first checks that all memory to be read
// and written is in bounds.
func bytesBy(assembly func(*bytesCall)) func([]float32, int, []byte, int, []byte, *columns, *[tile]rounded) {
	return func(out []float32, outStride int, in []byte, stride int, weights []byte, c *columns, rows *[tile]rounded) {
		_ = out[(tile-1)*outStride+modelfile.Panel-1]
		_ = in[tile*stride-1]
		_ = weights[stride*modelfile.Panel-1]
		assembly(&bytesCall{
			out: &out[0], outStride: 4 * outStride, in: &in[0], inStride: stride,
			weights: &weights[0], steps: stride / modelfile.Step,
			sums: c.sums, scales: c.scales, biases: c.biases, rows: rows,
		})
	}
}

func expsAVX(row []float32, scale float32) (sum float32) {
	c := expsCall{row: &row[0], count: len(row) / lanes, scale: scale}
	expsFMA(&c)
	for _, x := range c.sums {
		sum += x
	}
	return sum
}

func floatsAVX(out []float32, outStride int, a []float32, aStride, depth int, b []float32, bStride int) {
	c := floatsOf(out, outStride, a, aStride, depth, b, bStride)
	floatsFMA(&c)
}
