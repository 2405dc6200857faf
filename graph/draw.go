package graph

import (
	"context"
	"errors"
	"strconv"

	"plotline/graph/render"
	"plotline/internal/fault"
)

// howToNarrow tells a caller how to ask for less, or for a format without these limits.
const howToNarrow = "ask for less by max_nodes, relationship_types, episode_ids or depth, or for format mermaid or graphviz"

func drawing(part Subgraph) render.Graph {
	index := make(map[ID]int, len(part.Nodes))
	g := render.Graph{Nodes: make([]render.Node, len(part.Nodes)), Edges: make([]render.Edge, len(part.Edges))}
	for i, n := range part.Nodes {
		index[n.EpisodeID] = i
		g.Nodes[i] = render.Node{Label: n.Name, Reward: n.Reward}
	}
	for i, e := range part.Edges {
		g.Edges[i] = render.Edge{From: index[e.From], To: index[e.To], Type: string(e.Type), Strength: e.Strength}
	}
	return g
}

// labelled returns the drawing with the labels that the caller asked for.
func labelled(part Subgraph, labels string) render.Graph {
	if labels == labelsReadable {
		return drawing(part).Readable()
	}
	return drawing(part)
}

// acquireDrawing waits until a drawing may start. Few run at once, and only one of each workspace and of each credential,
// so that many readers of one workspace do not delay the others.
func (s *Service) acquireDrawing(ctx context.Context, workspace string) (leave func(), err error) {
	return s.drawings.EnterFor(ctx, workspace, "drawings", "ask again when they are done, or for format mermaid or graphviz")
}

func drawSVG(ctx context.Context, part Subgraph) (string, error) {
	svg, err := render.SVG(ctx, drawing(part))
	var large *render.TooLargeError
	switch {
	case errors.As(err, &large):
		return "", fault.Newf(fault.TooLarge, "a drawing of %d episodes and %d relationships is too large: the limit is %s; %s",
			large.Nodes, large.Edges, limitOf(large), howToNarrow).Because(err)
	case errors.Is(err, context.DeadlineExceeded):
		return "", fault.Newf(fault.TooLarge, "a drawing of %d episodes and %d relationships takes longer than a call may; %s",
			len(part.Nodes), len(part.Edges), howToNarrow).Because(err)
	}
	return string(svg), err
}

// limitOf describes the limit that a drawing exceeds.
func limitOf(large *render.TooLargeError) string {
	switch large.What {
	case render.Bytes:
		return strconv.Itoa(large.Limit>>20) + " MiB"
	case render.Edges:
		return strconv.Itoa(large.Limit) + " relationships"
	}
	return strconv.Itoa(large.Limit) + " episodes"
}
