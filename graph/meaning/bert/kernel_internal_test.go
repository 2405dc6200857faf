package bert

import (
	"math"
	"math/rand/v2"
	"testing"

	"plotline/graph/meaning/modelfile"
)

// bytesCase is a tile of bytes by weights, with the memory around it.
type bytesCase struct {
	in      []byte
	weights []int8 // of the matrix, row by row
	matrix  modelfile.Matrix
	rows    [tile]rounded
	columns columns
}

func newBytesCase(tb testing.TB, random *rand.Rand, depth int, extreme bool) *bytesCase {
	tb.Helper()
	c := &bytesCase{in: make([]byte, tile*depth), weights: make([]int8, depth*modelfile.Panel)}
	scales, biases := make([]float32, modelfile.Panel), make([]float32, modelfile.Panel)
	for i := range c.in {
		c.in[i] = byte(random.IntN(256)) //nolint:gosec // in bounds
		if extreme {
			c.in[i] = 255
		}
	}
	for i := range c.weights {
		c.weights[i] = int8(random.IntN(2*modelfile.Most+1) - modelfile.Most) //nolint:gosec // in bounds
		if extreme {
			c.weights[i] = modelfile.Most * int8(1-2*(i/modelfile.Panel%8/4))
		}
	}
	for i := range scales {
		scales[i], biases[i] = random.Float32(), random.Float32()-0.5
	}
	var err error
	if c.matrix, err = modelfile.NewMatrix(depth, modelfile.Panel, c.weights, scales, biases); err != nil {
		tb.Fatal(err)
	}
	for i := range c.rows {
		c.rows[i] = rounded{scale: random.Float32() / 100, zero: random.Int32N(256)}
	}
	c.columns = columns{
		sums:   (*[modelfile.Panel]int32)(c.matrix.Sums),
		scales: (*[modelfile.Panel]float32)(c.matrix.Scales),
		biases: (*[modelfile.Panel]float32)(c.matrix.Biases),
	}
	return c
}

// want computes a number of the tile by its definition.
func (c *bytesCase) want(row, column int) float64 {
	sum := 0
	for k := range c.matrix.In {
		sum += (int(c.in[row*c.matrix.In+k]) - int(c.rows[row].zero)) * int(c.weights[k*modelfile.Panel+column])
	}
	return float64(sum)*float64(c.rows[row].scale)*float64(c.matrix.Scales[column]) + float64(c.matrix.Biases[column])
}

// TestBytesKernels tests every kernel that this processor can run, at depths around their step sizes, and
// with the largest possible products.
func TestBytesKernels(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // no secret
	const stride, mark = modelfile.Panel + 5, 12345
	for _, kernel := range available() {
		for _, depth := range []int{4, 8, 12, 16, 20, 384, 1536} {
			for _, extreme := range []bool{false, true} {
				c := newBytesCase(t, random, depth, extreme)
				out := make([]float32, tile*stride)
				for i := range out {
					out[i] = mark
				}
				kernel.bytes(out, stride, c.in, depth, c.matrix.Weights, &c.columns, &c.rows)
				for i, got := range out {
					row, column := i/stride, i%stride
					want := float64(mark)
					if column < modelfile.Panel {
						want = c.want(row, column)
					}
					if math.Abs(float64(got)-want) > 1e-5*max(1, math.Abs(want)) {
						t.Fatalf("%s, %d deep: %g at %d, %d, not %g", kernel.name, depth, got, row, column, want)
					}
				}
			}
		}
	}
}

func TestFloatsKernels(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // no secret
	const outStride, aMore, bStride, mark = modelfile.Panel + 3, 2, modelfile.Panel + 7, 12345
	for _, kernel := range available() {
		for _, depth := range []int{1, 2, 3, 16, 32, 511} {
			a, b := make([]float32, tile*(depth+aMore)), make([]float32, depth*bStride)
			for _, numbers := range [][]float32{a, b} {
				for i := range numbers {
					numbers[i] = random.Float32() - 0.5
				}
			}
			out := make([]float32, tile*outStride)
			for i := range out {
				out[i] = mark
			}
			kernel.floats(out, outStride, a, depth+aMore, depth, b, bStride)
			for i, got := range out {
				row, column, want := i/outStride, i%outStride, float64(mark)
				if column < modelfile.Panel {
					want = 0
					for k := range depth {
						want += float64(a[row*(depth+aMore)+k]) * float64(b[k*bStride+column])
					}
				}
				if math.Abs(float64(got)-want) > 1e-5 {
					t.Fatalf("%s, %d deep: %g at %d, %d, not %g", kernel.name, depth, got, row, column, want)
				}
			}
		}
	}
}

// TestKernelsStayInBounds checks that an incomplete tile is a panic, not an access to other memory.
func TestKernelsStayInBounds(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6)) //nolint:gosec // no secret
	for _, kernel := range available() {
		c := newBytesCase(t, random, 16, false)
		full := make([]float32, tile*modelfile.Panel)
		for name, call := range map[string]func(){
			"out":     func() { kernel.bytes(full[1:], modelfile.Panel, c.in, 16, c.matrix.Weights, &c.columns, &c.rows) },
			"in":      func() { kernel.bytes(full, modelfile.Panel, c.in[1:], 16, c.matrix.Weights, &c.columns, &c.rows) },
			"weights": func() { kernel.bytes(full, modelfile.Panel, c.in, 16, c.matrix.Weights[1:], &c.columns, &c.rows) },
			"a":       func() { kernel.floats(full, modelfile.Panel, full[1:], 16, 16, make([]float32, 256), 16) },
			"b":       func() { kernel.floats(full, modelfile.Panel, full, 16, 16, make([]float32, 255), 16) },
			"product": func() { kernel.floats(full[1:], modelfile.Panel, full, 16, 16, make([]float32, 256), 16) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s: %s is too short, and nothing is said", kernel.name, name)
					}
				}()
				call()
			}()
		}
	}
}
