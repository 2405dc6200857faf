package graph

import (
	"cmp"
	"slices"
)

// NeighbourhoodOf reads a Neighbourhood with two calls of adjacent, which does what TraversalStore.Adjacent does for these
// types. It may do so for some of the ids alone, and returns for which. It reads no tags.
func NeighbourhoodOf(q NeighbourhoodQuery, adjacent func(ids []ID) ([]ID, []Relationship, error)) (Neighbourhood, error) {
	out := Neighbourhood{Near: []Relationship{}, Far: []Relationship{}, Crowds: []ID{}, Tags: map[ID][]string{}}
	read, near, err := adjacent(q.IDs)
	if err != nil {
		return out, err
	}
	for i := range near {
		near[i].CreatedAt = 0
	}
	slices.SortFunc(near, func(a, b Relationship) int { return cmp.Compare(a.ID, b.ID) })
	out.Near = near
	seen, known := map[ID]bool{}, map[ID]bool{}
	for _, id := range read {
		seen[id] = true
	}
	var next []ID
	for _, r := range near {
		known[r.ID] = true
		for _, end := range []ID{r.From, r.To} {
			if !seen[end] && len(next) < q.MaxNeighbours {
				seen[end] = true
				next = append(next, end)
			}
		}
	}
	if len(next) == 0 {
		return out, nil
	}
	read, far, err := adjacent(next)
	if err != nil {
		return out, err
	}
	crowds := map[ID]bool{} // their relationships are left out, also those that led to them
	for _, id := range read {
		crowds[id] = true
	}
	for _, r := range far {
		if known[r.ID] {
			delete(crowds, r.From)
			delete(crowds, r.To)
			continue
		}
		r.CreatedAt = 0
		out.Far = append(out.Far, r)
	}
	for _, id := range read {
		if crowds[id] {
			out.Crowds = append(out.Crowds, id)
		}
	}
	return out, nil
}
