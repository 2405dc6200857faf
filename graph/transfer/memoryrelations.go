package transfer

import (
	"strings"

	"plotline/graph"
)

// link converts the relations to relationships. It counts those with a missing entity and those of an entity
// with itself.
func (m *memory) link() (dangling int) {
	for _, r := range m.waiting {
		_, from := m.places[r.From]
		_, to := m.places[r.To]
		switch {
		case !from || !to:
			dangling++
		case r.From == r.To: // an episode cannot have a relationship with itself
			dangling++
		default:
			m.relate(r)
		}
	}
	return dangling
}

// relate stores a relation as a relationship of the type that its name implies. It uses related_to if there
// is none or if the relationship would close a cycle of that type. Relations between the same two entities
// that map to the same type share one relationship.
func (m *memory) relate(r relation) {
	as := pair{r.From, r.To, graph.RelatedTo}
	if mapped, known := relationTypes[strings.ToLower(strings.Join(strings.FieldsFunc(r.RelationType, notLetter), "_"))]; known {
		meant := pair{r.From, r.To, mapped.kind}
		if mapped.reversed {
			meant.from, meant.to = r.To, r.From
		}
		if !mapped.kind.Ordering() || !m.leads(mapped.kind, meant.to, meant.from) {
			as = meant
		}
	}
	if at, there := m.pairs[as]; there {
		m.related[at].names = append(m.related[at].names, r.RelationType)
		return
	}
	if as.kind.Ordering() {
		if m.successors[as.kind] == nil {
			m.successors[as.kind] = map[string][]string{}
		}
		m.successors[as.kind][as.from] = append(m.successors[as.kind][as.from], as.to)
	}
	m.pairs[as] = len(m.related)
	m.related = append(m.related, relationAs{as, []string{r.RelationType}, r.line})
}

func notLetter(r rune) bool { return r == ' ' || r == '_' || r == '-' }

// leads reports whether relationships of a type lead from one entity to another.
func (m *memory) leads(t graph.Type, from, to string) bool {
	seen := map[string]bool{from: true}
	for next := []string{from}; len(next) > 0; {
		here := next[len(next)-1]
		next = next[:len(next)-1]
		if here == to {
			return true
		}
		for _, there := range m.successors[t][here] {
			if !seen[there] {
				seen[there] = true
				next = append(next, there)
			}
		}
	}
	return false
}

// meaning is a relationship type, and whether the relation points in the opposite direction.
type meaning struct {
	kind     graph.Type
	reversed bool
}

// relationTypes maps names of relations to the six types. "A follows B" means that A comes after B, so it
// points against the type follows.
var relationTypes = map[string]meaning{
	"follows": {graph.Follows, true}, "comes_after": {graph.Follows, true}, "succeeds": {graph.Follows, true},
	"precedes": {graph.Follows, false}, "comes_before": {graph.Follows, false}, "is_followed_by": {graph.Follows, false},
	"followed_by": {graph.Follows, false},
	"causes":      {graph.Causes, false}, "caused": {graph.Causes, false}, "leads_to": {graph.Causes, false},
	"caused_by": {graph.Causes, true}, "is_caused_by": {graph.Causes, true},
	"part_of": {graph.PartOf, false}, "is_part_of": {graph.PartOf, false}, "belongs_to": {graph.PartOf, false},
	"has_part": {graph.PartOf, true}, "contains": {graph.PartOf, true},
	"contradicts": {graph.Contradicts, false}, "is_contradicted_by": {graph.Contradicts, true},
	"refines": {graph.Refines, false}, "is_refined_by": {graph.Refines, true},
}
