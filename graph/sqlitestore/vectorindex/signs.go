package vectorindex

import (
	"math"
	"math/bits"

	"plotline/graph"
)

// signed is what is held of a vector in addition to its signs. The signs are those of its difference from the centre,
// because what all vectors have in common does not tell them apart.
type signed struct {
	scale float32 // turns a product with the signs into one with the difference
	half  float32 // half the square of the difference's length
}

// reduce replaces the components by their signs.
func (x *Index) reduce() {
	x.centre = make([]float32, x.components)
	for i := range x.seqs {
		for k, part := range x.part(i) {
			x.centre[k] += float32(part) * x.lengths[i] / float32(len(x.seqs))
		}
	}
	x.signs, x.signed = make([]uint64, 0, cap(x.seqs)*words(x.components)), make([]signed, 0, cap(x.seqs))
	for i := range x.seqs {
		x.addSigns(x.part(i), x.lengths[i])
	}
	x.parts, x.lengths = nil, nil
}

func (x *Index) part(i int) graph.Vector { return x.parts[i*x.components:][:x.components] }

// addSigns adds one bit for each component: 1 if it is no less than that of the centre.
func (x *Index) addSigns(v graph.Vector, length float32) {
	var square, sum float32
	for at := 0; at < len(v); at += 64 {
		word := uint64(0)
		parts := v[at:min(at+64, len(v))]
		centre := x.centre[at:][:len(parts)]
		for k, part := range parts {
			difference := float32(part)*length - centre[k]
			text := math.Float32bits(difference) // the first bit is the sign; reading it takes no branch
			word |= uint64(^text>>31) << k
			square += difference * difference
			sum += math.Float32frombits(text << 1 >> 1)
		}
		x.signs = append(x.signs, word)
	}
	s := signed{half: square / 2}
	if sum > 0 {
		s.scale = square / sum
	}
	x.signed = append(x.signed, s)
}

// planes is how many bits a component of the query is rounded to.
const planes = 4

// asked is a query vector less the centre. Each component is low plus step times a number of that many bits. Bits of
// one value lie together, so that 64 components are multiplied by signs at a time.
type asked struct {
	low, step float32
	sum       float32 // of all components
	bits      []([planes]uint64)
}

func (x *Index) ask(v graph.Vector) asked {
	length := inverse(v)
	difference := make([]float32, len(v))
	low, high := float32(math.MaxFloat32), float32(-math.MaxFloat32)
	for k, part := range v {
		difference[k] = float32(float64(part)*length) - x.centre[k]
		low, high = min(low, difference[k]), max(high, difference[k])
	}
	a := asked{low: low, step: max(high-low, 1e-9) / (1<<planes - 1), bits: make([][planes]uint64, words(len(v)))}
	for k, d := range difference {
		number := uint64(math.Round(float64((d - low) / a.step)))
		for plane := range planes {
			a.bits[k/64][plane] |= (number >> plane & 1) << (k % 64)
		}
		a.sum += low + a.step*float32(number)
	}
	return a
}

// product multiplies the query by a vector whose components are 1 or -1.
func (a *asked) product(signs []uint64) float32 {
	signs = signs[:len(a.bits)]
	set, sum := 0, 0
	for i := range a.bits {
		b, word := &a.bits[i], signs[i]
		set += bits.OnesCount64(word)
		sum += bits.OnesCount64(word&b[0]) + 2*bits.OnesCount64(word&b[1]) +
			4*bits.OnesCount64(word&b[2]) + 8*bits.OnesCount64(word&b[3])
	}
	return 2*(a.low*float32(set)+a.step*float32(sum)) - a.sum
}

// nearestSigns returns the nearest vectors by their signs. The cosine of two vectors of length 1 is 1 plus the
// product of their differences from the centre, less half the square of each difference's length. The square of the
// query's difference is the same for all vectors and is left out.
func (x *Index) nearestSigns(v graph.Vector, n int, p places) []Match {
	query, found := x.ask(v), newBest(n)
	w := words(x.components)
	for i := range p.len() {
		place := p.at(i)
		s := x.signed[place]
		near := query.product(x.signs[place*w:][:w])*s.scale - s.half
		found.offer(Match{x.seqs[place], float64(near)})
	}
	return found.list()
}
