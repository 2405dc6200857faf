package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/testing/kit/apiclient"
)

func (w *Writer) oneEpisode() (label string, is bool) {
	return randomKey(w, w.holds.episodes, strings.Compare)
}

func (w *Writer) oneEdge() (e edge, is bool) {
	return randomKey(w, w.holds.edges, func(a, b edge) int {
		return cmp.Or(strings.Compare(a.from, b.from), strings.Compare(a.to, b.to), strings.Compare(string(a.kind), string(b.kind)))
	})
}

// free draws a relationship that does not exist and closes no cycle: it leads from an older episode to a
// newer.
func (w *Writer) free(but []edge) (e edge, is bool) {
	for range 20 {
		from, _ := w.oneEpisode()
		to, _ := w.oneEpisode()
		if number(from) > number(to) {
			from, to = to, from
		}
		e = edge{from, to, graph.Types()[w.random.IntN(6)]}
		if _, taken := w.holds.edges[e]; from != to && !taken && !slices.Contains(but, e) {
			return e, true
		}
	}
	return e, false
}

// number returns the position of an episode in the order of creation.
func number(label string) (n int) {
	_, digits, _ := strings.Cut(label, "x")
	_, _ = fmt.Sscan(digits, &n) // the label has this form
	return n
}

func (w *Writer) edgeArgs(e edge) map[string]any {
	return map[string]any{
		"from_episode_id": w.ids[e.from], "to_episode_id": w.ids[e.to], "relationship_type": string(e.kind),
		"strength": strength(0), "metadata": metadata(0),
	}
}

func (w *Writer) add() *change {
	e, is := w.free(nil)
	if !is {
		return nil
	}
	return &change{
		useCase: "add_episode_relationship", args: w.edgeArgs(e), again: fault.AlreadyExists,
		apply: func(s state) { s.edges[e] = 0 },
		learn: func(answer apiclient.Answer) error {
			var added struct {
				ID string `json:"relationship_id"`
			}
			err := answer.Into(&added)
			w.edges[e] = added.ID
			return err
		},
	}
}

func (w *Writer) addList() *change {
	var edges []edge
	items := []any{}
	for range 2 + w.random.IntN(4) {
		if e, is := w.free(edges); is {
			edges = append(edges, e)
			items = append(items, w.edgeArgs(e))
		}
	}
	if len(edges) < 2 {
		return nil
	}
	return &change{
		useCase: "add_episode_relationships", args: map[string]any{"relationships": items}, again: fault.AlreadyExists,
		apply: func(s state) { enter(s, edges) },
		learn: func(answer apiclient.Answer) error { return w.learnEdges(edges, answer) },
	}
}

func (w *Writer) update() *change {
	label, is := w.oneEpisode()
	if !is {
		return nil
	}
	version := w.holds.episodes[label] + 1
	args := w.episodeArgs(label, version)
	args["episode_id"] = w.ids[label]
	return &change{useCase: "update_episode", args: args, apply: func(s state) { s.episodes[label] = version }}
}

func (w *Writer) updateEdge() *change {
	e, is := w.oneEdge()
	if !is {
		return nil
	}
	version := w.holds.edges[e] + 1
	return &change{
		useCase: "update_episode_relationship",
		args:    map[string]any{"relationship_id": w.edges[e], "strength": strength(version), "metadata": metadata(version)},
		apply:   func(s state) { s.edges[e] = version },
	}
}

func (w *Writer) removeEdge() *change {
	e, is := w.oneEdge()
	if !is {
		return nil
	}
	return &change{
		useCase: "remove_episode_relationship", args: map[string]any{"relationship_id": w.edges[e]}, again: fault.NotFound,
		apply: func(s state) { delete(s.edges, e) },
	}
}

func (w *Writer) deleteEpisode() *change {
	label, _ := w.oneEpisode()
	if len(w.holds.episodes) <= minEpisodes {
		return nil
	}
	edges := w.holds.copy().remove(label)
	return &change{
		useCase: "delete_episode", args: map[string]any{"episode_id": w.ids[label]}, again: fault.NotFound,
		apply: func(s state) { s.remove(label) },
		learn: func(answer apiclient.Answer) error {
			var gone struct {
				Edges int `json:"deleted_relationships"`
			}
			if err := answer.Into(&gone); err != nil || gone.Edges == edges {
				return err
			}
			return errors.New(label + " took other relationships along than it had: " + fmt.Sprint(gone.Edges, ", not ", edges))
		},
	}
}
