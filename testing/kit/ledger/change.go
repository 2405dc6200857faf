package ledger

import (
	"fmt"
	"slices"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/testing/kit/apiclient"
)

// change is a call that writes.
type change struct {
	useCase string
	args    map[string]any
	apply   func(s state)
	again   fault.Code                          // expected on a repetition; "" if that succeeds too
	learn   func(answer apiclient.Answer) error // reads a successful reply; may be nil
}

// on returns the state after the change.
func (c *change) on(s state) state {
	s = s.copy()
	if c.apply != nil {
		c.apply(s)
	}
	return s
}

// Limits of a writer's data, which keep comparisons fast.
const (
	minEpisodes = 4
	maxEpisodes = 9
)

// choose draws a possible change.
func (w *Writer) choose() *change {
	kinds := []func() *change{
		w.create, w.createBatch, w.createAgain, w.add, w.add, w.addList, w.update, w.updateEdge, w.removeEdge, w.deleteEpisode,
	}
	for {
		if c := kinds[w.random.IntN(len(kinds))](); c != nil {
			return c
		}
	}
}

func (w *Writer) label() string {
	w.next++
	return fmt.Sprintf("%sx%d", w.name, w.next)
}

// randomKey draws a key of a map, or returns false if it is empty. It sorts the keys, so that a run is
// repeatable.
func randomKey[K comparable, V any](w *Writer, from map[K]V, compare func(a, b K) int) (key K, is bool) {
	keys := make([]K, 0, len(from))
	for k := range from {
		keys = append(keys, k)
	}
	if len(keys) == 0 {
		return key, false
	}
	slices.SortFunc(keys, compare)
	return keys[w.random.IntN(len(keys))], true
}

func (w *Writer) create() *change {
	if len(w.holds.episodes) >= maxEpisodes {
		return nil
	}
	label := w.label()
	return &change{
		useCase: "create_episode", args: w.created(label),
		apply: func(s state) { s.episodes[label] = 0 },
		learn: func(answer apiclient.Answer) error { return w.learnEpisode(label, answer) },
	}
}

// createAgain repeats a creation that was acknowledged long ago.
func (w *Writer) createAgain() *change {
	label, is := w.oneEpisode()
	if !is {
		return nil
	}
	known := w.ids[label]
	return &change{
		useCase: "create_episode", args: w.created(label),
		learn: func(answer apiclient.Answer) error {
			if err := w.learnEpisode(label, answer); err != nil || w.ids[label] == known {
				return err
			}
			return fmt.Errorf("the key of %s made %s, and then %s", label, known, w.ids[label])
		},
	}
}

func (w *Writer) learnEpisode(label string, answer apiclient.Answer) error {
	var made struct {
		ID string `json:"episode_id"`
	}
	err := answer.Into(&made)
	w.ids[label] = made.ID
	return err
}

// createBatch creates a chain of episodes that an earlier one causes.
func (w *Writer) createBatch() *change {
	size := 2 + w.random.IntN(3)
	if len(w.holds.episodes)+size > maxEpisodes {
		return nil
	}
	labels, items, links, edges := make([]string, size), make([]any, size), []any{}, []edge{}
	link := func(from, to string, e edge) {
		edges = append(edges, e)
		links = append(links, map[string]any{
			"from": from, "to": to, "relationship_type": string(e.kind), "strength": strength(0), "metadata": metadata(0),
		})
	}
	cause, has := w.oneEpisode()
	for i := range size {
		labels[i] = w.label()
		items[i] = w.created(labels[i])
		if i > 0 {
			link(fmt.Sprint("#", i-1), fmt.Sprint("#", i), edge{labels[i-1], labels[i], graph.Follows})
		}
	}
	if has {
		link(w.ids[cause], "#0", edge{cause, labels[0], graph.Causes})
	}
	return &change{
		useCase: "create_episodes", args: map[string]any{"episodes": items, "relationships": links},
		apply: func(s state) {
			for _, label := range labels {
				s.episodes[label] = 0
			}
			enter(s, edges)
		},
		learn: func(answer apiclient.Answer) error { return w.learnBatch(labels, edges, answer) },
	}
}

func enter(s state, edges []edge) {
	for _, e := range edges {
		s.edges[e] = 0
	}
}

func (w *Writer) learnBatch(labels []string, edges []edge, answer apiclient.Answer) error {
	var made struct {
		Episodes []struct {
			ID string `json:"episode_id"`
		} `json:"episodes"`
	}
	if err := answer.Into(&made); err != nil {
		return err
	}
	if len(made.Episodes) != len(labels) {
		return fmt.Errorf("%d episodes of %d", len(made.Episodes), len(labels))
	}
	for i, label := range labels {
		w.ids[label] = made.Episodes[i].ID
	}
	return w.learnEdges(edges, answer)
}

func (w *Writer) learnEdges(edges []edge, answer apiclient.Answer) error {
	var added struct {
		Relationships []struct {
			ID string `json:"relationship_id"`
		} `json:"relationships"`
	}
	if err := answer.Into(&added); err != nil {
		return err
	}
	if len(added.Relationships) != len(edges) {
		return fmt.Errorf("%d relationships of %d", len(added.Relationships), len(edges))
	}
	for i, e := range edges {
		w.edges[e] = added.Relationships[i].ID
	}
	return nil
}
