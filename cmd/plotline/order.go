package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"plotline/graph"
)

type graphOrder struct {
	Episodes []string `arg:"" optional:"" field:"episode_ids" help:"Ids or numbers of episodes (default: all episodes)."`
	Type     string   `field:"relationship_type" enum:"follows,causes" default:"follows" help:"follows or causes."`
	Newest   string   `field:"max_nodes" placeholder:"N" help:"Only this many of the newest episodes (1–500)."`
	Limit    string   `field:"limit" placeholder:"N" help:"Maximum number of lines."`
	Offset   string   `field:"offset" placeholder:"N" help:"Episodes to skip."`
	tableSettings
}

// Run lists a topological order.
func (c *graphOrder) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	return c.with(s, std, func(p *program) error {
		values := given(line)
		if err := pickNewest(ctx, p, values); err != nil {
			return err
		}
		return printResultOf(ctx, c.readSettings, p, std, "get_topological_order", values, func(out graph.TopologicalOrderOutput) error {
			if out.TotalCount == 0 && !out.HasCycles {
				s.printEmptyWorkspace(ctx, p, std)
				return nil
			}
			return c.print(std, out)
		})
	})
}

// pickNewest sets the ids of the newest episodes if the caller gave a number in place of ids.
func pickNewest(ctx context.Context, p *program, values url.Values) error {
	newest := values["max_nodes"]
	delete(values, "max_nodes")
	if newest == nil || values.Has("episode_ids") {
		return nil
	}
	part, err := callUseCase[graph.DependencyGraphOutput](ctx, p, "get_dependency_graph", url.Values{"max_nodes": newest})
	for _, node := range part.Nodes {
		values.Add("episode_ids", string(node.ID))
	}
	return err
}

func (c *graphOrder) print(std streams, out graph.TopologicalOrderOutput) error {
	if err := c.episodes(std.out, out); err != nil {
		return err
	}
	if shown := len(out.OrderedEpisodes); shown < out.TotalCount {
		printMessage(std, "%d of %d episodes.", shown, out.TotalCount)
	}
	if out.HasCycles {
		printMessage(std, "Left out: %s, which another program wrote; to see them, run: plotline graph cycles",
			countNoun(len(out.Cycles), "cycle"))
	}
	return nil
}

// episodes prints the order. An episode comes after those whose numbers are beside it.
func (c *graphOrder) episodes(w io.Writer, out graph.TopologicalOrderOutput) error {
	columns := []column{numberColumn, {title: "LEVEL", right: true}, nameColumn, {title: "AFTER", cut: cutEnd}, idColumn}
	numbers := map[graph.ID]string{}
	rows := make([][]string, len(out.OrderedEpisodes))
	for i, e := range out.OrderedEpisodes {
		numbers[e.EpisodeID] = serial(e.ID)
		after := make([]string, 0, len(e.Dependencies))
		for _, id := range e.Dependencies {
			after = append(after, cmp.Or(numbers[id], "…")) // … is on another page
		}
		rows[i] = []string{serial(e.ID), strconv.Itoa(e.Level), oneLine(e.EpisodeName), strings.Join(after, " "), string(e.EpisodeID)}
	}
	return c.table(w, columns, rows, 1)
}

type graphCycles struct {
	From string `arg:"" optional:"" field:"from_episode_id" help:"Id or number of the episode where the new relationship would start."`
	To   string `arg:"" optional:"" field:"to_episode_id" help:"Id or number of the episode where it would end."`
	Type string `field:"relationship_type" enum:"follows,causes" default:"follows" help:"follows or causes."`
	readSettings
}

// Run checks a proposed relationship, or the existing graph.
func (c *graphCycles) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	if c.From == "" {
		return c.findCycles(ctx, line, s, std)
	}
	return printResult(ctx, c.readSettings, line, s, std, "validate_no_cycles", func(p *program, out graph.ValidateNoCyclesOutput) error {
		if out.Valid {
			_, err := fmt.Fprintln(std.out, "It would close no cycle.")
			return err
		}
		if _, err := fmt.Fprintln(std.out, "It would close this cycle:"); err != nil {
			return err
		}
		return cycle(ctx, p, std.out, out.CyclePath)
	})
}

// findCycles finds cycles that a program other than Plotline created.
func (c *graphCycles) findCycles(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	return printResult(ctx, c.readSettings, line, s, std, "get_topological_order", func(p *program, out graph.TopologicalOrderOutput) error {
		if !out.HasCycles {
			_, err := fmt.Fprintf(std.out, "There is no cycle of %s.\n", c.Type)
			return err
		}
		for i, path := range out.Cycles {
			if _, err := fmt.Fprintf(std.out, "Cycle %d:\n", i+1); err != nil {
				return err
			}
			if err := cycle(ctx, p, std.out, path); err != nil {
				return err
			}
		}
		return nil
	})
}

// cycle prints a closed path, one episode a line.
func cycle(ctx context.Context, p *program, w io.Writer, path []graph.ID) error {
	nodes := nodesOf(ctx, p, path)
	rows := make([][]string, len(path))
	for i, id := range path {
		node, known := nodes[id]
		rows[i] = []string{"", serial(node.Serial), oneLine(node.Label)}
		if !known {
			rows[i] = []string{"", string(id), ""}
		}
	}
	return table(w, []column{{}, {right: true, paint: numbered}, {cut: cutEnd}}, rows)
}
