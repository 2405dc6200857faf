package graph

import (
	"context"

	"plotline/graph/render"
	"plotline/internal/audit"
	"plotline/internal/fault"
)

// These are the formats of a dependency graph.
const (
	FormatJSON     = "json"
	FormatGraphViz = "graphviz"
	FormatMermaid  = "mermaid"
	FormatSVG      = "svg"
)

// labelsReadable are labels of a drawing that show types in words, and the reward below the name. Plain ones,
// the default, are the stored names and types. The svg format shows all of this with both, and json adds the
// rewards.
const labelsReadable = "readable"

// MaxShownEdges bounds the relationships of one dependency graph, in any format. 500 episodes may have more
// than a million between them.
const MaxShownEdges = 20_000

// DependencyGraphInput asks for a part of the graph.
type DependencyGraphInput struct {
	EpisodeIDs        []EpisodeRef `json:"episode_ids,omitempty" maxItems:"1000" doc:"Default: the newest"`
	RelationshipTypes []Type       `json:"relationship_types,omitempty" enum:"*" doc:"Default: all"`
	Format            string       `json:"format,omitempty" enum:"json,graphviz,mermaid,svg" default:"json"`
	MaxNodes          int          `json:"max_nodes,omitempty" minimum:"1" maximum:"500" default:"100"`
	Depth             int          `json:"depth,omitempty" minimum:"0" maximum:"5" default:"0" doc:"Also episodes up to this many hops away"`
	Labels            string       `json:"labels,omitempty" enum:"plain,readable" default:"plain" doc:"readable: types in words, and rewards"`
}

// DependencyGraphOutput holds nodes and edges for json, and otherwise the text of the drawing in Graph.
type DependencyGraphOutput struct {
	Nodes      []NodeOutput `json:"nodes,omitzero" doc:"Newest first"`
	Edges      []EdgeOutput `json:"edges,omitzero" doc:"Sorted by created_at, then id"`
	Format     string       `json:"format"`
	Graph      string       `json:"graph,omitempty" doc:"The drawing, unless format is json"`
	Truncated  bool         `json:"truncated" doc:"Whether max_nodes left out episodes"`
	TotalNodes int          `json:"total_nodes" doc:"Number of episodes before max_nodes was applied"`
}

// NodeOutput is an episode in a graph.
type NodeOutput struct {
	ID        ID     `json:"id" format:"uuid"`
	Label     string `json:"label"`
	CreatedAt Time   `json:"created_at" format:"date-time"`
	Serial    int64  `json:"serial" doc:"Serial number"`

	Reward *float64 `json:"reward,omitempty" doc:"With labels readable"`
}

// EdgeOutput is a relationship in a graph.
type EdgeOutput struct {
	From     ID      `json:"from"`
	To       ID      `json:"to"`
	Type     Type    `json:"type"`
	Strength float64 `json:"strength"`
}

// Text returns the drawing itself, which replaces JSON on a transport that can carry only text.
func (o DependencyGraphOutput) Text() (string, bool) { return o.Graph, o.Format != FormatJSON }

// DependencyGraph returns a part of the graph as JSON, GraphViz, Mermaid or SVG.
func (s *Service) DependencyGraph(
	ctx context.Context, by audit.Caller, in DependencyGraphInput,
) (DependencyGraphOutput, error) {
	return withEpisodes(ctx, s, by, opDependencyGraph, in, in.EpisodeIDs, func(ctx context.Context, named resolved) (DependencyGraphOutput, error) {
		if in.Format == FormatSVG {
			leave, err := s.acquireDrawing(ctx, by.Workspace)
			if err != nil {
				return DependencyGraphOutput{}, err
			}
			defer leave()
		}
		part, err := s.store.Subgraph(ctx, by.Workspace, SubgraphQuery{
			IDs: named.ids(in.EpisodeIDs), Types: unique(in.RelationshipTypes), MaxNodes: in.MaxNodes, Depth: in.Depth,
			MaxEdges: MaxShownEdges + 1,
		})
		if err != nil {
			return DependencyGraphOutput{}, named.verdict(err)
		}
		if len(part.Edges) > MaxShownEdges {
			return DependencyGraphOutput{}, fault.Newf(fault.TooLarge,
				"there are more than %d relationships between these %d episodes; ask for less by max_nodes, relationship_types or episode_ids",
				MaxShownEdges, len(part.Nodes))
		}
		out := DependencyGraphOutput{
			Format: in.Format, Truncated: part.Total > len(part.Nodes), TotalNodes: part.Total,
		}
		return out.filled(ctx, part, in.Labels)
	})
}

// filled adds the graph in the format o.Format.
func (o DependencyGraphOutput) filled(ctx context.Context, part Subgraph, labels string) (_ DependencyGraphOutput, err error) {
	switch o.Format {
	case FormatGraphViz:
		o.Graph = render.GraphViz(labelled(part, labels))
	case FormatMermaid:
		o.Graph = render.Mermaid(labelled(part, labels))
	case FormatSVG:
		o.Graph, err = drawSVG(ctx, part)
	default:
		o.Nodes, o.Edges = graphJSON(part, labels)
	}
	return o, err
}

func graphJSON(part Subgraph, labels string) ([]NodeOutput, []EdgeOutput) {
	nodes := make([]NodeOutput, len(part.Nodes))
	for i, n := range part.Nodes {
		nodes[i] = NodeOutput{ID: n.EpisodeID, Label: n.Name, CreatedAt: n.CreatedAt, Serial: n.ID}
		if labels == labelsReadable {
			nodes[i].Reward = &part.Nodes[i].Reward
		}
	}
	edges := make([]EdgeOutput, len(part.Edges))
	for i, e := range part.Edges {
		edges[i] = EdgeOutput{e.From, e.To, e.Type, e.Strength}
	}
	return nodes, edges
}

// unique removes duplicates and keeps the order.
func unique[T comparable](list []T) []T {
	seen := make(map[T]bool, len(list))
	var once []T
	for _, item := range list {
		if !seen[item] {
			seen[item] = true
			once = append(once, item)
		}
	}
	return once
}
