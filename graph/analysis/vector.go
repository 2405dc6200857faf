package analysis

import (
	"encoding/binary"
	"math"
	"slices"
)

// Vector counts the terms of a text, in four bytes for each different term: 24 bits of a hash and 8 of the
// count, in ascending order. In about one of 10,000 texts of 40 terms, two terms share a hash. Then a score
// is slightly too high, and nothing else is affected.
type Vector []byte

const (
	entry     = 4
	countBits = 8
	mostOf    = 1<<countBits - 1
)

// Field is a text, and the weight of each of its terms.
type Field struct {
	Text   string
	Weight int
}

// Document is what a store saves of an episode's texts in addition to its index.
type Document struct {
	Terms  []string // each once, in the order of first appearance
	Vector Vector
	Length int // the sum of the weights of all words, however many stems they have
}

// Analyze finds and counts the terms of fields. For each word the document contains the stems in each of the
// sets of languages, so that queries in any of them find it, and those of the word without accents and points.
func Analyze(sets []Languages, fields ...Field) Document {
	doc := Document{Terms: make([]string, 0, usualTerms)}
	counts := make(map[string]int, usualTerms)
	spoken := stemmersOf(sets...)
	var stems, plain []string // of one token
	var marked []string       // the marks of folded forms
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
			short := folded(token)
			if short == "" {
				return
			}
			plain = spoken.terms(plain[:0], short)
			for _, term := range plain {
				if slices.Contains(stems, term) {
					continue
				}
				if counts[term] == 0 {
					doc.Terms = append(doc.Terms, term)
				}
				counts[term] += f.Weight
				for _, mark := range []string{folds, folds + term} {
					if counts[mark] == 0 {
						marked = append(marked, mark)
					}
					counts[mark] += f.Weight
				}
			}
		})
	}
	doc.Vector = vectorOf(append(slices.Clip(doc.Terms), marked...), counts)
	return doc
}

// usualTerms is the usual number of different terms of an episode.
const usualTerms = 64

// vectorOf encodes the counts. Terms that share a hash are counted together.
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

// Exact returns how often a term occurs as written, not as the folded form of a word with marks.
func (v Vector) Exact(term string) int { return v.Count(term) - v.Count(folds+term) }

// HasFolded reports whether the text has words with marks, whose folded forms are counted too.
func (v Vector) HasFolded() bool { return v.Count(folds) > 0 }

// Count returns how often a term occurs, up to 255. The folded forms of words count too.
func (v Vector) Count(term string) int {
	e, _ := v.find(hash(term))
	return int(e & mostOf)
}

// find returns the entry of a hash.
func (v Vector) find(wanted uint32) (e uint32, found bool) {
	low, high := 0, len(v)/entry
	for low < high {
		middle := (low + high) / 2
		switch e := binary.BigEndian.Uint32(v[middle*entry:]); {
		case e>>countBits < wanted:
			low = middle + 1
		case e>>countBits > wanted:
			high = middle
		default:
			return e, true
		}
	}
	return 0, false
}

// Asked are the hashes of the terms that some clauses ask for, in ascending order.
type Asked []uint32

// AskedBy returns what clauses ask for, so that a store keeps of a long text only the counts that score it.
func AskedBy(clauses []Clause) Asked {
	asked := Asked{hash(folds)}
	for _, clause := range clauses {
		if clause.Kind != Term {
			continue
		}
		for _, term := range clause.Tokens {
			asked = append(asked, hash(term), hash(folds+term))
		}
	}
	slices.Sort(asked)
	return slices.Compact(asked)
}

// Of returns a copy of the counts of a vector that are asked for.
func (a Asked) Of(v Vector) (counts Vector) {
	for _, wanted := range a {
		if e, found := v.find(wanted); found {
			counts = binary.BigEndian.AppendUint32(counts, e)
		}
	}
	return counts
}

// Only returns a vector with the entries that Count, Exact and HasFolded read for some terms. A vector of a long text is
// large.
func (v Vector) Only(terms []string) Vector {
	var entries []uint32
	add := func(term string) {
		if n := v.Count(term); n > 0 {
			entries = append(entries, hash(term)<<countBits|uint32(n)) //nolint:gosec // up to 255
		}
	}
	add(folds)
	for _, term := range terms {
		add(term)
		add(folds + term)
	}
	slices.Sort(entries)
	only := make(Vector, 0, len(entries)*entry)
	for _, e := range slices.Compact(entries) {
		only = binary.BigEndian.AppendUint32(only, e)
	}
	return only
}

func hash(term string) uint32 { return fnv1a(term) >> countBits }

// fnv1a is the hash of hash/fnv, without an allocation for each call.
func fnv1a(text string) uint32 {
	h := uint32(2166136261)
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * 16777619
	}
	return h
}
