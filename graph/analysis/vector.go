package analysis

import (
	"encoding/binary"
	"math"
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
	Terms  []string // each once, in the order of first appearance
	Vector Vector
	Length int // the sum of the weights of all words, however many stems they have
}

// Analyze finds and counts the terms of some fields. Of each word the document holds the stems that it has in each
// of several sets of languages, so that queries in any of them find it.
func Analyze(sets []Languages, fields ...Field) Document {
	doc := Document{Terms: make([]string, 0, usualTerms)}
	counts := make(map[string]int, usualTerms)
	spoken := speakersOf(sets...)
	var stems []string // of one token
	for _, f := range fields {
		eachToken(f.Text, func(token string) {
			stems = spoken.terms(stems[:0], token)
			for _, term := range stems {
				n, again := counts[term]
				if !again {
					doc.Terms = append(doc.Terms, term)
				}
				counts[term] = n + f.Weight
			}
			doc.Length += f.Weight
		})
	}
	doc.Vector = vectorOf(doc.Terms, counts)
	return doc
}

// usualTerms is how many different terms an episode has as a rule.
const usualTerms = 64

// vectorOf lays counts out. Terms that share a hash are counted together.
func vectorOf(terms []string, counts map[string]int) Vector {
	entries := make([]uint64, len(terms))
	for i, term := range terms {
		entries[i] = uint64(hash(term))<<32 | uint64(counts[term]) //nolint:gosec // no count is negative
	}
	slices.Sort(entries)
	vector := make(Vector, 0, entry*len(entries))
	for i := 0; i < len(entries); {
		h, n := uint32(entries[i]>>32), 0
		for ; i < len(entries) && uint32(entries[i]>>32) == h; i++ {
			n += int(entries[i] & math.MaxUint32)
		}
		vector = binary.BigEndian.AppendUint32(vector, h<<countBits|uint32(min(n, mostOf)))
	}
	return vector
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

func hash(term string) uint32 { return fnv1a(term) >> countBits }

// fnv1a is that of hash/fnv, which would need memory for each call.
func fnv1a(text string) uint32 {
	h := uint32(2166136261)
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * 16777619
	}
	return h
}
