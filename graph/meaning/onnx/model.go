package onnx

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"plotline/graph/meaning/modelfile"
)

// Convert makes a model from an ONNX file and a tokenizer.json. The header supplies what these do not
// contain: the id, the number of heads, the prefix of queries, the source and the licence. Convert fills in
// the rest of it.
func Convert(file, tokenizer []byte, header modelfile.Header) (*modelfile.Model, error) {
	g, err := parse(file)
	if err != nil {
		return nil, err
	}
	tokens, err := vocabulary(tokenizer)
	if err != nil {
		return nil, err
	}
	c := &converter{graph: g, m: &modelfile.Model{Header: header, Tokens: tokens}}
	c.embeddings()
	for c.has(layer(len(c.m.Blocks)) + bias(query)) {
		c.block(len(c.m.Blocks))
		if c.err != nil {
			return nil, c.err
		}
	}
	c.m.Vocabulary, c.m.Layers, c.m.Epsilon = len(tokens), len(c.m.Blocks), 1e-12
	if c.err == nil && c.m.Layers == 0 {
		c.err = fmt.Errorf("the ONNX file has no tensor %s", layer(0)+bias(query))
	}
	return c.m, c.err
}

// vocabulary reads the tokens of a tokenizer.json, in the order of their ids.
func vocabulary(tokenizer []byte) ([]string, error) {
	var file struct {
		Model struct {
			Vocab map[string]int `json:"vocab"`
		} `json:"model"`
	}
	if err := json.Unmarshal(tokenizer, &file); err != nil {
		return nil, fmt.Errorf("the tokenizer's file: %w", err)
	}
	tokens := make([]string, len(file.Model.Vocab))
	for token, id := range file.Model.Vocab {
		if id < 0 || id >= len(tokens) || tokens[id] != "" || token == "" || strings.Contains(token, "\n") {
			return nil, fmt.Errorf("the token %q cannot have the id %d", token, id)
		}
		tokens[id] = token
	}
	return tokens, nil
}

// converter reads tensors from a graph. It keeps the first error, and later results are empty.
type converter struct {
	graph *graph
	m     *modelfile.Model
	err   error
}

func (c *converter) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *converter) has(name string) bool { _, ok := c.graph.tensors[name]; return ok }

// tensor returns a tensor of a type, whose length matches its dimensions. A dimension of 0 means any.
func (c *converter) tensor(name string, kind uint64, dims ...int) *tensor {
	t, ok := c.graph.tensors[name]
	if !ok {
		c.fail("the ONNX file has no tensor %q", name)
		return &tensor{}
	}
	size := 1
	if kind == typeFloat {
		size = 4
	}
	for _, dim := range t.dims {
		size *= dim
		if size > math.MaxInt32 {
			size = 0
		}
	}
	fits := slices.EqualFunc(t.dims, dims, func(is, want int) bool { return is == want || want == 0 && is > 0 })
	if t.kind != kind || len(t.raw) != size || !fits {
		c.fail("the tensor %q has the type %d, the dimensions %d and %d bytes", name, t.kind, t.dims, len(t.raw))
		return &tensor{}
	}
	return t
}

func (c *converter) floats(name string, length int) []float32 {
	return c.tensor(name, typeFloat, length).floats()
}

// table reads a table of embeddings: the scale, and the numbers minus the zero point.
func (c *converter) table(name string, width int) (scale float32, numbers []int8) {
	weights := c.tensor(name+"_quantized", typeUint8, 0, width)
	zero := c.tensor(name+"_zero_point", typeUint8)
	scales := c.tensor(name+"_scale", typeFloat).floats()
	if c.err != nil {
		return 0, nil
	}
	numbers = make([]int8, len(weights.raw))
	for i, number := range weights.raw {
		n := int(number) - int(zero.raw[0])
		if n < math.MinInt8 || n > math.MaxInt8 {
			c.fail("%q holds %d, which is more than 8 bits can hold", name, n)
			return 0, nil
		}
		numbers[i] = int8(n)
	}
	return scales[0], numbers
}

func (c *converter) embeddings() {
	const words, norm = "embeddings.word_embeddings.weight", "embeddings.LayerNorm"
	if t := c.graph.tensors[words+"_quantized"]; t != nil && len(t.dims) == 2 {
		c.m.Width = t.dims[1]
	}
	width := c.m.Width
	if width == 0 {
		c.fail("the ONNX file has no tensor %q", words+"_quantized")
		return
	}
	scale, numbers := c.table(words, width)
	if len(numbers) != len(c.m.Tokens)*width {
		c.fail("there are %d tokens, and embeddings of %d", len(c.m.Tokens), len(numbers)/width)
	}
	c.m.WordScale, c.m.Words = scale, make([]byte, len(numbers))
	for i, n := range numbers {
		c.m.Words[i] = byte(n) //nolint:gosec // bits
	}
	placeScale, places := c.table("embeddings.position_embeddings.weight", width)
	kindScale, kinds := c.table("embeddings.token_type_embeddings.weight", width)
	c.m.Norm = c.norm(norm)
	if c.err != nil {
		return
	}
	c.m.Positions, c.m.Places = len(places)/width, make([]float32, len(places))
	for i, n := range places {
		// The conversions forbid a fused addition, which rounds once less: the file is the same on every processor.
		c.m.Places[i] = float32(float32(n)*placeScale) + float32(float32(kinds[i%width])*kindScale)
	}
}

func (c *converter) norm(name string) modelfile.Norm {
	return modelfile.Norm{Weight: c.floats(name+".weight", c.m.Width), Bias: c.floats(name+".bias", c.m.Width)}
}
