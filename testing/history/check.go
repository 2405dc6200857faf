package history

import (
	"fmt"
	"slices"

	"github.com/anishathalye/porcupine"
)

// Check reports the replies that no correct graph can have given.
func Check(events []Event) []error {
	return slices.Concat(checkKeys(events), checkOrder(events), checkEdges(events), checkCycles(events))
}

// checkKeys expects one episode for each key, whichever client asks, and one key and one number for each
// episode.
func checkKeys(events []Event) (wrong []error) {
	byKey, byEpisode, byNumber := map[string]string{}, map[string]string{}, map[int64]string{}
	for _, e := range events {
		if e.Kind != Create {
			continue
		}
		if other := orPut(byKey, e.Key, e.Episode); other != e.Episode {
			wrong = append(wrong, fmt.Errorf("the key %s made %s and %s", e.Key, other, e.Episode))
		}
		if other := orPut(byEpisode, e.Episode, e.Key); other != e.Key {
			wrong = append(wrong, fmt.Errorf("%s was made by the keys %s and %s", e.Episode, other, e.Key))
		}
		if other := orPut(byNumber, e.Number, e.Episode); other != e.Episode {
			wrong = append(wrong, fmt.Errorf("%s and %s have the number %d", other, e.Episode, e.Number))
		}
	}
	return wrong
}

// orPut returns the value of a key, and stores the given value first if there is none.
func orPut[K, V comparable](m map[K]V, key K, value V) V {
	if _, there := m[key]; !there {
		m[key] = value
	}
	return m[key]
}

// register is the state of an episode for updates with expected_updated_at.
type register struct{ value, at string }

// model is the sequential behaviour of such an episode. Its initial value is the one read first.
var model = porcupine.Model{
	Init: func() any { return register{} },
	Step: func(state, input, _ any) (bool, any) {
		s, _ := state.(register)
		e, _ := input.(Event)
		switch {
		case e.Kind == Read && s.at == "":
			return true, register{e.Value, e.Is}
		case e.Kind == Read:
			return s == register{e.Value, e.Is}, s
		case e.Refused:
			return s.at != e.Was, s
		}
		return s.at == e.Was && e.Is > e.Was, register{e.Value, e.Is}
	},
}

// checkOrder expects the reads and updates of each episode to be linearizable: as if each happened at one
// moment between its call and its reply.
func checkOrder(events []Event) (wrong []error) {
	operations := map[string][]porcupine.Operation{}
	for _, e := range events {
		if e.Kind == Read || e.Kind == Update {
			operations[e.Episode] = append(operations[e.Episode], porcupine.Operation{
				ClientId: e.Client, Input: e, Call: e.Began, Return: e.Ended,
			})
		}
	}
	for episode, list := range operations {
		if !porcupine.CheckOperations(model, list) {
			wrong = append(wrong, fmt.Errorf("no order explains the %d reads and updates of %s", len(list), episode))
		}
	}
	return wrong
}

// checkCycles expects no reply with a cycle.
func checkCycles(events []Event) (wrong []error) {
	for _, e := range events {
		if e.Kind == Survey && (e.Cyclic || cyclic(e.Edges)) {
			wrong = append(wrong, fmt.Errorf("client %d saw a cycle between %d and %d: %v", e.Client, e.Began, e.Ended, e.Edges))
		}
	}
	return wrong
}

// cyclic removes nodes without incoming edges until none is left to remove. The rest contains a cycle.
func cyclic(edges []Edge) bool {
	for len(edges) > 0 {
		to := map[string]bool{}
		for _, e := range edges {
			to[e.To] = true
		}
		rest := slices.DeleteFunc(slices.Clone(edges), func(e Edge) bool { return !to[e.From] })
		if len(rest) == len(edges) {
			return true
		}
		edges = rest
	}
	return false
}
