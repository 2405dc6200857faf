package bert

import (
	"math"

	"plotline/graph/meaning/modelfile"
)

// multiply multiplies each token's row of in by a matrix into out. Both contain whole tiles of rows.
func (e *Encoder) multiply(out, in []float32, m *modelfile.Matrix, tokens int, s *Scratch) {
	s.quantise(in, tokens, m.In)
	for panel := 0; panel < m.Out; panel += modelfile.Panel {
		weights := m.Weights[panel*m.In:][:m.In*modelfile.Panel]
		s.columns = columns{
			sums:   (*[modelfile.Panel]int32)(m.Sums[panel:]),
			scales: (*[modelfile.Panel]float32)(m.Scales[panel:]),
			biases: (*[modelfile.Panel]float32)(m.Biases[panel:]),
		}
		for first := 0; first < tokens; first += tile {
			e.kernels.bytes(out[first*m.Out+panel:], m.Out, s.bytes[first*m.In:], m.In, weights, &s.columns, (*[tile]rounded)(s.rounded[first:]))
		}
	}
}

// rounded maps the bytes of a row to numbers: a number is about scale times (byte minus zero).
type rounded struct {
	scale float32
	zero  int32
}

// columns holds the corrections and scales for the sums of a panel's columns.
type columns struct {
	sums           *[modelfile.Panel]int32
	scales, biases *[modelfile.Panel]float32
}

// quantise rounds rows of the given width to bytes.
func (s *Scratch) quantise(rows []float32, tokens, width int) {
	for token := range tokens {
		s.rounded[token] = quantise(s.bytes[token*width:][:width], rows[token*width:][:width])
	}
}

// Adding rounding to a floating point number of 32 bits removes its fraction. The lowest bits then hold the
// nearest integer, with ties to even.
const (
	rounding     = 3 << 22
	roundingBits = 0x4B400000
)

func round(x float32) int32 {
	return int32(math.Float32bits(x+rounding)) - roundingBits //nolint:gosec // bits
}

// quantise rounds numbers to bytes. The range covers the numbers and 0, as in ONNX's DynamicQuantizeLinear.
func quantise(bytes []byte, numbers []float32) rounded {
	var low, high float32
	for _, x := range numbers {
		if x < low {
			low = x
		} else if x > high {
			high = x
		}
	}
	scale := (high - low) / 255
	if scale == 0 {
		clear(bytes)
		return rounded{scale: 1}
	}
	zero := min(max(round(-low/scale), 0), 255)
	inverse := 1 / scale
	bytes = bytes[:len(numbers)]
	for i, x := range numbers {
		bytes[i] = byte(min(max(round(x*inverse)+zero, 0), 255))
	}
	return rounded{scale, zero}
}
