// Package modelfile reads and writes the file of an embedding model: a BERT encoder with weights of 8 bits,
// its vocabulary, and its licence. `plotline model install` makes one.
//
// The format of a file is:
//
//	a line     PLOTLINE MODEL 1
//	a line     the Header as JSON
//	sections   each at the next multiple of 64 bytes, in the order of Model.visit; little-endian
//	32 bytes   SHA-256 of everything before
//
// The header determines the length of each section, so only one file size is valid. The beginning is text, so
// that `head -n 2` shows what the file is and its licence.
package modelfile
