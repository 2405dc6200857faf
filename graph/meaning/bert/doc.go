// Package bert computes the vector of a text with a BERT encoder whose weights have 8 bits.
//
// It computes what onnxruntime computes of the dynamically quantised graph: before each multiplication by
// a matrix of weights, the numbers of the whole text are rounded to unsigned bytes by one scale, products
// are added up as integers, and the sums are scaled back. Attention is computed with floating point
// numbers. A text is computed alone, so its vector does not depend on others and nothing is spent on
// padding.
//
// Two loops take nearly all of the time: the product of bytes and weights, and that of floating point
// numbers. Both have a version in Go, which runs everywhere, and one in assembly for amd64 with AVX2 and
// FMA; the first also one for AVX-512 with VNNI. The sums of integers are exact, so all versions agree but
// for the order in which floating point numbers are added.
package bert
