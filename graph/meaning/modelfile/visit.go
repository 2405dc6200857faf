package modelfile

import (
	"encoding/binary"
	"math"
)

// align is the alignment of sections.
const align = 64

// visitor reads or writes the sections of a file, one after the other.
type visitor interface {
	bytes(section *[]byte, length int)
	floats(section *[]float32, length int)
	ints(section *[]int32, length int)
}

// visit visits all sections. Only this method defines their order and lengths.
func (m *Model) visit(v visitor) {
	v.bytes(&m.vocabulary, m.VocabularyBytes)
	v.bytes(&m.Words, m.Vocabulary*m.Width)
	v.floats(&m.Places, m.Positions*m.Width)
	m.Norm.visit(v, m.Width)
	if m.Blocks == nil {
		m.Blocks = make([]Block, m.Layers)
	}
	for i := range m.Blocks {
		b := &m.Blocks[i]
		b.Attention.visit(v, m.Width, 3*m.Width)
		b.Merge.visit(v, m.Width, m.Width)
		b.Merged.visit(v, m.Width)
		b.Up.visit(v, m.Width, m.Inner)
		b.Down.visit(v, m.Inner, m.Width)
		b.Norm.visit(v, m.Width)
	}
}

func (n *Norm) visit(v visitor, width int) {
	v.floats(&n.Weight, width)
	v.floats(&n.Bias, width)
}

func (m *Matrix) visit(v visitor, in, out int) {
	m.In, m.Out = in, out
	v.bytes(&m.Weights, in*out)
	v.floats(&m.Scales, out)
	v.floats(&m.Biases, out)
	v.ints(&m.Sums, out)
}

// aligned returns the next multiple of align.
func aligned(at int) int { return (at + align - 1) / align * align }

// measurer adds up the length of a file with these sections. It stops beyond the largest file.
type measurer struct{ at int }

func (s *measurer) add(length int) {
	if s.at <= mostFile {
		s.at = aligned(s.at) + length
	}
}

func (s *measurer) bytes(_ *[]byte, n int)      { s.add(n) }
func (s *measurer) floats(_ *[]float32, n int)  { s.add(4 * n) }
func (s *measurer) ints(_ *[]int32, length int) { s.add(4 * length) }

// reader reads the sections from a file of the right length.
type reader struct {
	data []byte
	at   int
}

func (r *reader) take(length int) []byte {
	start := aligned(r.at)
	r.at = start + length
	return r.data[start:r.at:r.at]
}

func (r *reader) bytes(section *[]byte, length int) { *section = r.take(length) }

func (r *reader) floats(section *[]float32, length int) {
	raw := r.take(4 * length)
	*section = make([]float32, length)
	for i := range *section {
		(*section)[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
}

func (r *reader) ints(section *[]int32, length int) {
	raw := r.take(4 * length)
	*section = make([]int32, length)
	for i := range *section {
		(*section)[i] = int32(binary.LittleEndian.Uint32(raw[4*i:])) //nolint:gosec // the bits of a signed number
	}
}

// writer appends the sections to a file. bad records a length that does not match the header.
type writer struct {
	data []byte
	bad  bool
}

func (w *writer) begin(length, want int) {
	w.bad = w.bad || length != want
	w.data = append(w.data, make([]byte, aligned(len(w.data))-len(w.data))...)
}

func (w *writer) bytes(section *[]byte, length int) {
	w.begin(len(*section), length)
	w.data = append(w.data, *section...)
}

func (w *writer) floats(section *[]float32, length int) {
	w.begin(len(*section), length)
	for _, number := range *section {
		w.data = binary.LittleEndian.AppendUint32(w.data, math.Float32bits(number))
	}
}

func (w *writer) ints(section *[]int32, length int) {
	w.begin(len(*section), length)
	for _, number := range *section {
		w.data = binary.LittleEndian.AppendUint32(w.data, uint32(number)) //nolint:gosec // the bits of a signed number
	}
}
