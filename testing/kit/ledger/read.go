package ledger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/internal/fault"
	"plotline/testing/kit/apiclient"
)

// found is the stored data with its ids.
type found struct {
	state

	ids     map[string]string
	edgeIDs map[edge]string
}

// read reads all data of the writer, and compares what is stored redundantly: fields, counts.
func (w *Writer) read(ctx context.Context) (found, error) {
	f := found{newState(), map[string]string{}, map[edge]string{}}
	labels, err := w.list(ctx) // by id
	if err != nil {
		return f, err
	}
	counts := map[string]graph.Degrees{}
	for id, label := range labels {
		if _, duplicate := f.ids[label]; duplicate {
			return f, partial("%s is there twice: %s and %s", label, f.ids[label], id)
		}
		f.ids[label] = id
		if f.episodes[label], counts[label], err = w.episode(ctx, label, id); err != nil {
			return f, err
		}
		if err := w.outgoing(ctx, id, labels, f); err != nil {
			return f, err
		}
	}
	for label, got := range counts {
		if want := f.degrees(label); !maps.Equal(got, want) {
			return f, partial("%s counts its relationships as %v, and has %v", label, got, want)
		}
	}
	return f, nil
}

// list returns the labels of the writer's episodes, by id.
func (w *Writer) list(ctx context.Context) (map[string]string, error) {
	var page struct {
		Episodes []struct {
			ID    string `json:"episode_id"`
			Query string `json:"query"`
		} `json:"episodes"`
		Total int `json:"total_count"`
	}
	if err := w.get(ctx, "list_episodes", map[string]any{"tags": []string{w.name}, "limit": 100}, &page); err != nil {
		return nil, err
	}
	labels := map[string]string{}
	for _, e := range page.Episodes {
		words := strings.Fields(e.Query)
		if len(words) != 4 {
			return nil, partial("an episode is called %q", e.Query)
		}
		labels[e.ID] = words[1]
	}
	if len(labels) != page.Total {
		return nil, partial("%d episodes are listed, and counted as %d", len(labels), page.Total)
	}
	return labels, nil
}

func (w *Writer) get(ctx context.Context, useCase string, args map[string]any, out any) error {
	err := apiclient.Call(ctx, w.Client, useCase, args, out)
	var refused *apiclient.RejectedError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused) && refused.Answer.Code == fault.NotFound: // deleted after it was listed
		return partial("%s %v: %v", useCase, args, err)
	}
	return fmt.Errorf("%s %v: %w", useCase, args, err)
}

// episode reads an episode, and checks that all its fields have the same version.
func (w *Writer) episode(ctx context.Context, label, id string) (version int, counts graph.Degrees, err error) {
	var e struct {
		Name, Query, Reflection string
		Reward                  float64
		Tags                    []string
		Metadata                struct{ Version int }
		Counts                  graph.Degrees `json:"relationship_counts"`
	}
	if err := w.get(ctx, "get_episode", map[string]any{"episode_id": id}, &e); err != nil {
		return 0, nil, err
	}
	v := e.Metadata.Version
	if e.Name != name(label, v) || e.Query != query(label, v) || e.Reflection != token(label, v) || e.Reward != reward(v) ||
		!slices.Equal(e.Tags, []string{w.name, token(label, v)}) {
		return v, nil, partial("%s is half changed: %+v", label, e)
	}
	return v, e.Counts, nil
}

// outgoing reads the outgoing relationships of an episode.
func (w *Writer) outgoing(ctx context.Context, id string, labels map[string]string, into found) error {
	var page struct {
		Relationships []struct {
			ID       string
			To       string     `json:"to_episode_id"`
			Kind     graph.Type `json:"relationship_type"`
			Strength float64
			Metadata struct{ Version int }
		}
	}
	if err := w.get(ctx, "get_episode_relationships", map[string]any{"episode_id": id, "direction": "outgoing"}, &page); err != nil {
		return err
	}
	for _, r := range page.Relationships {
		e := edge{labels[id], labels[r.To], r.Kind}
		_, duplicate := into.edges[e]
		if e.to == "" || duplicate || r.Strength != strength(r.Metadata.Version) {
			return partial("%s has the relationship %+v, there already: %t", e.from, r, duplicate)
		}
		into.edges[e], into.edgeIDs[e] = r.Metadata.Version, r.ID
	}
	return nil
}

// checkSearch checks the search index. It must find each episode by its current text, and none by the text
// of a pending change that did not or did take effect.
func (w *Writer) checkSearch(ctx context.Context, there, before, after state) error {
	if err := w.search(ctx, w.name, len(there.episodes)); err != nil {
		return err
	}
	for label, version := range there.episodes {
		if err := w.search(ctx, token(label, version), 1); err != nil {
			return err
		}
	}
	for _, other := range []state{before, after} {
		for label, version := range other.episodes {
			if v, is := there.episodes[label]; is && v == version {
				continue
			}
			if err := w.search(ctx, token(label, version), 0); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *Writer) search(ctx context.Context, word string, want int) error {
	var hits struct{ Count int }
	if err := w.get(ctx, "search_episodes", map[string]any{"query": word}, &hits); err != nil {
		return err
	}
	if hits.Count != want {
		return partial("%d episodes are found by %q, want %d", hits.Count, word, want)
	}
	return nil
}

// CheckGraph is CheckEpisodes for a graph that only settled writers have used.
func CheckGraph(ctx context.Context, client apiclient.Client, writers []*Writer) error {
	want := 0
	for _, w := range writers {
		want += w.Episodes()
	}
	return CheckEpisodes(ctx, client, want)
}

// CheckEpisodes checks that a graph has so many episodes, that their orderings are complete, and that these are acyclic.
func CheckEpisodes(ctx context.Context, client apiclient.Client, want int) error {
	var page struct {
		Total int `json:"total_count"`
	}
	if err := apiclient.Call(ctx, client, "list_episodes", map[string]any{"limit": 1}, &page); err != nil {
		return err
	}
	if page.Total != want {
		return partial("%d episodes are counted, want %d", page.Total, want)
	}
	for _, kind := range []graph.Type{graph.Follows, graph.Causes} {
		var order struct {
			Cyclic bool `json:"has_cycles"`
			Total  int  `json:"total_count"`
		}
		if err := apiclient.Call(ctx, client, "get_topological_order", map[string]any{"relationship_type": string(kind)}, &order); err != nil {
			return err
		}
		if order.Cyclic || order.Total != want {
			return partial("%s has cycles: %t; %d episodes are in it, want %d", kind, order.Cyclic, order.Total, want)
		}
	}
	return nil
}
