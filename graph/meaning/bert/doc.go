// Package bert computes the vector of a text with a BERT encoder whose weights have 8 bits.
//
// Before each multiplication by a matrix of weights, the numbers of a token are rounded to unsigned bytes,
// with a scale for each token. Products are added as integers, and the sums are scaled back. Attention uses
// floating point numbers. onnxruntime's dynamically quantised graph does the same with one scale for the
// whole text. That is less exact, because a few large numbers in one token reduce the resolution of all
// others. Each text is computed alone, so its vector does not depend on others, and no work is spent on
// padding.
//
// A few loops take nearly all of the time: the product of bytes and weights, the product of floating point
// numbers, and the exponentials of attention. Each has a version in Go, which runs everywhere. There is
// assembly for amd64 with AVX2 and FMA, for amd64 with AVX-512 VNNI, and for arm64 with the dot product of
// ARMv8.2. Sums of integers are exact, so all versions agree except for the order in which floating point
// numbers are added.
package bert
