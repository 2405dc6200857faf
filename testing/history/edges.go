package history

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// lifetime holds the times of a relationship. While it must exist, every read must show it. Before it can
// exist and after it must be gone, no read may show it.
type lifetime struct {
	edge                Edge
	mayBeThere, isThere int64 // when its addition was requested, and when a client first knew of it
	mayBeGone, isGone   int64 // when its removal was requested, and when a client first knew of that
}

// never is later than any time.
const never = math.MaxInt64

// checkEdges expects every read to show the relationships that must exist, and none that cannot.
func checkEdges(events []Event) []error {
	lives, wrong := lifetimesOf(events)
	byFrom := map[string][]string{}
	for id, l := range lives {
		byFrom[l.edge.From] = append(byFrom[l.edge.From], id)
	}
	looks := slices.DeleteFunc(slices.Clone(events), func(e Event) bool { return e.Kind != Look })
	slices.SortFunc(looks, func(a, b Event) int { return cmp.Compare(a.Ended, b.Ended) })
	for _, e := range looks {
		wrong = append(wrong, e.checkDuplicates()...)
		for id, edge := range e.Seen {
			if l := lives[id]; l == nil || l.edge != edge || l.mayBeThere > e.Ended || l.isGone < e.Began {
				wrong = append(wrong, fmt.Errorf("client %d saw %s %v, of which is known %+v", e.Client, id, edge, l))
			}
		}
		for _, id := range byFrom[e.Episode] {
			if _, seen := e.Seen[id]; !seen && lives[id].isThere < e.Began && lives[id].mayBeGone > e.Ended {
				wrong = append(wrong, fmt.Errorf("client %d did not see %s between %d and %d: %+v", e.Client, id, e.Began, e.Ended, *lives[id]))
			}
		}
	}
	return append(wrong, checkTwins(lives)...)
}

// checkDuplicates expects each pair of ends at most once for each type.
func (e Event) checkDuplicates() (wrong []error) {
	ids := map[Edge]string{}
	for id, edge := range e.Seen {
		if other := orPut(ids, edge, id); other != id {
			wrong = append(wrong, fmt.Errorf("client %d saw %v twice: %s and %s", e.Client, edge, other, id))
		}
	}
	return wrong
}

// lifetimesOf collects the times of each relationship from additions, removals and reads.
func lifetimesOf(events []Event) (lives map[string]*lifetime, wrong []error) {
	lives = map[string]*lifetime{}
	for _, e := range events {
		if e.Kind == Add && !e.Refused {
			if lives[e.Relationship] != nil {
				wrong = append(wrong, fmt.Errorf("%s was added twice", e.Relationship))
			}
			lives[e.Relationship] = &lifetime{edge: e.Edge, mayBeThere: e.Began, isThere: e.Ended, mayBeGone: never, isGone: never}
		}
	}
	for _, e := range events {
		if e.Kind == Look {
			for id := range e.Seen { // a client that has read it knows of it, even if the reply to its addition comes later
				if l := lives[id]; l != nil {
					l.isThere = min(l.isThere, e.Ended)
				}
			}
		}
		l := lives[e.Relationship]
		if e.Kind != Remove || l == nil {
			continue
		}
		l.isGone = min(l.isGone, e.Ended)
		if e.Refused {
			continue
		}
		if l.mayBeGone != never {
			wrong = append(wrong, fmt.Errorf("%s was removed twice", e.Relationship))
		}
		l.mayBeGone = e.Began
	}
	for id, l := range lives {
		if l.isGone < l.mayBeGone {
			wrong = append(wrong, fmt.Errorf("%s was gone before anybody removed it: %+v", id, *l))
		}
	}
	return lives, wrong
}

// checkTwins expects no two relationships with equal ends and type at the same time.
func checkTwins(lives map[string]*lifetime) (wrong []error) {
	byEdge := map[Edge][]string{}
	for _, id := range slices.Sorted(maps.Keys(lives)) {
		byEdge[lives[id].edge] = append(byEdge[lives[id].edge], id)
	}
	for edge, ids := range byEdge {
		slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(lives[a].isThere, lives[b].isThere) })
		for i := 1; i < len(ids); i++ {
			if former, next := lives[ids[i-1]], lives[ids[i]]; former.mayBeGone > next.isThere {
				wrong = append(wrong, fmt.Errorf("%v is there twice: %s and %s", edge, ids[i-1], ids[i]))
			}
		}
	}
	return wrong
}
