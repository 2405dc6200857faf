package vectorindex

import (
	"math/bits"

	"plotline/graph"
)

// reduce lets the components go and keeps their signs, after taking away what all vectors have in common:
// the signs of that would tell none from the others.
func (x *Index) reduce() {
	x.centre = make([]float32, x.components)
	for i := range x.seqs {
		for k, part := range x.part(i) {
			x.centre[k] += float32(part) * x.lengths[i] / float32(len(x.seqs))
		}
	}
	x.signs = make([]uint64, 0, cap(x.seqs)*words(x.components))
	for i := range x.seqs {
		x.signs = x.appendSigns(x.signs, x.part(i), float64(x.lengths[i]))
	}
	x.parts, x.lengths = nil, nil
}

func (x *Index) part(i int) graph.Vector { return x.parts[i*x.components:][:x.components] }

// appendSigns adds a bit for each component: whether it is more than that of the centre.
func (x *Index) appendSigns(signs []uint64, v graph.Vector, length float64) []uint64 {
	word := uint64(0)
	for k, part := range v {
		if float32(part)*float32(length) > x.centre[k] {
			word |= 1 << (k % 64)
		}
		if k%64 == 63 || k == len(v)-1 {
			signs, word = append(signs, word), 0
		}
	}
	return signs
}

// nearestSigns gives the vectors with the fewest signs that differ from those of v. They are counted by this
// number first, so that none need be sorted.
func (x *Index) nearestSigns(v graph.Vector, n int, p places) []Match {
	query := x.appendSigns(nil, v, inverse(v))
	differ, having := make([]uint16, p.len()), make([]int, x.components+1)
	for i := range differ {
		differ[i] = differing(query, x.signs[p.at(i)*len(query):][:len(query)])
		having[differ[i]]++
	}
	most, left := 0, n // at most so many may differ; of those where so many do, some are left
	for most < len(having)-1 && left > having[most] {
		left -= having[most]
		most++
	}
	found := make([]Match, 0, min(n, len(differ)))
	for i, d := range differ {
		if int(d) < most || int(d) == most && left > 0 {
			if int(d) == most {
				left--
			}
			found = append(found, Match{Seq: x.seqs[p.at(i)]})
		}
	}
	return found
}

func differing(a, b []uint64) uint16 {
	sum := 0
	for i, word := range a {
		sum += bits.OnesCount64(word ^ b[i])
	}
	return uint16(sum) //nolint:gosec // as many as there are components
}
