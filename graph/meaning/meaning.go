// Package meaning turns texts into vectors whose angle shows how close the texts are in meaning.
//
// A provider is an Embedder. Package builtin computes a small English model in this process. Package endpoint
// asks a server with OpenAI's interface. The caller decides whether to use one at all.
//
// # Builtin
//
// The model is bge-small-en-v1.5 (MIT, 384 dimensions, English), with weights of 8 bits. It is one file of
// 34 MB, which `plotline model install` makes; package modelfile describes it. Opening reads
// the file's header. The first vector loads the rest: about 40 MB of memory, and 9 MB more for each text of 512
// tokens that is computed at the same time. Of a longer text only the first 512 tokens count:
// graph.EmbeddedParts cuts those of episodes.
//
// Package bert is the forward pass, in Go and a little assembly, without cgo. It rounds activations with one
// scale for each token, where onnxruntime's graph has one for each text. This is more exact: the cosine to
// the same weights with unrounded activations is 0.9994 on average, and 0.9964 for onnxruntime.
package meaning

import (
	"context"
	"errors"
)

// ErrRejected reports that a model does not take a text, but works. It is the cause of an error.
var ErrRejected = errors.New("the model rejects a text")

// Embedder is a model that makes vectors of texts. It is safe for concurrent use. Errors are those of package
// fault, or the error of ctx.
type Embedder interface {
	// ID names the model. Vectors with the same ID can be compared. ID does not block.
	ID() string
	// Dimensions returns the length of all vectors. An endpoint may have to send a request for it.
	Dimensions(ctx context.Context) (int, error)
	// Embed returns a vector for each text to be found later, in their order. Vectors have the length 1. A text in a
	// language that the model does not know has none: nil.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// EmbedQuery returns the vector of a query, or nil as above. Some models want a prefix for it.
	EmbedQuery(ctx context.Context, text string) ([]float32, error)
	// Close releases the model's resources. The model is not used afterwards.
	Close()
}

// Unrelated returns texts that have hardly anything to do with any query, or with each other. A query's
// cosines to them show how close it comes to any text.
func Unrelated() []string {
	return []string{
		"The soup needs more salt and a little lemon.",
		"My aunt keeps seven chickens behind the barn.",
		"The orchestra tuned while the audience found its seats.",
		"Fresh snow covered the road to the mountain pass.",
		"He painted the fence green before the summer.",
		"Two glaciers met in this valley ten thousand years ago.",
		"The goalkeeper slipped, and the ball rolled in.",
		"She wore her grandmother's ring to the wedding.",
		"Tides are highest when the sun and the moon are in line.",
		"A violin has four strings and no frets.",
		"The bakery sells out of rye bread by nine.",
		"Parliament debated the tax on sugar for three days.",
		"The dog sleeps on the sofa when nobody is home.",
		"Roses should be cut back in late winter.",
		"The museum lent two of its vases to Lisbon.",
		"Marathon runners drink small amounts every half hour.",
	}
}
