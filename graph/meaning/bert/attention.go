package bert

import (
	"math"

	"plotline/graph/meaning/modelfile"
)

// attend mixes the values of all tokens for each token, head by head. It reads wide (queries, keys and values
// of a token side by side) and writes mixed.
func (e *Encoder) attend(tokens int, s *Scratch) {
	width := e.m.Width
	size := width / e.m.Heads
	across := up(tokens, modelfile.Panel)
	scale := 1 / float32(math.Sqrt(float64(size)))
	for head := range e.m.Heads {
		queries, keys, values := s.wide[head*size:], s.wide[width+head*size:], s.wide[2*width+head*size:]
		transpose(s.keys, keys, 3*width, tokens, size, across)
		for first := 0; first < tokens; first += tile {
			for panel := 0; panel < across; panel += modelfile.Panel {
				e.kernels.floats(s.weights[first*across+panel:], across, queries[first*3*width:], 3*width, size, s.keys[panel:], across)
			}
		}
		for token := range tokens {
			row := s.weights[token*across:][:across]
			for i := tokens; i < across; i++ {
				row[i] = -math.MaxFloat32 // padding gets no share
			}
			s.shares[token] = 1 / e.kernels.exps(row, scale)
		}
		for first := 0; first < tokens; first += tile {
			for panel := 0; panel < size; panel += modelfile.Panel {
				e.kernels.floats(s.mixed[first*width+head*size+panel:], width, s.weights[first*across:], across, tokens, values[panel:], 3*width)
			}
		}
		for token := range tokens {
			for i, x := range s.mixed[token*width+head*size:][:size] {
				s.mixed[token*width+head*size+i] = x * s.shares[token]
			}
		}
	}
}

// transpose writes the rows of keys as columns of out, with zeros after the last token.
func transpose(out, keys []float32, stride, tokens, size, across int) {
	for i := range size {
		row := out[i*across:][:across]
		for token := range tokens {
			row[token] = keys[token*stride+i]
		}
		clear(row[tokens:])
	}
}
