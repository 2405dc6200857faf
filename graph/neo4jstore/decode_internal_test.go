package neo4jstore

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
)

func record(values map[string]any) *neo4j.Record {
	r := &neo4j.Record{}
	for key, value := range values {
		r.Keys, r.Values = append(r.Keys, key), append(r.Values, value)
	}
	return r
}

// TestDecodeRefuses checks that a value of another type than the statement promises is an error, wherever it is.
func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	episode := func(r *row) (graph.Episode, error) { return decodeEpisode(r.of("e")), nil }
	for name, value := range map[string]any{
		"no map":        "text",
		"id":            map[string]any{"episode_id": int64(1)},
		"number":        map[string]any{"episode_id": "a", "id": "1"},
		"reward":        map[string]any{"episode_id": "a", "reward": "much"},
		"tags":          map[string]any{"episode_id": "a", "tags": "a"},
		"one tag":       map[string]any{"episode_id": "a", "tags": []any{"a", int64(2)}},
		"a later field": map[string]any{"episode_id": "a", "updated_at": 1.5},
	} {
		if _, err := decodeRow(record(map[string]any{"e": value}), nil, episode); !errors.Is(err, errDecode) {
			t.Errorf("%s: got %v, want an unexpected answer", name, err)
		}
	}
	hits := func(r *row) ([]graph.RelatedEpisode, error) {
		return tuples(r.fields, "found", relatedFields, decodeRelated), nil
	}
	if _, err := decodeRow(record(map[string]any{"found": []any{"x"}}), nil, hits); !errors.Is(err, errDecode) {
		t.Errorf("a tuple that is none: %v", err)
	}
}

// TestDecodeLenient checks that null and absent values are zero values, and that integers are numbers.
func TestDecodeLenient(t *testing.T) {
	t.Parallel()
	got, err := decodeRow(record(map[string]any{"e": map[string]any{"episode_id": "a", "name": nil, "reward": int64(1), "tags": []any{}}}),
		nil, func(r *row) (graph.Episode, error) { return decodeEpisode(r.of("e")), nil })
	ok(t, err)
	if d := cmp.Diff(graph.Episode{EpisodeID: "a", Reward: 1}, got); d != "" {
		t.Error(d)
	}
}

// TestDecodeVanished checks that a null for a required value is errVanished, because a deletion during the read is
// the cause.
func TestDecodeVanished(t *testing.T) {
	t.Parallel()
	gone := map[string]any{"name": nil, "episode_id": nil, "id": nil, "from": "a", "to": "b"}
	for name, decode := range map[string]func(*row) error{
		"episode":      func(r *row) error { decodeEpisode(r.of("gone")); return nil },
		"node":         func(r *row) error { decodeNode(r.of("gone")); return nil },
		"relationship": func(r *row) error { decodeRelationship(r.of("gone")); return nil },
		"short path":   func(r *row) error { tuples(r.fields, "found", relatedFields, decodeRelated); return nil },
		"projection":   func(r *row) error { return second(decodeProjection(r)) },
	} {
		_, err := decodeRow(record(map[string]any{
			"gone": gone, "found": []any{[]any{"id", "name", int64(2), []any{"r"}, 0.5}},
			"numbers": []any{int64(1), int64(2)}, "episode_ids": []any{"a", "b"}, "names": []any{"A"}, "times": []any{int64(1)},
		}), nil, func(r *row) (struct{}, error) { return struct{}{}, decode(r) })
		if !errors.Is(err, errVanished) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestDecodeProjection checks that edges of episodes created after the nodes were read are left out.
func TestDecodeProjection(t *testing.T) {
	t.Parallel()
	got, err := decodeRow(record(map[string]any{
		"numbers": []any{int64(7), int64(9)}, "episode_ids": []any{"a", "b"}, "names": []any{"A", "B"},
		"times": []any{int64(1), int64(2)},
		"froms": []any{int64(9), int64(7), int64(10)}, "tos": []any{int64(7), int64(10), int64(9)},
	}), nil, decodeProjection)
	ok(t, err)
	want := graph.Projection{
		Nodes: []graph.Node{{EpisodeID: "a", ID: 7, Name: "A", CreatedAt: 1}, {EpisodeID: "b", ID: 9, Name: "B", CreatedAt: 2}},
		Edges: [][2]int32{{1, 0}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
