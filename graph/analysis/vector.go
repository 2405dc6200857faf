package analysis

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
)

// Vector counts the terms of a text, in four bytes for each different one: 24 bits of a hash and 8 of the
// count, in ascending order. Two terms of one text share a hash about once in 10,000 texts of 40 terms: then
// a score is a little too high, and nothing is lost.
type Vector []byte

const (
	entry     = 4
	countBits = 8
	mostOf    = 1<<countBits - 1
)

// Field is a text, and how much each of its terms counts.
type Field struct {
	Text   string
	Weight int
}

// Document is what a store keeps of an episode's texts beside its index.
type Document struct {
	Terms  []string // as they stand in the text, with repetition
	Vector Vector
	Length int // the sum of all counts
}

// Analyze counts the terms of some fields.
func Analyze(fields ...Field) Document {
	var doc Document
	counts := map[uint32]int{}
	for _, f := range fields {
		for _, term := range Terms(f.Text) {
			doc.Terms = append(doc.Terms, term)
			counts[hash(term)] += f.Weight
			doc.Length += f.Weight
		}
	}
	entries := make([]uint32, 0, len(counts))
	for h, n := range counts {
		entries = append(entries, h<<countBits|uint32(min(n, mostOf))) //nolint:gosec // it is at most 255
	}
	slices.Sort(entries)
	doc.Vector = make(Vector, 0, entry*len(entries))
	for _, e := range entries {
		doc.Vector = binary.BigEndian.AppendUint32(doc.Vector, e)
	}
	return doc
}

// Count tells how often a term occurs, 255 at most.
func (v Vector) Count(term string) int {
	wanted := hash(term)
	at := func(i int) uint32 { return binary.BigEndian.Uint32(v[i*entry:]) }
	low, high := 0, len(v)/entry
	for low < high {
		middle := (low + high) / 2
		switch e := at(middle); {
		case e>>countBits < wanted:
			low = middle + 1
		case e>>countBits > wanted:
			high = middle
		default:
			return int(e & mostOf)
		}
	}
	return 0
}

func hash(term string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(term))
	return h.Sum32() >> countBits
}
