// Package meaning turns texts into vectors whose angle tells how close they are in meaning.
//
// A provider is an Embedder: package builtin computes a small English model in this process, package
// endpoint asks a server that speaks OpenAI's interface. Whether there is one at all is for the caller to
// say; nothing here decides it.
//
// # Builtin
//
// The model is bge-small-en-v1.5 (MIT, 384 dimensions, English), with weights of 8 bits. It is one file of
// 34 MB, which `make model` makes and lays beside the program; package modelfile describes it. Opening
// reads the file's header. The first vector loads the rest: some 40 MB of memory, and 9 MB more for each
// text of 512 tokens that is computed at the same time. Of a longer text the first 512 tokens count.
//
// The forward pass is package bert, in Go and a little assembly, without cgo. It rounds activations by one
// scale a token, where onnxruntime's graph has one a text, which is more exact: the cosine to the same
// weights with unrounded activations is 0.9994 on average, where that of onnxruntime is 0.9964.
package meaning

import "context"

// Embedder is a model that makes vectors of texts. It is safe for concurrent use. Errors are those of
// package fault, or that of ctx.
type Embedder interface {
	// ID names the model: vectors can be compared if they come from the same ID. It does not wait.
	ID() string
	// Dimensions is the length of all vectors. An endpoint may have to be asked.
	Dimensions(ctx context.Context) (int, error)
	// Embed gives a vector for each text that is to be found, in their order. Vectors have the length 1.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// EmbedQuery gives the vector of what is looked for. Some models want it worded otherwise.
	EmbedQuery(ctx context.Context, text string) ([]float32, error)
	// Close gives back what the model holds. It is not used afterwards.
	Close()
}
