package onnx_test

import (
	"bytes"
	"strings"
	"testing"

	"plotline/graph/meaning/modelfile"
	"plotline/graph/meaning/onnx"
	"plotline/testing/kit/tiny"
)

func TestConvert(t *testing.T) {
	t.Parallel()
	m, err := tiny.Model()
	if err != nil {
		t.Fatal(err)
	}
	if m.Layers != 2 || m.Width != 32 || m.Inner != 48 || m.Positions != 24 || len(m.Tokens) != 40 || m.Tokens[5] != "order" {
		t.Errorf("%+v", m.Header)
	}
	if b := m.Blocks[1]; b.Attention.In != 32 || b.Attention.Out != 96 || b.Down.In != 48 || b.Down.Out != 32 {
		t.Errorf("the matrices are %d by %d and %d by %d", b.Attention.In, b.Attention.Out, b.Down.In, b.Down.Out)
	}
}

// TestFaultyFiles checks that faults of the files are reported and not ignored.
func TestFaultyFiles(t *testing.T) {
	t.Parallel()
	replaced := func(from, to string) []byte {
		if len(from) != len(to) || !bytes.Contains(tiny.Graph, []byte(from)) {
			t.Fatal(from)
		}
		return bytes.ReplaceAll(tiny.Graph, []byte(from), []byte(to))
	}
	for name, c := range map[string]struct {
		graph, tokenizer []byte
		want             string
	}{
		"no graph":           {nil, tiny.Tokenizer, "not an ONNX file"},
		"another file":       {[]byte("<html>"), tiny.Tokenizer, "not an ONNX file"},
		"half a graph":       {tiny.Graph[:len(tiny.Graph)/2], tiny.Tokenizer, "not an ONNX file"},
		"no tokenizer":       {tiny.Graph, nil, "the tokenizer's file"},
		"a gap in the ids":   {tiny.Graph, []byte(`{"model":{"vocab":{"a":0,"b":2}}}`), `the token "b"`},
		"another vocabulary": {tiny.Graph, []byte(`{"model":{"vocab":{"a":0,"b":1}}}`), "2 tokens"},
		"no words":           {replaced("word_embeddings", "word_embeddinga"), tiny.Tokenizer, "word_embeddings"},
		"no layer":           {replaced("layer.0", "layer.9"), tiny.Tokenizer, "layer.0"},
		"no operator":        {replaced("MatMulInteger", "MatMulIntegex"), tiny.Tokenizer, "MatMulInteger"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := onnx.Convert(c.graph, c.tokenizer, tiny.Header()); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, which does not say %q", err, c.want)
			}
		})
	}
}

// FuzzConvert checks that every file is converted or rejected, and that a converted model can be written.
func FuzzConvert(f *testing.F) {
	f.Add(0, []byte{}, 0)
	f.Add(100, []byte{0xff, 0xff, 0xff}, 0)
	f.Add(45000, []byte("xx"), 70)
	f.Fuzz(func(t *testing.T, at int, patch []byte, cut int) {
		graph := bytes.Clone(tiny.Graph)
		if at >= 0 && at < len(graph) {
			copy(graph[at:], patch)
		}
		if cut > 0 && cut < len(graph) {
			graph = graph[:len(graph)-cut]
		}
		m, err := onnx.Convert(graph, tiny.Tokenizer, tiny.Header())
		if err != nil {
			return
		}
		if _, err := modelfile.Encode(m); err != nil {
			t.Logf("not written: %v", err)
		}
	})
}
