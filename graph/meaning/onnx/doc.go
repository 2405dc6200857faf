// Package onnx reads a BERT encoder out of an ONNX file whose matrices onnxruntime's dynamic quantisation
// made signed numbers of 8 bits, and its vocabulary out of the tokenizer.json beside it. Only `make model`
// uses it: the program reads what package modelfile writes.
//
// The encoder's nodes are known by the names that Hugging Face's exporter gives. What the graph computes is
// not interpreted; package bert computes the same.
package onnx
