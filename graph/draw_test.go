package graph_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plotline/graph"
	"plotline/graph/render"
	"plotline/internal/fault"
)

// manyEdges returns a part of a graph with n relationships.
func manyEdges(n int) graph.Subgraph {
	part := graph.Subgraph{Nodes: make([]graph.ShownNode, 100), Total: 100}
	for i := range part.Nodes {
		part.Nodes[i].EpisodeID = graph.NewID()
	}
	part.Edges = make([]graph.Relationship, n)
	for i := range part.Edges {
		part.Edges[i] = graph.Relationship{
			From: part.Nodes[i%100].EpisodeID, To: part.Nodes[(i+1+i/100)%100].EpisodeID, Type: graph.RelatedTo,
		}
	}
	return part
}

// TestGraphTooLarge checks that a graph with too many relationships is rejected in every format, before any
// text is made of it.
func TestGraphTooLarge(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.store.part = func(context.Context) graph.Subgraph { return manyEdges(graph.MaxShownEdges + 1) }
	for _, format := range []string{"json", "mermaid", "graphviz", "svg"} {
		w.fails(t, fault.TooLarge, "there are more than 20000 relationships between these 100 episodes; "+
			"ask for less by max_nodes, relationship_types or episode_ids", drawGraph, `{"format": %q}`, format)
	}
	w.store.part = func(context.Context) graph.Subgraph { return manyEdges(graph.MaxShownEdges) }
	w.ok(t, drawGraph, `{"format": "json"}`)
}

// TestSVGTooLarge checks the error for a graph that is too large for SVG: its size, the limit, and what to
// do. The other formats still work.
func TestSVGTooLarge(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.store.part = func(context.Context) graph.Subgraph { return manyEdges(render.MaxSVGEdges + 1) }
	w.fails(t, fault.TooLarge, "a drawing of 100 episodes and 5001 relationships is too large: the limit is 5000 relationships; "+
		"ask for less by max_nodes, relationship_types, episode_ids or depth, or for format mermaid or graphviz",
		drawGraph, `{"format": "svg"}`)
	for _, format := range []string{"json", "mermaid", "graphviz"} {
		w.ok(t, drawGraph, `{"format": %q}`, format)
	}
	w.store.part = func(context.Context) graph.Subgraph {
		part := manyEdges(1)
		part.Nodes[0].Name = strings.Repeat("<", 2<<20) // from another program
		return part
	}
	w.fails(t, fault.TooLarge, "a drawing of 100 episodes and 1 relationships is too large: the limit is 4 MiB; "+
		"ask for less by max_nodes, relationship_types, episode_ids or depth, or for format mermaid or graphviz",
		drawGraph, `{"format": "svg"}`)
}

// TestSVGTimeLimit checks that a drawing that runs out of time is too large, and is not a failure of the
// database.
func TestSVGTimeLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // in a bubble, the time runs out only in the store
		w := newWorld(t)
		w.store.part = func(ctx context.Context) graph.Subgraph {
			<-ctx.Done()
			return manyEdges(7)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := w.DependencyGraph(ctx, by, graph.DependencyGraphInput{Format: graph.FormatSVG, Labels: "plain", MaxNodes: 100})
		failedWith(t, err, fault.TooLarge, "a drawing of 100 episodes and 7 relationships takes longer than a call may; "+
			"ask for less by max_nodes, relationship_types, episode_ids or depth, or for format mermaid or graphviz")
	})
}

// TestSVGConcurrencyLimit checks that one SVG of a workspace is drawn at a time. Other formats do not wait, and a
// waiting caller can cancel.
func TestSVGConcurrencyLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // in a bubble, time passes while a call waits
		w := newWorld(t)
		drawing, goOn, done := make(chan struct{}), make(chan struct{}), make(chan error)
		w.store.part = func(context.Context) graph.Subgraph {
			close(drawing)
			<-goOn
			return manyEdges(7)
		}
		svg := graph.DependencyGraphInput{Format: graph.FormatSVG, Labels: "plain", MaxNodes: 100}
		go func() {
			_, err := w.DependencyGraph(t.Context(), by, svg)
			done <- err
		}()
		<-drawing
		w.store.part = nil
		w.ok(t, drawGraph, `{}`)

		late, cancelLate := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancelLate()
		_, err := w.DependencyGraph(late, by, svg)
		failedWith(t, err, fault.RateLimited, "this call waited too long for other drawings; "+
			"ask again when they are done, or for format mermaid or graphviz")
		gone, leave := context.WithCancel(t.Context())
		leave()
		_, err = w.DependencyGraph(gone, by, svg)
		failedWith(t, err, fault.Cancelled, "Request was aborted")

		close(goOn)
		if err := <-done; err != nil {
			t.Error(err)
		}
		w.ok(t, drawGraph, `{"format": "svg"}`)
	})
}

func failedWith(t *testing.T, err error, code fault.Code, details string) {
	t.Helper()
	if got := fault.From(err); got == nil || got.Code != code || got.Details != details {
		t.Errorf("error %v, want %s: %s", err, code, details)
	}
}
