package onnx

import (
	"fmt"
	"strings"

	"plotline/graph/meaning/modelfile"
)

// These are the parts of a layer that multiply by a matrix.
const (
	query = "attention/self/query"
	key   = "attention/self/key"
	value = "attention/self/value"
	merge = "attention/output/dense"
	up    = "intermediate/dense"
	down  = "output/dense"
)

// layer returns the prefix of the names of a layer's tensors, and bias the suffix for the bias of a part.
func layer(number int) string { return fmt.Sprintf("encoder.layer.%d.", number) }
func bias(part string) string { return strings.ReplaceAll(part, "/", ".") + ".bias" }

func (c *converter) block(number int) {
	width := c.m.Width
	if number == 0 {
		if t := c.graph.tensors[layer(0)+bias(up)]; t != nil {
			c.m.Inner = len(t.raw) / 4
		}
	}
	inner, name := c.m.Inner, layer(number)
	c.m.Blocks = append(c.m.Blocks, modelfile.Block{
		Attention: c.matrix(number, width, width, query, key, value),
		Merge:     c.matrix(number, width, width, merge),
		Merged:    c.norm(name + "attention.output.LayerNorm"),
		Up:        c.matrix(number, width, inner, up),
		Down:      c.matrix(number, inner, width, down),
		Norm:      c.norm(name + "output.LayerNorm"),
	})
}

// matrix joins the matrices of parts side by side, each with the given rows and columns.
func (c *converter) matrix(number, rows, columns int, parts ...string) modelfile.Matrix {
	all := columns * len(parts)
	weights := make([]int8, rows*all)
	var scales, biases []float32
	for i, part := range parts {
		output := fmt.Sprintf("/encoder/layer.%d/%s/MatMul_output_0_output_quantized", number, part)
		name, ok := strings.CutSuffix(c.graph.factors[output], "_quantized")
		if !ok {
			c.fail("the ONNX file has no MatMulInteger that gives %q", output)
			return modelfile.Matrix{}
		}
		raw := c.tensor(name+"_quantized", typeInt8, rows, columns).raw
		for _, zero := range c.tensor(name+"_zero_point", typeInt8, columns).raw {
			if zero != 0 {
				c.fail("%q has a zero point of %d", name, zero)
			}
		}
		scales = append(scales, c.floats(name+"_scale", columns)...)
		biases = append(biases, c.floats(layer(number)+bias(part), columns)...)
		if c.err != nil {
			return modelfile.Matrix{}
		}
		for at, weight := range raw {
			weights[at/columns*all+i*columns+at%columns] = modelfile.Signed(weight)
		}
	}
	m, err := modelfile.NewMatrix(rows, all, weights, scales, biases)
	if err != nil {
		c.fail("layer %d, %s: %w", number, parts[0], err)
	}
	return m
}
