// Package tiny is a made-up model of two layers, in the form of the real one, for tests. tiny.py made it, and
// computed with onnxruntime what comes out of it.
package tiny

import (
	_ "embed"
	"encoding/json"

	"plotline/graph/meaning/modelfile"
	"plotline/graph/meaning/onnx"
)

// Graph is the ONNX file, and Tokenizer the tokenizer.json beside it.
var (
	//go:embed tiny.onnx
	Graph []byte
	//go:embed tiny-tokenizer.json
	Tokenizer []byte
	//go:embed tiny.json
	cases []byte
)

// Header is what the files do not say.
func Header() modelfile.Header {
	return modelfile.Header{ID: "tiny", QueryPrefix: "the queue ", Heads: 2, Source: "tiny.py", Licence: "made up"}
}

// Model converts the ONNX file.
func Model() (*modelfile.Model, error) { return onnx.Convert(Graph, Tokenizer, Header()) }

// Case is a list of tokens and the vectors that onnxruntime computes.
type Case struct {
	Tokens []int32 `json:"tokens"`
	// Graph is the vector of the graph, which rounds activations by one scale a text. Exact is that of the
	// same weights without rounding activations.
	Graph, Exact []float32
}

// Cases gives them all.
func Cases() ([]Case, error) {
	var all []Case
	return all, json.Unmarshal(cases, &all)
}
