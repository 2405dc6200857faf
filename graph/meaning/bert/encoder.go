package bert

import (
	"context"
	"errors"
	"fmt"
	"math"

	"plotline/graph/meaning/modelfile"
)

// errNoVector reports that numbers overflowed during the computation.
var errNoVector = errors.New("the model's weights give no vector")

// tile is how many rows are computed together.
const tile = 4

// Encoder computes vectors. It is safe for concurrent use if each caller has its own Scratch.
type Encoder struct {
	m       *modelfile.Model
	kernels kernels
}

// New returns an encoder that uses the fastest instructions of this processor.
func New(m *modelfile.Model) *Encoder { return &Encoder{m: m, kernels: fastest()} }

// Scratch is memory for one computation at a time. Its zero value is ready to use. It grows to the needs of
// the longest text: about 9 MB for 512 tokens of a model of width 384.
type Scratch struct {
	hidden, next, wide, mixed []float32 // of each token
	weights, keys, shares     []float32 // of one head's attention
	bytes                     []byte
	rounded                   []rounded
	columns                   columns // of one panel
}

// resize sets the length of each part for a number of tokens. Rows come in tiles, and columns of attention in
// panels. The padding is computed and not used.
func (s *Scratch) resize(m *modelfile.Model, tokens int) {
	rows := up(tokens, tile)
	across := up(tokens, modelfile.Panel)
	s.hidden = sized(s.hidden, rows*m.Width)
	s.next = sized(s.next, rows*m.Width)
	s.mixed = sized(s.mixed, rows*m.Width)
	s.wide = sized(s.wide, rows*max(3*m.Width, m.Inner))
	s.weights = sized(s.weights, rows*across)
	s.shares = sized(s.shares, tokens)
	s.keys = sized(s.keys, m.Width/m.Heads*across)
	s.bytes = sized(s.bytes, rows*max(m.Width, m.Inner))
	s.rounded = sized(s.rounded, rows)
}

func sized[T any](of []T, length int) []T {
	if cap(of) < length {
		return make([]T, length)
	}
	return of[:length]
}

// up rounds n up to the next multiple.
func up(n, multiple int) int { return (n + multiple - 1) / multiple * multiple }

// Embed returns the normalised vector of [CLS] for the tokens of a text: 1 to Positions tokens, all in the
// vocabulary. The error reports invalid tokens or weights, or is that of ctx, which is checked before each
// layer.
func (e *Encoder) Embed(ctx context.Context, tokens []int32, s *Scratch) ([]float32, error) {
	m := e.m
	if len(tokens) == 0 || len(tokens) > m.Positions {
		return nil, fmt.Errorf("%d tokens, where 1 to %d are possible", len(tokens), m.Positions)
	}
	s.resize(m, len(tokens))
	if err := e.lookUp(tokens, s); err != nil {
		return nil, err
	}
	for i := range m.Blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.layer(&m.Blocks[i], len(tokens), s)
	}
	return normalised(s.hidden[:m.Width])
}

// lookUp writes the embeddings of tokens and of their positions to hidden.
func (e *Encoder) lookUp(tokens []int32, s *Scratch) error {
	m := e.m
	for place, token := range tokens {
		if token < 0 || int(token) >= m.Vocabulary {
			return fmt.Errorf("the token %d is not in the vocabulary", token)
		}
		word := m.Words[int(token)*m.Width:][:m.Width]
		at := m.Places[place*m.Width:][:m.Width]
		row := s.hidden[place*m.Width:][:m.Width]
		for i := range row {
			row[i] = float32(modelfile.Signed(word[i]))*m.WordScale + at[i]
		}
	}
	normalise(s.hidden, nil, &m.Norm, len(tokens), m.Epsilon)
	return nil
}

// layer computes one layer from hidden to hidden.
func (e *Encoder) layer(b *modelfile.Block, tokens int, s *Scratch) {
	m := e.m
	e.multiply(s.wide, s.hidden, &b.Attention, tokens, s)
	e.attend(tokens, s)
	e.multiply(s.next, s.mixed, &b.Merge, tokens, s)
	normalise(s.hidden, s.next, &b.Merged, tokens, m.Epsilon)
	e.multiply(s.wide, s.hidden, &b.Up, tokens, s)
	gelu(s.wide[:tokens*m.Inner])
	e.multiply(s.next, s.wide, &b.Down, tokens, s)
	normalise(s.hidden, s.next, &b.Norm, tokens, m.Epsilon)
}

// normalised returns a copy of a vector with the length 1.
func normalised(vector []float32) ([]float32, error) {
	var sum float64
	for _, x := range vector {
		sum += float64(x) * float64(x)
	}
	if !(sum > 0) || math.IsInf(sum, 0) { // NaN fails both comparisons
		return nil, errNoVector
	}
	length := float32(math.Sqrt(sum))
	unit := make([]float32, len(vector))
	for i, x := range vector {
		unit[i] = x / length
	}
	return unit, nil
}
