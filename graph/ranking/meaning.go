package ranking

import "math"

// Likeness turns cosines into shares of the best one. What is usual in a pool counts nothing: the cosines of
// a model lie close together, around a value of its own.
type Likeness struct {
	usual, best float64
}

// NewLikeness looks at the cosines of a pool, and at those to unrelated texts: where the pool is small, these
// tell what is usual.
func NewLikeness(cosines, unrelated []float64) Likeness {
	var l Likeness
	all := float64(len(cosines) + len(unrelated))
	for _, c := range cosines {
		l.usual += c / all
		l.best = math.Max(l.best, c)
	}
	for _, c := range unrelated {
		l.usual += c / all
	}
	return l
}

// Share of an episode: 1 for the best of the pool, 0 for the usual and below, more than 1 for a cosine
// above the best.
func (l Likeness) Share(cosine float64) float64 {
	if l.best <= l.usual {
		return 0
	}
	return math.Max(0, (cosine-l.usual)/(l.best-l.usual))
}

// Most is the share of a text that says the same: its cosine is 1.
func (l Likeness) Most() float64 { return math.Max(1, l.Share(1)) }

// Floor is the cosine from which an episode matches by its meaning alone, where those to unrelated texts are
// given.
func Floor(unrelated []float64) float64 {
	if len(unrelated) == 0 {
		return 1
	}
	mean, square := 0.0, 0.0
	for _, c := range unrelated {
		mean += c / float64(len(unrelated))
	}
	for _, c := range unrelated {
		square += (c - mean) * (c - mean) / float64(len(unrelated))
	}
	return mean + floorDeviations*math.Sqrt(square)
}
