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

// A value of another type than the statement promises is an error of ours, wherever it stands.
func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	episode := func(r *row) (graph.Episode, error) { return decodeEpisode(r.of("e")), nil }
	for name, value := range map[string]any{
		"no map":        "text",
		"name":          map[string]any{"name": int64(1)},
		"number":        map[string]any{"id": "1"},
		"reward":        map[string]any{"reward": "much"},
		"tags":          map[string]any{"tags": "a"},
		"one tag":       map[string]any{"tags": []any{"a", int64(2)}},
		"a later field": map[string]any{"name": "n", "updated_at": 1.5},
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

// Null and absent are zero values, and whole numbers are numbers.
func TestDecodeLenient(t *testing.T) {
	t.Parallel()
	got, err := decodeRow(record(map[string]any{"e": map[string]any{"name": nil, "reward": int64(1), "tags": []any{}}}),
		nil, func(r *row) (graph.Episode, error) { return decodeEpisode(r.of("e")), nil })
	ok(t, err)
	if d := cmp.Diff(graph.Episode{Reward: 1}, got); d != "" {
		t.Error(d)
	}
	short, err := decodeRow(record(map[string]any{"found": []any{[]any{"id"}}}), nil,
		func(r *row) ([]graph.RelatedEpisode, error) {
			return tuples(r.fields, "found", relatedFields, decodeRelated), nil
		})
	ok(t, err)
	if d := cmp.Diff([]graph.RelatedEpisode{{EpisodeID: "id", Path: []graph.ID{}}}, short); d != "" {
		t.Error(d)
	}
}

// Edges of episodes that came after the others were read are left out.
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
