package bert

import (
	"math"

	"plotline/graph/meaning/modelfile"
)

// multiply multiplies each token's row of in by a matrix into out. Both hold whole tiles of rows.
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

// rounded tells what the bytes of a row stand for: a number is about scale times the byte less zero.
type rounded struct {
	scale float32
	zero  int32
}

// columns is what the sums of a panel's columns are corrected and scaled by.
type columns struct {
	sums           *[modelfile.Panel]int32
	scales, biases *[modelfile.Panel]float32
}

// quantise rounds rows of some width to bytes.
func (s *Scratch) quantise(rows []float32, tokens, width int) {
	for token := range tokens {
		s.rounded[token] = quantise(s.bytes[token*width:][:width], rows[token*width:][:width])
	}
}

// rounding makes a floating point number of 32 bits lose its fraction when it is added: the nearest even
// integer then stands in the lowest bits.
const (
	rounding     = 3 << 22
	roundingBits = 0x4B400000
)

func round(x float32) int32 {
	return int32(math.Float32bits(x+rounding)) - roundingBits //nolint:gosec // bits
}

// quantise rounds numbers to bytes. The range is that of the numbers and 0, as ONNX's
// DynamicQuantizeLinear has it.
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
