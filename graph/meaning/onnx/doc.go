// Package onnx reads a BERT encoder from an ONNX file, and its vocabulary from the tokenizer.json for it.
// onnxruntime's dynamic quantisation has made the matrices in the file signed numbers of 8 bits. Only
// package install uses this package: recall reads the files of package modelfile.
//
// The encoder's nodes are found by the names that Hugging Face's exporter gives them. The graph is not
// interpreted; package bert computes the same.
package onnx
