// Package tiny is a made-up model of two layers for tests, in the form of the real one. tiny.py made it, and
// computed its results with onnxruntime.
package tiny

import (
	_ "embed"
	"encoding/json"

	"plotline/graph/meaning/modelfile"
	"plotline/graph/meaning/onnx"
)

// Graph is the ONNX file, and Tokenizer is the tokenizer.json for it.
var (
	//go:embed tiny.onnx
	Graph []byte
	//go:embed tiny-tokenizer.json
	Tokenizer []byte
	//go:embed tiny.json
	cases []byte
)

// Header returns the parts of the header that the files do not contain.
func Header() modelfile.Header {
	return modelfile.Header{ID: "tiny", QueryPrefix: "the queue ", Heads: 2, Source: "tiny.py", Licence: "made up"}
}

// Model converts the ONNX file.
func Model() (*modelfile.Model, error) { return onnx.Convert(Graph, Tokenizer, Header()) }

// Case is a list of tokens, and the vectors that onnxruntime computes for it.
type Case struct {
	Tokens []int32 `json:"tokens"`
	// Graph is the vector of the graph, which rounds activations with one scale for each text. Exact is the
	// vector with the same weights and unrounded activations.
	Graph, Exact []float32
}

// Cases returns all cases.
func Cases() ([]Case, error) {
	var all []Case
	return all, json.Unmarshal(cases, &all)
}
