package ranking

import "math"

// Likeness converts cosines to shares of the best one. The average cosine of a pool counts as 0, because the
// cosines of a model lie close together around a value that depends on the model.
type Likeness struct {
	usual, best float64
}

// NewLikeness takes the cosines of a pool and those to unrelated texts. In a small pool, the unrelated texts
// define the average.
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

// Share returns the share of an episode: 1 for the best of the pool, 0 for the average and below, and more
// than 1 for a cosine above the best.
func (l Likeness) Share(cosine float64) float64 {
	if l.best <= l.usual {
		return 0
	}
	return math.Max(0, (cosine-l.usual)/(l.best-l.usual))
}

// Most returns the share of a text with the same meaning, whose cosine is 1.
func (l Likeness) Most() float64 { return math.Max(1, l.Share(1)) }

// Floor returns the lowest cosine with which an episode matches by meaning alone, given the cosines to
// unrelated texts.
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
