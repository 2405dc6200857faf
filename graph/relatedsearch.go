package graph

import (
	"cmp"
	"slices"
)

// Step is a relationship as a search crosses it: away from an episode of the frontier. N is the store's name
// for an episode. E is its name for a relationship, and must sort as relationship ids do.
type Step[N comparable, E cmp.Ordered] struct {
	From, To N
	Edge     E
	Type     Type
	Incoming bool    // it points to From
	Strength float64 // 0 … 1
}

// Direction returns the direction in which the search crosses the relationship.
func (s Step[N, E]) Direction() Direction {
	if s.Incoming {
		return Incoming
	}
	return Outgoing
}

// Walk is a path from the start of a search to an episode. Walks share their common beginnings.
type Walk[N comparable, E cmp.Ordered] struct {
	End      N
	Distance int     // in relationships
	Strength float64 // product of the strengths, taken from the start on

	step   Step[N, E] // the last one
	before *Walk[N, E]
	place  int // index of before in its level, which is sorted by path
}

// Steps lists the relationships of the walk, from the start.
func (w *Walk[N, E]) Steps() []Step[N, E] {
	steps := make([]Step[N, E], w.Distance)
	for ; w.Distance > 0; w = w.before {
		steps[w.Distance-1] = w.step
	}
	return steps
}

// comparePaths orders walks of equal length by their lists of relationships. A level is sorted and has no two
// equal walks. So the index of the preceding walk stands for all relationships before the last one.
func (w *Walk[N, E]) comparePaths(o *Walk[N, E]) int {
	return cmp.Or(cmp.Compare(w.place, o.place), cmp.Compare(w.step.Edge, o.step.Edge))
}

// SearchLevels is the search of Store.Related, exact to the bit. CompareRelated and the store sort and cut
// its results. steps returns the relationships that lead away from each episode of the frontier, in any
// order. It may omit those weaker than q.MinStrength, because a product never exceeds its factors. The result
// has one walk for each episode, in no particular order.
//
// The search drops a pair of episode and level whose product is not above that of an earlier level. This does
// not change the result. Whatever extends the dropped walk also extends the earlier one. That product is at
// least as high, because rounding is monotone, and takes fewer hops. So an extension of the dropped walk is
// never at the fewest hops. Nor is it the strongest, because fewer hops win ties.
func SearchLevels[N comparable, E cmp.Ordered](
	start N, q RelatedQuery, steps func(frontier []N) ([]Step[N, E], error),
) ([]*Walk[N, E], error) {
	search := levels[N, E]{
		q: q, highest: map[N]float64{start: 1}, found: map[N]int{},
		last: []Walk[N, E]{{End: start, Strength: 1}},
	}
	for range q.MaxDepth {
		taken, err := steps(search.frontier())
		if err != nil {
			return nil, err
		}
		search.next(taken)
		if len(search.last) == 0 {
			break
		}
	}
	return search.walks, nil
}

// levels is the state of a search.
type levels[N comparable, E cmp.Ordered] struct {
	q       RelatedQuery
	highest map[N]float64 // product by episode, over all levels so far
	last    []Walk[N, E]  // the last level, sorted by path
	walks   []*Walk[N, E] // the results, one for each episode
	found   map[N]int     // index of an episode in walks
}

func (s *levels[N, E]) frontier() []N {
	ends := make([]N, len(s.last))
	for i := range s.last {
		ends[i] = s.last[i].End
	}
	return ends
}

// next builds a level from the relationships that lead away from the last one.
func (s *levels[N, E]) next(steps []Step[N, E]) {
	place := make(map[N]int, len(s.last))
	for i := range s.last {
		place[s.last[i].End] = i
	}
	var level []Walk[N, E]
	at := map[N]int{}
	for _, step := range steps {
		from := place[step.From]
		before := &s.last[from]
		longer := Walk[N, E]{
			End: step.To, Distance: before.Distance + 1, Strength: before.Strength * step.Strength,
			step: step, before: before, place: from,
		}
		if known, ok := s.highest[step.To]; longer.Strength < s.q.MinStrength || ok && longer.Strength <= known {
			continue
		}
		i, ok := at[step.To]
		switch {
		case !ok:
			at[step.To] = len(level)
			level = append(level, longer)
		case longer.betterThan(&level[i]):
			level[i] = longer
		}
	}
	slices.SortFunc(level, func(a, b Walk[N, E]) int { return a.comparePaths(&b) })
	s.last = level
	s.report()
}

// betterThan compares two walks of one level to one episode.
func (w *Walk[N, E]) betterThan(o *Walk[N, E]) bool {
	return w.Strength > o.Strength || w.Strength == o.Strength && w.comparePaths(o) < 0
}

// report adds the last level to the results. Each of its walks is stronger than all earlier ones to the same
// episode.
func (s *levels[N, E]) report() {
	for i := range s.last {
		w := &s.last[i]
		s.highest[w.End] = w.Strength
		at, ok := s.found[w.End]
		switch {
		case !ok:
			s.found[w.End] = len(s.walks)
			s.walks = append(s.walks, w)
		case s.q.Strongest:
			s.walks[at] = w
		}
	}
}

// CompareRelated defines the order of the results of Store.Related.
func CompareRelated(a, b RelatedEpisode) int {
	return cmp.Or(cmp.Compare(b.Strength, a.Strength), cmp.Compare(a.Distance, b.Distance),
		cmp.Compare(a.EpisodeID, b.EpisodeID))
}
