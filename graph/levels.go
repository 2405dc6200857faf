package graph

import (
	"cmp"
	"slices"
)

// Step is a relationship as a search crosses it: away from an episode of the frontier. N is how a
// store names an episode; E names the relationship and must sort as the relationship's id does.
type Step[N comparable, E cmp.Ordered] struct {
	From, To N
	Edge     E
	Type     Type
	Incoming bool    // it points to From
	Strength float64 // 0 … 1
}

// Direction is the way in which a search crosses the relationship.
func (s Step[N, E]) Direction() Direction {
	if s.Incoming {
		return Incoming
	}
	return Outgoing
}

// Walk is a way from the start of a search to an episode. Walks share what they have in common.
type Walk[N comparable, E cmp.Ordered] struct {
	End      N
	Distance int     // in relationships
	Strength float64 // their product, taken from the start on

	step   Step[N, E] // the last one
	before *Walk[N, E]
	place  int // of before in its level, which is sorted by path
}

// Steps lists the relationships of the walk, from the start on.
func (w *Walk[N, E]) Steps() []Step[N, E] {
	steps := make([]Step[N, E], w.Distance)
	for ; w.Distance > 0; w = w.before {
		steps[w.Distance-1] = w.step
	}
	return steps
}

// comparePaths orders walks of equal length by their lists of relationships. A level is sorted, and
// no two of its walks are the same, so the place of what a walk extends stands for all that is
// before its last relationship.
func (w *Walk[N, E]) comparePaths(o *Walk[N, E]) int {
	return cmp.Or(cmp.Compare(w.place, o.place), cmp.Compare(w.step.Edge, o.step.Edge))
}

// SearchLevels is the search of Store.Related, to the bit; what sorts and cuts its results is
// CompareRelated and the store. steps gives the relationships that lead away from each episode of
// the frontier, in any order; it may leave out those weaker than q.MinStrength, because a product
// never exceeds its factors. Walks are returned in no promised order, one for each episode.
//
// An (episode, level) whose product is not above that of an earlier level is dropped. That changes
// no answer: whatever extends it also extends the earlier walk, to a product at least as high
// (rounding is monotone) in fewer hops, and so is neither at the fewest hops nor, ties going to
// fewer hops, the strongest; and a walk that is either never leads through a dropped one.
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

// levels is a search under way.
type levels[N comparable, E cmp.Ordered] struct {
	q       RelatedQuery
	highest map[N]float64 // product by episode, of all levels so far
	last    []Walk[N, E]  // the last level, sorted by path
	walks   []*Walk[N, E] // what is reported, one for each episode
	found   map[N]int     // place of an episode in walks
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

// report takes the last level into the results. What is in it is stronger than all before it.
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

// CompareRelated is the order of the results of Store.Related.
func CompareRelated(a, b RelatedEpisode) int {
	return cmp.Or(cmp.Compare(b.Strength, a.Strength), cmp.Compare(a.Distance, b.Distance),
		cmp.Compare(a.EpisodeID, b.EpisodeID))
}
