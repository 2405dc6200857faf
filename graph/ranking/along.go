package ranking

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"plotline/graph/kinds"
)

// Edge is a relationship along which scores travel.
type Edge struct {
	From, To string
	Type     string
	Strength float64
}

// other returns the end that is not id.
func (e Edge) other(id string) string {
	if e.From == id {
		return e.To
	}
	return e.From
}

// Share is the score that an episode receives along relationships.
type Share struct {
	Sum float64
	// Strongest is the largest part of the sum. Path has the edges that it came along, from the lender to the
	// receiver.
	Strongest float64
	Source    string
	Path      []Edge
}

// Around is the graph around the best results.
type Around struct {
	near   map[string][]Edge
	crowds map[string]bool
}

// NewAround returns the graph of edges, which are all relationships of the lenders and of their neighbours. crowds are
// the neighbours with more than MaxLendingDegree relationships, whose edges are not all known.
func NewAround(edges []Edge, crowds map[string]bool) Around {
	near := map[string][]Edge{}
	for _, e := range edges {
		near[e.From] = append(near[e.From], e)
		near[e.To] = append(near[e.To], e)
	}
	return Around{near, crowds}
}

// degree returns the number of relationships of an episode: of a crowd the least that it can have, of an episode two hops
// away those that are known.
func (a Around) degree(id string) int {
	if a.crowds[id] {
		return MaxLendingDegree + 1
	}
	return len(a.near[id])
}

// IsUmbrella reports whether an episode stands for a session, a project or a person rather than for one thing that
// happened: many episodes are part of it or related to it. An episode that causes or precedes many others is none.
func (a Around) IsUmbrella(id string) bool {
	below := 0
	for _, e := range a.near[id] {
		if e.Type == "related_to" || e.Type == "part_of" && e.To == id {
			below++
		}
	}
	return below > fewRelationships || below > 0 && a.crowds[id]
}

// lent returns the part of its share that an episode lends to each of its neighbours.
func (a Around) lent(id string) float64 { return math.Min(1, fewRelationships/float64(a.degree(id))) }

// received returns the part of a share that an episode receives.
func (a Around) received(id string) float64 { return math.Min(1, fewReceived/float64(a.degree(id))) }

// Lend gives each episode a share of the scores of its neighbours: oneHop over one relationship, twoHops over
// two, times the strengths and the weights of the types. An episode with many relationships divides what it lends among
// them, and what it receives: otherwise each result would lend to its session, which would stand above all of them.
// lenders are ids with their scores. depth is 0, 1 or 2. A higher depth has no further effect, because such a share would
// be too small.
func (a Around) Lend(lenders map[string]float64, depth int) map[string]Share {
	shares := map[string]Share{}
	// Sums of floats depend on the order, so it is fixed.
	for _, id := range slices.Sorted(maps.Keys(lenders)) {
		l := lender{Around: a, shares: shares, source: id}
		if depth > 0 {
			l.lend(id, lenders[id]*oneHop, lenders[id]*twoHops, depth, nil)
		}
	}
	return shares
}

// Lent returns the part of the shares that counts, if the best result has this share of the query's words, from 0 to 1.
func Lent(best float64) float64 {
	return min(1, max(leastLent, (1-best)/(1-enough)))
}

// lends returns the part that is lent along a type.
func lends(name string) float64 {
	if kind := kinds.Of(name); kind != nil {
		return kind.Lends
	}
	return 1
}

// lender distributes the score of one episode.
type lender struct {
	Around

	shares map[string]Share
	source string
}

func (l lender) lend(at string, here, next float64, depth int, path []Edge) {
	if l.degree(at) > MaxLendingDegree {
		return
	}
	divided := l.lent(at)
	for _, e := range l.near[at] {
		to := e.other(at)
		if to == l.source || to == at {
			continue
		}
		part := divided * e.Strength * lends(e.Type)
		walked := append(slices.Clip(path), e)
		l.add(to, here*part*l.received(to), walked)
		if len(path) == 0 && depth > 1 && next*part >= leastShare {
			l.lend(to, next*part, 0, depth-1, walked)
		}
	}
}

func (l lender) add(to string, amount float64, path []Edge) {
	if amount <= 0 {
		return
	}
	share := l.shares[to]
	share.Sum += amount
	if amount > share.Strongest {
		share.Strongest, share.Source, share.Path = amount, l.source, path
	}
	l.shares[to] = share
}

// NearBonus returns the bonus of the episodes around those in at, as a share of the best score: oneHop for a
// neighbour, twoHops for the next. Those in at get nothing.
func (a Around) NearBonus(at []string, depth int) map[string]float64 {
	one := make(map[string]float64, len(at))
	for _, id := range at {
		one[id] = 1
	}
	got := map[string]float64{}
	for id, share := range a.Lend(one, depth) {
		got[id] = math.Min(share.Sum, oneHop)
	}
	for _, id := range at {
		delete(got, id)
	}
	return got
}

// Top returns the n ids with the highest scores.
func Top(scores map[string]float64, n int) map[string]float64 {
	ids := slices.SortedFunc(maps.Keys(scores), func(a, b string) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	top := make(map[string]float64, min(n, len(ids)))
	for _, id := range ids[:min(n, len(ids))] {
		top[id] = scores[id]
	}
	return top
}
