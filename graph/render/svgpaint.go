package render

import (
	"context"
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"plotline/graph/kinds"
	"plotline/graph/render/layered"
	"plotline/internal/clip"
)

//go:embed svg.css
var svgStyles string

// svgStyle is the style sheet with the rules of the types, for light and for dark grounds.
var svgStyle = func() string {
	light, dark, _ := strings.Cut(svgStyles, "@media")
	return strings.Replace(light, "{{types}}\n", kinds.SVGStyle(false), 1) + "@media" + strings.Replace(dark, "{{types}}\n", kinds.SVGStyle(true), 1)
}()

const (
	margin     = 24 * px
	roundness  = 8 * px // radius of corners in paths
	clipToName = 60     // maximum runes of a name in the title of an edge
)

// painter writes the picture. It stops if the picture is full or the context has ended.
type painter struct {
	ctx  context.Context //nolint:containedctx // it lives as long as one call of SVG
	out  []byte
	max  int
	full bool
}

func (p *painter) put(texts ...string) {
	for _, t := range texts {
		if p.full = p.full || len(p.out)+len(t) > p.max; p.full {
			return
		}
		p.out = append(p.out, t...)
	}
}

func (p *painter) paint(g Graph, boxes []box, l layered.Layout) {
	keys := newLegend(g)
	width := max(l.Size.W, keys.minWidth()) + 2*margin
	keys.flow(width - 2*margin)
	height := l.Size.H + 2*margin
	if keys.height > 0 {
		height += keys.height + margin
	}
	if len(g.Nodes) == 0 {
		height = 2 * margin
	}
	w, h := pixels(width), pixels(height)
	p.put(`<svg xmlns="http://www.w3.org/2000/svg" class="plotline" role="img" aria-label="`, escaped(summary(g)), `" width="`, w, `" height="`, h,
		`" viewBox="0 0 `, w, ` `, h, `">`, "\n<style>\n", svgStyle, "</style>\n<defs>\n")
	for _, t := range keys.types {
		p.marker(t)
	}
	p.put("</defs>\n", `<rect class="plotline-ground" width="`, w, `" height="`, h, `" rx="8"/>`, "\n")
	if len(g.Nodes) == 0 {
		p.put(`<text class="plotline-quiet" x="24" y="29">no episodes</text>`, "\n")
	}
	p.put(`<g transform="translate(`, pixels(margin), ` `, pixels(margin), `)">`, "\n")
	p.edges(g, boxes, l)
	for i, b := range boxes {
		if p.ctx.Err() != nil {
			return
		}
		p.node(&b, l.Nodes[i])
	}
	p.put("</g>\n")
	keys.paint(p, margin, l.Size.H+2*margin)
	p.put("</svg>\n")
}

// summary returns the text that a screen reader reads for the picture.
func summary(g Graph) string {
	return "Graph of " + counted(len(g.Nodes), "episode") + " and " + counted(len(g.Edges), "relationship")
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// marker defines the arrowhead of a type.
func (p *painter) marker(t edgeType) {
	if t.both {
		return
	}
	p.put(`<marker id="plotline-head-`, t.class, `" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">`,
		`<path class="plotline-head plotline-`, t.class, `" d="M0 0L8 4L0 8z"/></marker>`, "\n")
}

// edges paints the edges. Those with fewer legs come first, because they may run behind nodes.
func (p *painter) edges(g Graph, boxes []box, l layered.Layout) {
	order := make([]int, len(g.Edges))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(l.Paths[a].Legs) - len(l.Paths[b].Legs) })
	names := make([]string, len(g.Nodes))
	for i, n := range g.Nodes {
		names[i] = clip.Marked(showable(n.Label), clipToName)
	}
	for _, i := range order {
		if p.ctx.Err() != nil {
			return
		}
		e := g.Edges[i]
		t := typeOf(e.Type)
		p.put(`<path class="plotline-edge plotline-`, t.class, `" stroke-width="`, strokeWidth(e.Strength), `"`)
		if !t.both {
			p.put(` marker-end="url(#plotline-head-`, t.class, `)"`)
		}
		p.put(` d="`)
		path := l.Paths[i]
		start, end := boxes[e.From].rim(l.Nodes[e.From], path.Start), boxes[e.To].rim(l.Nodes[e.To], path.End())
		p.path(extended(path, start, end))
		p.put(`"><title>`, escaped("“"+names[e.From]+"” "+t.verb+" “"+names[e.To]+"” ("+formatStrength(e.Strength)+")"), "</title></path>\n")
	}
}

// strokeWidth returns 0.9 to 1.8 pixels.
func strokeWidth(strength float64) string { return pixels(9 + int(bounded(strength)*9)) }

func (p *painter) node(b *box, at layered.Point) {
	middle := b.middle(at)
	x, y := pixels(middle.X), pixels(middle.Y)
	p.put(`<g class="plotline-node"><title>`, escaped(b.title), `</title>`,
		`<circle class="plotline-halo" cx="`, x, `" cy="`, y, `" r="`, pixels(b.radius+2*px), `"/>`,
		`<circle class="`, b.class, `" cx="`, x, `" cy="`, y, `" r="`, pixels(b.radius), `"/>`)
	p.sign(b, middle)
	baseline := middle.Y + b.radius + nameGap + 12*px
	for k, line := range b.lines {
		p.put(`<text x="`, x, `" y="`, pixels(baseline+k*lineHeight), `">`, escaped(line), `</text>`)
	}
	if b.badge != "" {
		p.put(`<text class="plotline-quiet" x="`, x, `" y="`, pixels(baseline+len(b.lines)*lineHeight), `">`, b.badge, `</text>`)
	}
	p.put("</g>\n")
}

// sign writes a plus or a minus into the circle, so that the reward is not shown by colour alone.
func (p *painter) sign(b *box, middle layered.Point) {
	if b.sign == 0 {
		return
	}
	p.put(`<path class="plotline-sign `, b.class, `" d="M`, pixels(middle.X-35), " ", pixels(middle.Y), `h7`)
	if b.sign > 0 {
		p.put("M", pixels(middle.X), " ", pixels(middle.Y-35), "v7")
	}
	p.put(`"/>`)
}
