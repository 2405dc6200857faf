package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"plotline/graph"
)

type graphCommand struct {
	Show  graphShow  `cmd:"" default:"withargs" help:"Draw the newest episodes, or those named."`
	Order graphOrder `cmd:"" help:"List episodes so that each comes after what it depends on."`
}

type graphShow struct {
	auditSettings
	Episodes []graph.ID   `arg:"" optional:"" help:"Episode ids; the newest episodes when absent."`
	Format   string       `enum:"mermaid,graphviz,svg,json" default:"mermaid" help:"mermaid, graphviz, svg or json."`
	JSON     bool         `name:"json" help:"Short for --format=json."`
	Type     []graph.Type `help:"Only relationships of these types."`
	MaxNodes int          `default:"100" help:"Episodes at most (1–500)."`
	Depth    int          `help:"Grow the episodes named by this many hops (0–5)."`
}

// Run draws a part of the graph.
func (c *graphShow) Run(ctx context.Context, s *settings, std streams) error {
	p, err := s.open(std, "command", c.auditSettings)
	if err != nil {
		return err
	}
	defer p.close()
	if c.JSON {
		c.Format = graph.FormatJSON
	}
	out, err := p.service.DependencyGraph(ctx, p.caller, graph.DependencyGraphInput{
		EpisodeIDs: c.Episodes, RelationshipTypes: c.Type, Format: c.Format, MaxNodes: c.MaxNodes, Depth: c.Depth,
	})
	if err != nil {
		return err
	}
	if out.TotalNodes == 0 {
		s.sayEmpty(std)
	}
	if text, ok := out.Text(); ok {
		_, err = io.WriteString(std.out, text)
		return err
	}
	return printJSON(std.out, out)
}

type graphOrder struct {
	auditSettings
	Episodes []graph.ID `arg:"" optional:"" help:"Episode ids; every episode when absent."`
	Type     graph.Type `enum:"follows,causes" default:"follows" help:"follows or causes."`
	Newest   int        `help:"Only so many of the newest episodes (1–500)."`
	Limit    int        `help:"Lines at most."`
	Offset   int        `help:"Episodes to skip."`
	JSON     bool       `name:"json" help:"Print JSON in place of a table."`
}

// Run lists a topological order.
func (c *graphOrder) Run(ctx context.Context, s *settings, std streams) error {
	p, err := s.open(std, "command", c.auditSettings)
	if err != nil {
		return err
	}
	defer p.close()
	if c.Newest > 0 && len(c.Episodes) == 0 {
		if c.Episodes, err = newest(ctx, p, c.Newest); err != nil {
			return err
		}
	}
	out, err := p.service.TopologicalOrder(ctx, p.caller, graph.TopologicalOrderInput{
		EpisodeIDs: c.Episodes, RelationshipType: c.Type, Limit: c.Limit, Offset: c.Offset,
	})
	if err != nil {
		return err
	}
	if out.TotalCount == 0 && !out.HasCycles {
		s.sayEmpty(std)
	}
	if c.JSON {
		return printJSON(std.out, out)
	}
	return orderTable(std.out, out)
}

// sayEmpty tells a person who looks at the wrong place, or too early.
func (s *settings) sayEmpty(std streams) {
	_, _ = fmt.Fprintf(std.err, "There are no episodes in the workspace %s; `plotline doctor` says where this looks.\n", s.Workspace)
}

func newest(ctx context.Context, p *program, n int) ([]graph.ID, error) {
	part, err := p.service.DependencyGraph(ctx, p.caller, graph.DependencyGraphInput{Format: graph.FormatJSON, MaxNodes: n})
	if err != nil {
		return nil, err
	}
	ids := make([]graph.ID, len(part.Nodes))
	for i, node := range part.Nodes {
		ids[i] = node.ID
	}
	return ids, nil
}

func orderTable(w io.Writer, out graph.TopologicalOrderOutput) error {
	place := map[graph.ID]int{}
	rows := make([][]string, 0, 1+len(out.OrderedEpisodes))
	rows = append(rows, []string{"#", "LEVEL", "EPISODE", "AFTER", "EPISODE ID"})
	for i, e := range out.OrderedEpisodes {
		place[e.EpisodeID] = i + 1
		after := make([]string, 0, len(e.Dependencies))
		for _, id := range e.Dependencies {
			if n, ok := place[id]; ok {
				after = append(after, strconv.Itoa(n))
			} else {
				after = append(after, "…")
			}
		}
		rows = append(rows, []string{
			strconv.Itoa(i + 1), strconv.Itoa(e.Level), oneLine(e.EpisodeName, 60), strings.Join(after, " "), string(e.EpisodeID),
		})
	}
	if err := table(w, rows); err != nil {
		return err
	}
	if shown := len(out.OrderedEpisodes); shown < out.TotalCount {
		if _, err := fmt.Fprintf(w, "%d of %d episodes.\n", shown, out.TotalCount); err != nil {
			return err
		}
	}
	if !out.HasCycles {
		return nil
	}
	_, err := fmt.Fprintf(w, "%d rings, made by something other than Plotline, have no place in the order; see --json.\n", len(out.Cycles))
	return err
}
