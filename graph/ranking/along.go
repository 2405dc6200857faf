package ranking

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// Edge is a relationship, as far as scores travel along it.
type Edge struct {
	From, To string
	Type     string
	Strength float64
}

// other is the end that is not id.
func (e Edge) other(id string) string {
	if e.From == id {
		return e.To
	}
	return e.From
}

// Share is what an episode receives along relationships.
type Share struct {
	Sum float64
	// Strongest is the largest part of the sum, and Path the edges by which it came, from the episode that
	// lends to the one that receives.
	Strongest float64
	Source    string
	Path      []Edge
}

// Lend gives each episode a share of the scores of its neighbours: oneHop over one relationship, twoHops over
// two, times the strengths and the weights of the types. An episode with many relationships divides its share
// among them. lenders are ids with their scores; edges are all relationships that are known of the lenders and,
// for a second hop, of their neighbours; depth is 0, 1 or 2 (more is no further, since a share would be lost).
func Lend(lenders map[string]float64, edges []Edge, depth int) map[string]Share {
	near := map[string][]Edge{}
	for _, e := range edges {
		near[e.From] = append(near[e.From], e)
		near[e.To] = append(near[e.To], e)
	}
	shares := map[string]Share{}
	// In a fixed order: sums of floats depend on it.
	for _, id := range slices.Sorted(maps.Keys(lenders)) {
		l := lending{near: near, shares: shares, source: id}
		if depth > 0 {
			l.lend(id, lenders[id]*oneHop, lenders[id]*twoHops, depth, nil)
		}
	}
	return shares
}

// lending is one episode's score on its way.
type lending struct {
	near   map[string][]Edge
	shares map[string]Share
	source string
}

// leastShare is below what the third decimal of a score shows.
const leastShare = 0.0005

func (l lending) lend(at string, here, next float64, depth int, path []Edge) {
	edges := l.near[at]
	if len(edges) > Crowd {
		return
	}
	divided := math.Min(1, fewRelationships/float64(len(edges)))
	for _, e := range edges {
		to := e.other(at)
		if to == l.source || to == at {
			continue
		}
		part := divided * e.Strength * weight(e.Type)
		walked := append(slices.Clip(path), e)
		l.add(to, here*part, walked)
		if len(path) == 0 && depth > 1 && next*part >= leastShare {
			l.lend(to, next*part, 0, depth-1, walked)
		}
	}
}

func (l lending) add(to string, amount float64, path []Edge) {
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

// Standing gives what the episodes around some others, where the caller stands, get of the best score: oneHop
// for a neighbour, twoHops for the next. Those themselves get nothing.
func Standing(at []string, edges []Edge, depth int) map[string]float64 {
	one := make(map[string]float64, len(at))
	for _, id := range at {
		one[id] = 1
	}
	got := map[string]float64{}
	for id, share := range Lend(one, edges, depth) {
		got[id] = math.Min(share.Sum, oneHop)
	}
	for _, id := range at {
		delete(got, id)
	}
	return got
}

// Top keeps the ids with the highest scores.
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
