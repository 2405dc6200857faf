// Package modelfile reads and writes the file that holds a language model for embeddings: a BERT encoder
// with weights of 8 bits, its vocabulary, and its licence. `make model` makes one.
//
// A file is:
//
//	a line     PLOTLINE MODEL 1
//	a line     the Header as JSON
//	sections   each at the next multiple of 64 bytes, in the order of Model.visit; little-endian
//	32 bytes   SHA-256 of all that is before
//
// The header tells the length of each section, so the file has one right size. The beginning is text, so
// that `head -n 2` shows what the file is and under which licence.
package modelfile
