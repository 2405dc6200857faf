package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"plotline/graph"
	"plotline/graph/render"
)

// branch is one line of a tree, in parts that are cut and coloured differently.
type branch struct {
	line         render.TreeLine
	number, name string
	reward, age  string
	width        int // of all that is left of the reward
}

// printTree draws a graph as text that can be read without a viewer.
func printTree(w io.Writer, out graph.DependencyGraphOutput) error {
	nodes := slices.Clone(out.Nodes)
	slices.Reverse(nodes) // the oldest first
	screen := screenOf(w)
	branches := make([]branch, len(nodes))
	for i, line := range render.Tree(treeOf(nodes, out.Edges)) {
		node := nodes[line.Node]
		b := branch{line: line, name: oneLine(node.Label), number: fmt.Sprintf("#%d", node.Serial), age: screen.when(node.CreatedAt)}
		if node.Reward != nil && *node.Reward != 0 {
			b.reward = formatNumber(*node.Reward)
		}
		b.width = runewidth.StringWidth(b.left() + b.name)
		branches[i] = b
	}
	screen.dropAges(branches)
	rewards, left := screen.treeColumns(branches)
	var text strings.Builder
	for i, b := range branches {
		if i > 0 && b.line.Verb == "" && (branches[i-1].line.Verb != "" || i+1 < len(branches) && branches[i+1].line.Verb != "") {
			text.WriteByte('\n')
		}
		screen.writeBranch(&text, b, left, rewards)
		screen.writeLinks(&text, b.line, nodes)
	}
	_, err := io.WriteString(screen, text.String())
	return err
}

// treeOf returns the graph to draw.
func treeOf(nodes []graph.NodeOutput, edges []graph.EdgeOutput) render.Graph {
	index := make(map[graph.ID]int, len(nodes))
	g := render.Graph{Nodes: make([]render.Node, len(nodes)), Edges: make([]render.Edge, len(edges))}
	for i, node := range nodes {
		index[node.ID] = i
		g.Nodes[i].Label = node.Label
	}
	for i, e := range edges {
		g.Edges[i] = render.Edge{From: index[e.From], To: index[e.To], Type: string(e.Type), Strength: e.Strength}
	}
	return g
}

// left is what precedes the name of an episode.
func (b branch) left() string {
	text := b.line.Prefix
	if b.line.Verb != "" {
		text += b.line.Verb + " "
	}
	return text + b.number + "  "
}

// dropAges leaves out the ages if the window is too narrow for them.
func (s *screen) dropAges(branches []branch) {
	const enough = 50
	for i := range branches {
		if s.width > 0 && s.width < enough {
			branches[i].age = ""
		}
	}
}

// treeColumns returns the widths of the rewards and of all that is left of them.
func (s *screen) treeColumns(branches []branch) (rewards, left int) {
	ages := 0
	for _, b := range branches {
		rewards, ages, left = max(rewards, len(b.reward)), max(ages, len(b.age)), max(left, b.width)
	}
	if s.width > 0 {
		left = max(min(left, s.width-rewards-ages-2*gap), least)
	}
	return rewards, left
}

// writeBranch writes the line of an episode.
func (s *screen) writeBranch(w *strings.Builder, b branch, left, rewards int) {
	start := b.left()
	if space := left - min(least, runewidth.StringWidth(b.name)); runewidth.StringWidth(start) > space { // nested too deep for the window
		start = runewidth.TruncateLeft(start, runewidth.StringWidth(start)-max(space-1, 0), "…")
	}
	name := cutEnd(b.name, max(left-runewidth.StringWidth(start), 0))
	line := strings.TrimSuffix(start, b.number+"  ")
	fill := left - runewidth.StringWidth(start) - runewidth.StringWidth(name)
	w.WriteString(s.paint(line, dim))
	w.WriteString(s.paint(strings.TrimPrefix(start, line), cyan) + name)
	w.WriteString(strings.Repeat(" ", max(fill, 0)+gap+rewards-len(b.reward)))
	w.WriteString(s.paint(b.reward, rewardColour(b.reward)))
	if b.age != "" {
		w.WriteString(strings.Repeat(" ", gap) + s.paint(b.age, dim))
	}
	w.WriteByte('\n')
}

// writeLinks writes the relationships of an episode that the tree does not draw.
func (s *screen) writeLinks(w *strings.Builder, line render.TreeLine, nodes []graph.NodeOutput) {
	if len(line.Also) == 0 {
		return
	}
	links := make([]string, len(line.Also))
	for i, link := range line.Also {
		links[i] = fmt.Sprintf("%s #%d", link.Verb, nodes[link.Node].Serial)
	}
	below := line.Below + "   "
	text := []string{"also " + strings.Join(links, ", ")}
	if space := s.width - runewidth.StringWidth(below); s.width > 0 {
		text = wrapWords(text[0], max(space, least))
	}
	for _, part := range text {
		part = below + part
		if s.width > 0 {
			part = cutEnd(part, s.width)
		}
		w.WriteString(s.paint(part, dim) + "\n")
	}
}
