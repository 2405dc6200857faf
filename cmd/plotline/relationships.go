package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"

	"github.com/alecthomas/kong"

	"plotline/graph"
	"plotline/graph/kinds"
)

type graphRelationships struct {
	Episode     string `arg:"" field:"episode_id" help:"Id or number of the episode."`
	Type        string `field:"relationship_type" placeholder:"TYPE" predictor:"type" help:"Only relationships of this type."`
	Direction   string `field:"direction" placeholder:"WAY" predictor:"direction" help:"Seen from the episode: outgoing, incoming or both (default)."`
	MinStrength string `field:"min_strength" placeholder:"N" help:"Minimum strength (0–1)."`
	Limit       string `field:"limit" placeholder:"N" help:"Maximum number of lines."`
	Cursor      string `field:"cursor" placeholder:"TEXT" help:"next_cursor of the previous page."`
	tableSettings
}

// Run lists the relationships of an episode.
func (c *graphRelationships) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	return printResult(ctx, c.readSettings, line, s, std, "get_episode_relationships", func(p *program, out graph.GetRelationshipsOutput) error {
		if out.Count == 0 {
			printMessage(std, "It has no such relationships.")
			return nil
		}
		self, err := idOf(ctx, p, c.Episode)
		if err != nil {
			return err
		}
		if err := c.relationships(ctx, p, std.out, self, out.Relationships); err != nil {
			return err
		}
		if out.NextCursor != "" {
			printMessage(std, "%d of %d; to see more, repeat the command with --cursor %s", len(out.Relationships), out.Count, out.NextCursor)
		}
		return nil
	})
}

// idOf returns the id of an episode, given its id or its serial number.
func idOf(ctx context.Context, p *program, named string) (id graph.ID, err error) {
	if id.UnmarshalText([]byte(named)) == nil {
		return id, nil
	}
	found, err := callUseCase[graph.GetEpisodeOutput](ctx, p, "get_episode", url.Values{"episode_id": {named}})
	return found.EpisodeID, err
}

// relationships prints relationships as sentences whose subject is the episode self.
func (t tableSettings) relationships(ctx context.Context, p *program, w io.Writer, self graph.ID, list []graph.RelationshipOutput) error {
	others := make([]graph.ID, len(list), len(list)+1)
	for i := range list {
		if others[i] = list[i].ToEpisodeID; others[i] == self {
			others[i] = list[i].FromEpisodeID
		}
	}
	nodes := nodesOf(ctx, p, append(others, self))
	named := func(id graph.ID) string {
		if node, known := nodes[id]; known {
			return "#" + serial(node.Serial)
		}
		return string(id)
	}
	columns := []column{
		{title: "RELATIONSHIP"}, {title: "TYPE"}, {title: "STRENGTH", right: true}, nameColumn, idColumn, {title: "RELATIONSHIP ID", paint: dimmed},
	}
	rows := make([][]string, len(list))
	for i := range list {
		r := &list[i]
		verb := kinds.Of(string(r.RelationshipType)).Says.Outgoing
		if r.ToEpisodeID == self {
			verb = kinds.Of(string(r.RelationshipType)).Says.Incoming
		}
		rows[i] = []string{
			named(self) + " " + verb + " " + named(others[i]), string(r.RelationshipType), formatNumber(r.Strength),
			oneLine(nodes[others[i]].Label), string(others[i]), string(r.ID),
		}
	}
	return t.table(w, columns, rows, 2)
}

// nodesOf returns the names and numbers of the episodes that still exist. It ignores errors, because these are only an
// addition to the answer.
func nodesOf(ctx context.Context, p *program, ids []graph.ID) map[graph.ID]graph.NodeOutput {
	nodes := map[graph.ID]graph.NodeOutput{}
	ids = slices.Clone(ids)
	slices.Sort(ids)
	for part := range slices.Chunk(slices.Compact(ids), mostNodes) {
		values := url.Values{"max_nodes": {strconv.Itoa(mostNodes)}}
		for _, id := range part {
			values.Add("episode_ids", string(id))
		}
		found, err := callUseCase[graph.DependencyGraphOutput](ctx, p, "get_dependency_graph", values)
		if err != nil {
			return nodes
		}
		for _, node := range found.Nodes {
			nodes[node.ID] = node
		}
	}
	return nodes
}

type graphExists struct {
	From string `arg:"" field:"from_episode_id" help:"Id or number of the episode at the start."`
	To   string `arg:"" field:"to_episode_id" help:"Id or number of the episode at the end."`
	Type string `field:"relationship_type" placeholder:"TYPE" predictor:"type" help:"Only relationships of this type."`
	tableSettings
}

// Run reports whether relationships lead from one episode to another. Finding none is not an error.
func (c *graphExists) Run(ctx context.Context, line *kong.Context, s *settings, std streams) error {
	return printResult(ctx, c.readSettings, line, s, std, "check_relationship_exists", func(_ *program, out graph.RelationshipExistsOutput) error {
		if !out.Exists {
			_, err := fmt.Fprintln(std.out, "There is no such relationship in this direction.")
			return err
		}
		screen := screenOf(std.out)
		columns := []column{{title: "TYPE"}, {title: "STRENGTH", right: true}, {title: "CREATED", paint: dimmed}, {title: "RELATIONSHIP ID", paint: dimmed}}
		rows := make([][]string, len(out.Relationships))
		for i, r := range out.Relationships {
			rows[i] = []string{string(r.RelationshipType), formatNumber(r.Strength), screen.when(r.CreatedAt), string(r.ID)}
		}
		return c.table(screen, columns, rows, 1)
	})
}
