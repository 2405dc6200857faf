package graph

import (
	"cmp"
	"maps"
	"slices"

	"plotline/internal/clip"
	"plotline/internal/fault"
)

const (
	// mostConnected is the degree up to which a search crosses an episode.
	mostConnected = 20_000
	// mostCrossed is the number of relationships after which a search reads no more.
	mostCrossed = 200_000
	// expandedAtOnce is how many episodes a search reads in one call.
	expandedAtOnce = 100
)

// connection is a path between two episodes.
type connection struct {
	path     []Relationship
	strength float64 // product of the strengths along path
}

// connectionSearch looks for paths from both ends, level by level, until the levels meet.
type connectionSearch struct {
	adjacent  func(ids []ID, most int) ([]Relationship, error)
	edges     map[ID][]Relationship // of the episodes that were expanded
	crossed   int
	truncated bool    // mostCrossed ended the search early
	best      float64 // strength of the strongest path so far, -1 for none
}

// walk is the best walk from an end to an episode: its strength, and the relationship that it crosses last.
type walk struct {
	strength float64
	last     Relationship
	before   ID // the episode before last
}

// frontier holds the best walks from one end with exactly k relationships, for k from 0. A walk is left out if one
// with fewer relationships is as strong.
type frontier []map[ID]walk

// last returns the longest walks.
func (f frontier) last() map[ID]walk { return f[len(f)-1] }

// between returns the strongest and the shortest path with at most depth relationships, nil if there is none. Of
// several as strong the one with fewer relationships wins, of several as short the stronger one. Other ties are broken
// by ids, so that the result is the same each time.
func (s *connectionSearch) between(from, to ID, depth int) (strongest, shortest *connection, err error) {
	s.best = -1
	ahead, behind := frontier{{from: {strength: 1}}}, frontier{{to: {strength: 1}}}
	for hops := 1; hops <= depth; hops++ {
		if hops%2 == 1 && hops < depth {
			err = s.expandBoth(ahead.last(), behind.last())
		}
		if err != nil {
			return nil, nil, err
		}
		if hops%2 == 1 {
			ahead, err = s.step(ahead)
		} else {
			behind, err = s.step(behind)
		}
		if err != nil {
			return nil, nil, err
		}
		if met := meet(ahead, behind); met != nil {
			if shortest == nil {
				shortest = met
			}
			if met.strength > s.best {
				strongest, s.best = met, met.strength
			}
		}
		if s.truncated || len(ahead.last()) == 0 || len(behind.last()) == 0 {
			break
		}
	}
	return strongest, shortest, nil
}

// step extends the walks of a frontier by one relationship.
func (s *connectionSearch) step(f frontier) (frontier, error) {
	last := f.last()
	if err := s.expand(last); err != nil {
		return nil, err
	}
	next := map[ID]walk{}
	for id, w := range last {
		for _, r := range s.edges[id] {
			end, _ := r.across(id)
			longer := walk{w.strength * r.Strength, r, id}
			if longer.strength <= s.best { // strengths are at most 1, so it gets no better
				continue
			}
			if known, is := next[end]; f.dominates(end, longer) || is && !longer.better(known) {
				continue
			}
			next[end] = longer
		}
	}
	return append(f, next), nil
}

// dominates reports whether a walk with fewer relationships is as strong.
func (f frontier) dominates(end ID, longer walk) bool {
	return slices.ContainsFunc(f, func(level map[ID]walk) bool {
		known, is := level[end]
		return is && known.strength >= longer.strength
	})
}

// better reports whether a walk is preferred to another of as many relationships.
func (w walk) better(than walk) bool {
	if w.strength != than.strength {
		return w.strength > than.strength
	}
	return w.last.ID < than.last.ID
}

// expandBoth reads the relationships for the next step from each end at once, if they are few.
func (s *connectionSearch) expandBoth(ahead, behind map[ID]walk) error {
	if len(ahead)+len(behind) > expandedAtOnce {
		return nil
	}
	both := maps.Clone(ahead)
	maps.Copy(both, behind)
	return s.expand(both)
}

// expand reads the relationships of episodes that were not read before.
func (s *connectionSearch) expand(level map[ID]walk) error {
	var ids []ID
	for id := range level {
		if _, is := s.edges[id]; !is {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids) // so that a search that is cut short has the same result each time
	atOnce := expandedAtOnce
	for len(ids) > 0 {
		if s.crossed >= mostCrossed {
			s.truncated = true
			return nil
		}
		some := ids[:min(atOnce, len(ids))]
		found, err := s.adjacent(some, mostCrossed-s.crossed)
		switch {
		case fault.CodeOf(err) == fault.TooLarge && len(some) > 1: // a few of them may have most
			atOnce = len(some) / 2
			continue
		case fault.CodeOf(err) == fault.TooLarge:
			s.truncated = true
			return nil
		case err != nil:
			return err
		}
		ids = ids[len(some):]
		s.crossed += len(found)
		for _, id := range some {
			s.edges[id] = []Relationship{}
		}
		for _, r := range found {
			r.Strength = clip.Number(r.Strength, 0, 1)
			for _, end := range []ID{r.From, r.To} {
				if _, is := slices.BinarySearch(some, end); is {
					s.edges[end] = append(s.edges[end], r)
				}
			}
		}
	}
	return nil
}

// meet joins walks from both ends at the episodes that both reach, and returns the best path.
func meet(ahead, behind frontier) *connection {
	var best *connection
	for i, level := range ahead {
		for id, w := range level {
			for j, back := range behind {
				rest, is := back[id]
				if !is || best != nil && w.strength*rest.strength < best.strength {
					continue
				}
				joined := connection{append(ahead.path(id, i), reversed(behind.path(id, j))...), w.strength * rest.strength}
				if best == nil || joined.compare(*best) < 0 {
					best = &joined
				}
			}
		}
	}
	return best
}

// compare orders connections, the better first.
func (c connection) compare(o connection) int {
	return cmp.Or(
		cmp.Compare(o.strength, c.strength), cmp.Compare(len(c.path), len(o.path)),
		slices.CompareFunc(c.path, o.path, func(a, b Relationship) int { return cmp.Compare(a.ID, b.ID) }),
	)
}

// path returns the relationships of the best walk to an episode, from the frontier's end on.
func (f frontier) path(id ID, hops int) []Relationship {
	path := make([]Relationship, hops)
	for hops > 0 {
		w := f[hops][id]
		hops--
		path[hops], id = w.last, w.before
	}
	return path
}

func reversed(path []Relationship) []Relationship {
	slices.Reverse(path)
	return path
}
