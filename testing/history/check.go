package history

import (
	"fmt"
	"slices"

	"github.com/anishathalye/porcupine"
)

// Check gives what no sound graph can have answered.
func Check(events []Event) []error {
	return slices.Concat(checkKeys(events), checkOrder(events), checkEdges(events), checkCycles(events))
}

// checkKeys wants one episode for a key, whoever asks, and one key and one number for an episode.
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

// orPut gives what stands under a key, and puts the value there first where nothing does.
func orPut[K, V comparable](m map[K]V, key K, value V) V {
	if _, there := m[key]; !there {
		m[key] = value
	}
	return m[key]
}

// register is an episode as far as updates with expected_updated_at are concerned.
type register struct{ value, at string }

// model is what such an episode does, one call after the other. What it held at first is what is read
// first.
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

// checkOrder wants reads and updates of each episode to be as if they came one after the other, each at
// one moment between its call and its answer.
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

// checkCycles wants no answer with a cycle in it.
func checkCycles(events []Event) (wrong []error) {
	for _, e := range events {
		if e.Kind == Survey && (e.Cyclic || cyclic(e.Edges)) {
			wrong = append(wrong, fmt.Errorf("client %d saw a cycle between %d and %d: %v", e.Client, e.Began, e.Ended, e.Edges))
		}
	}
	return wrong
}

// cyclic takes away what nothing points to until nothing is left; a cycle is.
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
