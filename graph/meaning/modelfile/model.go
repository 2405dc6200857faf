package modelfile

import (
	"errors"
	"fmt"
)

// Panel is the number of columns of a matrix that are stored together, and Step is the number of rows.
const (
	Panel = 16
	Step  = 4
)

// Header describes a model. Widths are counts of numbers.
type Header struct {
	// ID names the model, such as bge-small-en-v1.5.
	ID string `json:"id"`
	// QueryPrefix is put before a query, but not before a document.
	QueryPrefix string `json:"query_prefix,omitempty"`

	Layers    int `json:"layers"`
	Heads     int `json:"heads"`
	Width     int `json:"width"`     // of the vectors
	Inner     int `json:"inner"`     // of the vectors inside a layer's feed-forward part
	Positions int `json:"positions"` // the most tokens of a text, with [CLS] and [SEP]

	Vocabulary      int `json:"vocabulary"`       // tokens
	VocabularyBytes int `json:"vocabulary_bytes"` // of the section with the tokens

	WordScale float32 `json:"word_scale"` // of the numbers in Words
	Epsilon   float32 `json:"epsilon"`    // of the normalisations

	Source  string `json:"source"`
	Licence string `json:"licence"`
}

// These are the bounds of a file's header. They keep the size of every section far below 2^31.
const (
	mostLayers     = 64
	mostWidth      = 2048
	mostInner      = 8192
	mostPositions  = 8192
	mostVocabulary = 1 << 18
	mostText       = 32 << 20
)

// errShape reports that a header does not describe a model.
var errShape = errors.New("its header does not describe a model that can be computed")

func (h *Header) check() error {
	for _, of := range []struct{ value, most, multiple int }{
		{h.Layers, mostLayers, 1},
		{h.Heads, mostWidth, 1},
		{h.Width, mostWidth, Panel},
		{h.Inner, mostInner, Panel},
		{h.Positions, mostPositions, 1},
		{h.Vocabulary, mostVocabulary, 1},
		{h.VocabularyBytes, mostText, 1},
	} {
		if of.value < 1 || of.value > of.most || of.value%of.multiple != 0 {
			return errShape
		}
	}
	if h.Positions < 2 || h.Width%(h.Heads*Panel) != 0 || h.ID == "" {
		return errShape
	}
	return nil
}

// Model is the content of a file.
type Model struct {
	Header
	// Tokens is the vocabulary. The id of a token is its index.
	Tokens []string
	// Words has Width signed numbers of 8 bits for each token. Multiplied by WordScale, they are the
	// embedding.
	Words []byte
	// Places has Width numbers for each position. They include the embedding of token type 0.
	Places []float32
	Norm   Norm
	Blocks []Block

	vocabulary []byte
}

// Norm holds the weights of a layer normalisation.
type Norm struct{ Weight, Bias []float32 }

// Block is one layer of the encoder.
type Block struct {
	// Attention computes queries, keys and values side by side.
	Attention Matrix
	Merge     Matrix
	Merged    Norm
	Up, Down  Matrix
	Norm      Norm
}

// Matrix maps a vector of In numbers to one of Out numbers.
type Matrix struct {
	In, Out int
	// Weights are signed numbers of 8 bits between -64 and 64, in the order of place.
	Weights []byte
	// Scales multiply the sums of each column. Then Biases are added.
	Scales, Biases []float32
	// Sums are the sums of the weights of each column.
	Sums []int32
}

// Most is the largest weight. Two products of it and an unsigned byte add up in 16 bits.
const Most = 64

// NewMatrix encodes a matrix of the given numbers of rows and columns.
func NewMatrix(rows, columns int, weights []int8, scales, biases []float32) (Matrix, error) {
	if rows%Step != 0 || columns%Panel != 0 || len(weights) != rows*columns || len(scales) != columns || len(biases) != columns {
		return Matrix{}, fmt.Errorf("a matrix of %d by %d cannot have %d weights, %d scales and %d biases", rows, columns, len(weights), len(scales), len(biases))
	}
	m := Matrix{In: rows, Out: columns, Weights: make([]byte, len(weights)), Scales: scales, Biases: biases, Sums: make([]int32, columns)}
	for row := range rows {
		for column := range columns {
			weight := weights[row*columns+column]
			if weight < -Most || weight > Most {
				return Matrix{}, fmt.Errorf("a weight of %d is outside -%d to %d", weight, Most, Most)
			}
			m.Weights[place(rows, row, column)] = byte(weight) //nolint:gosec // bits
			m.Sums[column] += int32(weight)
		}
	}
	return m, nil
}

// place returns the index of a weight. Weights are in panels of 16 columns, a panel is in steps of 4 rows,
// and a step is column by column. So 64 consecutive bytes are the weights of 16 columns for 4 numbers of the
// input.
func place(rows, row, column int) int {
	return column/Panel*Panel*rows + row/Step*Step*Panel + column%Panel*Step + row%Step
}

// Signed interprets a byte as a signed number of 8 bits.
func Signed(bits byte) int8 { return int8(bits) } //nolint:gosec // bits
