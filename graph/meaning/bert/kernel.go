package bert

import "plotline/graph/meaning/modelfile"

// kernels are the loops that take most of the time. The first two compute a tile: 4 rows of a panel's 16
// columns. The strides are the distances between rows of out, in and a, in numbers.
type kernels struct {
	name string
	// bytes multiplies rows of in, each stride bytes long, by a panel of weights, and scales the sums.
	bytes func(out []float32, outStride int, in []byte, stride int, weights []byte, c *columns, rows *[tile]rounded)
	// floats multiplies the first depth numbers of rows of a by depth rows of b.
	floats func(out []float32, outStride int, a []float32, aStride, depth int, b []float32, bStride int)
	// exps replaces each x of a row by e to the power of scale·(x − highest x), and adds up the results. The
	// length of the row is a multiple of Panel, and scale is not negative.
	exps func(row []float32, scale float32) (sum float32)
}

// fastest returns the fastest kernels for this processor.
func fastest() kernels {
	all := available()
	return all[len(all)-1]
}

// portable returns the kernels in Go.
func portable() kernels {
	return kernels{name: "go", bytes: bytesTile, floats: floatsTile, exps: expsRow}
}

// Two sums of 32 bits share one number of 64 bits, so that one multiplication adds to both.
const pairs = modelfile.Panel / 2

func bytesTile(out []float32, outStride int, in []byte, stride int, weights []byte, c *columns, rows *[tile]rounded) {
	var sums [tile][pairs]int64
	var step [modelfile.Step][pairs]int64
	in = in[:tile*stride]
	for at := 0; at+modelfile.Step <= stride; at += modelfile.Step {
		pair(&step, (*[modelfile.Panel * modelfile.Step]byte)(weights[at*modelfile.Panel:]))
		for r := range sums {
			addProducts(&sums[r], (*[modelfile.Step]byte)(in[r*stride+at:]), &step)
		}
	}
	for r, row := range rows {
		line := out[r*outStride:][:modelfile.Panel]
		for i := range line {
			sum := int32(sums[r][i/2]) //nolint:gosec // the lower half
			if i%2 == 1 {
				sum = int32((sums[r][i/2] - int64(sum)) >> 32) //nolint:gosec // the upper half
			}
			line[i] = float32(sum-row.zero*c.sums[i])*(row.scale*c.scales[i]) + c.biases[i]
		}
	}
}

// pair stores the weights of two columns in one number: the first, plus 2^32 times the second.
func pair(step *[modelfile.Step][pairs]int64, weights *[modelfile.Panel * modelfile.Step]byte) {
	for i := range pairs {
		w := (*[2 * modelfile.Step]byte)(weights[2*modelfile.Step*i:])
		for k := range step {
			step[k][i] = int64(modelfile.Signed(w[k])) + int64(modelfile.Signed(w[modelfile.Step+k]))<<32
		}
	}
}

// addProducts adds the products of four bytes and the weights of each column.
func addProducts(sums *[pairs]int64, four *[modelfile.Step]byte, step *[modelfile.Step][pairs]int64) {
	a, b, c, d := int64(four[0]), int64(four[1]), int64(four[2]), int64(four[3])
	for i := range sums {
		sums[i] += a*step[0][i] + b*step[1][i] + c*step[2][i] + d*step[3][i]
	}
}

func floatsTile(out []float32, outStride int, a []float32, aStride, depth int, b []float32, bStride int) {
	for r := range tile {
		var sums [modelfile.Panel]float32
		for k, x := range a[r*aStride:][:depth] {
			line := (*[modelfile.Panel]float32)(b[k*bStride:])
			for i := range sums {
				sums[i] += x * line[i]
			}
		}
		copy(out[r*outStride:][:modelfile.Panel], sums[:])
	}
}
