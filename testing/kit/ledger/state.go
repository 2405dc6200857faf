package ledger

import (
	"fmt"
	"maps"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
)

// state is a writer's data: the version of each episode, by label, and of each relationship. Every field of
// an episode contains its version, so that a partial change is detected.
type state struct {
	episodes map[string]int
	edges    map[edge]int
}

// edge is a relationship, by the labels of its ends.
type edge struct {
	from, to string
	kind     graph.Type
}

func newState() state { return state{map[string]int{}, map[edge]int{}} }

func (s state) copy() state { return state{maps.Clone(s.episodes), maps.Clone(s.edges)} }

func (s state) equal(o state) bool {
	return maps.Equal(s.episodes, o.episodes) && maps.Equal(s.edges, o.edges)
}

// remove removes an episode with its relationships, and returns their number.
func (s state) remove(label string) (edges int) {
	delete(s.episodes, label)
	for e := range s.edges {
		if e.from == label || e.to == label {
			delete(s.edges, e)
			edges++
		}
	}
	return edges
}

// degrees counts the relationships of an episode as get_episode does.
func (s state) degrees(label string) graph.Degrees {
	counts := graph.Degrees{}
	for e := range s.edges {
		d := counts[e.kind]
		if e.from == label {
			d.Outgoing++
		}
		if e.to == label {
			d.Incoming++
		}
		if d != (graph.Degree{}) {
			counts[e.kind] = d
		}
	}
	return counts
}

// checkOneOf expects one of two states.
func (s state) checkOneOf(before, after state) error {
	if s.equal(before) || s.equal(after) {
		return nil
	}
	options := cmp.AllowUnexported(state{}, edge{})
	return partial("neither as acknowledged nor with the pending change\nacknowledged (-), there (+):\n%s\nwith the change (-), there (+):\n%s",
		cmp.Diff(before, s, options), cmp.Diff(after, s, options))
}

// The content of episodes and relationships at a version.

func name(label string, version int) string { return fmt.Sprintf("%s at version %d", label, version) }

func query(label string, version int) string { return fmt.Sprintf("Did %s %d hold?", label, version) }

// token returns a word that is unique to an episode and a version.
func token(label string, version int) string { return fmt.Sprintf("%sv%d", label, version) }

func reward(version int) float64 { return float64(version%9)/4 - 1 }

func strength(version int) float64 { return float64(version%8+1) / 8 }

func metadata(version int) map[string]any { return map[string]any{"version": version} }

// episodeArgs returns all fields of an episode.
func (w *Writer) episodeArgs(label string, version int) map[string]any {
	return map[string]any{
		"name": name(label, version), "query": query(label, version), "reflection": token(label, version),
		"reward": reward(version), "tags": []string{w.name, token(label, version)}, "metadata": metadata(version),
	}
}

// created returns the arguments of a new episode. A repetition sends the same.
func (w *Writer) created(label string) map[string]any {
	args := w.episodeArgs(label, 0)
	args["idempotency_key"] = label
	return args
}
