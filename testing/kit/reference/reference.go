// Package reference contains the reference implementation's results for some texts: tokens by Hugging Face's
// tokenizers, vectors by onnxruntime, both with bge-small-en-v1.5. Only tests use it. make.py made the file,
// and explains why activations are not rounded.
package reference

import (
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

//go:embed reference.json
var file []byte

// Case is a text and the results of the reference implementation.
type Case struct {
	Text string `json:"text"`
	// Count is the number of tokens, including [CLS] and [SEP], after cutting at 512.
	Count int `json:"count"`
	// Tokens are the names of the pieces, or nil if there are 64 or more.
	Tokens []string `json:"tokens"`
	// Graph is the cosine between Vector and the vector of the graph, which rounds activations to bytes.
	Graph float64 `json:"graph"`
	// Vector is the normalised vector of 384 numbers, computed without rounding activations.
	Vector []float32 `json:"-"`
	Packed string    `json:"vector"`
}

// Cases returns all cases.
func Cases() ([]Case, error) {
	var cases []Case
	if err := json.Unmarshal(file, &cases); err != nil {
		return nil, err
	}
	for i := range cases {
		raw, err := base64.StdEncoding.DecodeString(cases[i].Packed)
		if err != nil {
			return nil, fmt.Errorf("case %d: %w", i, err)
		}
		for at := 0; at+1 < len(raw); at += 2 {
			cases[i].Vector = append(cases[i].Vector, half(binary.LittleEndian.Uint16(raw[at:])))
		}
	}
	return cases, nil
}

// half decodes a number of 16 bits (IEEE 754 binary16). The numbers of a normalised vector are finite.
func half(bits uint16) float32 {
	sign, exponent, fraction := 1.0, int(bits>>10&31), float64(bits&1023)
	if bits&0x8000 != 0 {
		sign = -1
	}
	if exponent == 0 {
		return float32(sign * math.Ldexp(fraction, -24))
	}
	return float32(sign * math.Ldexp(1024+fraction, exponent-25))
}
