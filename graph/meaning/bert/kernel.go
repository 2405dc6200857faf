package bert

import "plotline/graph/meaning/modelfile"

// kernels are the two loops that take the time. Each computes a tile: 4 rows of a panel's 16 columns. Rows
// of out, in and a are as far apart as their strides say, in numbers.
type kernels struct {
	name string
	// bytes multiplies rows of in, each as long as stride says, by a panel of weights, and scales the sums.
	bytes func(out []float32, outStride int, in []byte, stride int, weights []byte, c *columns, rows *[tile]rounded)
	// floats multiplies the first depth numbers of rows of a by depth rows of b.
	floats func(out []float32, outStride int, a []float32, aStride, depth int, b []float32, bStride int)
}

// fastest gives the kernels for what this processor can do.
func fastest() kernels {
	all := available()
	return all[len(all)-1]
}

// portable are the kernels in Go.
func portable() kernels { return kernels{name: "go", bytes: bytesTile, floats: floatsTile} }

func bytesTile(out []float32, outStride int, in []byte, stride int, weights []byte, c *columns, rows *[tile]rounded) {
	for r, row := range rows {
		var sums [modelfile.Panel]int32
		input, left := in[r*stride:][:stride], weights
		for len(input) >= modelfile.Step {
			four := (*[modelfile.Step]byte)(input)
			step := (*[modelfile.Panel * modelfile.Step]byte)(left)
			addProducts(&sums, four, step)
			input, left = input[modelfile.Step:], left[modelfile.Panel*modelfile.Step:]
		}
		line := out[r*outStride:][:modelfile.Panel]
		for i, sum := range sums {
			line[i] = float32(sum-row.zero*c.sums[i])*(row.scale*c.scales[i]) + c.biases[i]
		}
	}
}

// addProducts adds the products of four bytes and the weights of each column.
func addProducts(sums *[modelfile.Panel]int32, four *[modelfile.Step]byte, step *[modelfile.Panel * modelfile.Step]byte) {
	a, b, c, d := int32(four[0]), int32(four[1]), int32(four[2]), int32(four[3])
	for i := range sums {
		w := (*[modelfile.Step]byte)(step[modelfile.Step*i:])
		sums[i] += a*int32(modelfile.Signed(w[0])) + b*int32(modelfile.Signed(w[1])) + c*int32(modelfile.Signed(w[2])) + d*int32(modelfile.Signed(w[3]))
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
