// Package vectorindex finds the nearest of many vectors in memory. It keeps the vectors themselves while they fit
// into a limit. Beyond that it keeps only the signs of their components. The nearest vectors are among the first by
// their signs.
package vectorindex

import (
	"math"
	"slices"

	"plotline/graph"
)

// Index holds vectors, each with a number. Add them in the order of their numbers. A call that changes the index must
// not run concurrently with any other.
type Index struct {
	components int
	budget     int // limit for components, in bytes
	seqs       []int64

	parts   []int8    // components of all vectors; nil if only signs are held
	lengths []float32 // 1/length of each vector; 0 if its length is 0

	centre []float32 // mean of the vectors, each of length 1; signs are of the difference from it
	signs  []uint64
	signed []signed
}

// Match is a vector that was found. Cosine is exact if components are held. Otherwise it is an estimate that only
// serves to compare matches.
type Match struct {
	Seq    int64
	Cosine float64
}

// New returns an index of vectors with so many components. It keeps components up to room bytes.
func New(components, budget int) *Index { return &Index{components: components, budget: budget} }

// Least returns how many bytes so many vectors take at least.
func Least(vectors, components int) int { return vectors * 8 * (2 + words(components)) }

func words(components int) int { return (components + 63) / 64 }

// Components returns the number of components of a vector.
func (x *Index) Components() int { return x.components }

// Len returns the number of vectors.
func (x *Index) Len() int { return len(x.seqs) }

// Exact reports whether components are held.
func (x *Index) Exact() bool { return x.centre == nil }

// Bytes returns the memory in use.
func (x *Index) Bytes() int {
	return 8*cap(x.seqs) + cap(x.parts) + 4*cap(x.lengths) + 4*cap(x.centre) + 8*cap(x.signs) + 8*cap(x.signed)
}

// Grow reserves memory for more vectors, so that appending wastes none.
func (x *Index) Grow(vectors int) {
	x.seqs = slices.Grow(x.seqs, vectors)
	if !x.Exact() {
		x.signs = slices.Grow(x.signs, vectors*words(x.components))
		x.signed = slices.Grow(x.signed, vectors)
		return
	}
	most := min(vectors, x.budget/max(1, x.components)+1-len(x.lengths))
	x.parts = slices.Grow(x.parts, most*x.components)
	x.lengths = slices.Grow(x.lengths, most)
}

// Add adds a vector.
func (x *Index) Add(seq int64, v graph.Vector) {
	x.seqs = append(x.seqs, seq)
	if !x.Exact() {
		x.addSigns(v, float32(inverse(v)))
		return
	}
	x.parts = append(x.parts, v...)
	x.lengths = append(x.lengths, float32(inverse(v)))
	if len(x.parts) > x.budget {
		x.reduce()
	}
}

// inverse returns 1/length of a vector, or 0 if its length is 0.
func inverse(v graph.Vector) float64 {
	square := dot(v, v)
	if square == 0 {
		return 0
	}
	return 1 / math.Sqrt(float64(square))
}

// Remove removes vectors. seqs must be sorted.
func (x *Index) Remove(seqs []int64) {
	kept, d, w := 0, x.components, words(x.components)
	for i, seq := range x.seqs {
		if _, gone := slices.BinarySearch(seqs, seq); gone {
			continue
		}
		x.seqs[kept] = seq
		if x.Exact() {
			copy(x.parts[kept*d:], x.parts[i*d:(i+1)*d])
			x.lengths[kept] = x.lengths[i]
		} else {
			copy(x.signs[kept*w:], x.signs[i*w:(i+1)*w])
			x.signed[kept] = x.signed[i]
		}
		kept++
	}
	x.seqs = x.seqs[:kept]
	if x.Exact() {
		x.parts, x.lengths = x.parts[:kept*d], x.lengths[:kept]
	} else {
		x.signs, x.signed = x.signs[:kept*w], x.signed[:kept]
	}
}

// Nearest returns at most n vectors that are nearest to v, the nearest first. It looks at the vectors in among, which
// must be sorted, or at all if among is nil.
func (x *Index) Nearest(v graph.Vector, n int, among []int64) []Match {
	places := x.places(among)
	if !x.Exact() {
		return x.nearestSigns(v, n, places)
	}
	length, found := inverse(v), newBest(n)
	for i := range places.len() {
		place := places.at(i)
		product := dot(v, x.parts[place*x.components:][:x.components])
		found.offer(Match{x.seqs[place], float64(product) * length * float64(x.lengths[place])})
	}
	return found.list()
}

// places are the vectors to look at: some if that is not nil, or else the first all.
type places struct {
	all  int
	some []int
}

func (x *Index) places(among []int64) places {
	if among == nil {
		return places{all: len(x.seqs)}
	}
	p := places{some: make([]int, 0, len(among))}
	place := 0
	for _, seq := range among {
		for place < len(x.seqs) && x.seqs[place] < seq {
			place++
		}
		if place < len(x.seqs) && x.seqs[place] == seq {
			p.some = append(p.some, place)
		}
	}
	return p
}

func (p places) len() int {
	if p.some != nil {
		return len(p.some)
	}
	return p.all
}

func (p places) at(i int) int {
	if p.some != nil {
		return p.some[i]
	}
	return i
}

// dotPlain returns the dot product of two vectors of one length.
func dotPlain(a, b []int8) int32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 int32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += int32(a[i]) * int32(b[i])
		s1 += int32(a[i+1]) * int32(b[i+1])
		s2 += int32(a[i+2]) * int32(b[i+2])
		s3 += int32(a[i+3]) * int32(b[i+3])
	}
	for ; i < len(a); i++ {
		s0 += int32(a[i]) * int32(b[i])
	}
	return s0 + s1 + s2 + s3
}
