package render

import (
	"slices"

	"plotline/graph/kinds"
)

const (
	sampleWidth = 34 * px
	keyGap      = 22 * px
	keyHeight   = 22 * px
	swatch      = 16 * px
)

// edgeType describes how the edges of a type look and read.
type edgeType struct {
	class string
	title string // as the memory page's legend has it
	verb  string // “a” verb “b”
	both  bool   // undirected: without an arrow
}

// other is for unknown types.
var other = edgeType{"other", "other", "to", false}

func typeOf(name string) edgeType {
	if k := kinds.Of(name); k != nil {
		return edgeType{k.Class, k.Title, k.Drawn.Outgoing, k.Undirected}
	}
	return other
}

// legend explains the types in the picture and the colours of rewards.
type legend struct {
	types   []edgeType
	rewards bool
	widths  []int // of each entry; rewards come last
	x, y    []int
	height  int
}

func newLegend(g Graph) *legend {
	l := &legend{}
	used := map[edgeType]bool{}
	for _, e := range g.Edges {
		used[typeOf(e.Type)] = true
	}
	all := make([]edgeType, 0, len(kinds.All())+1)
	for _, k := range kinds.All() {
		all = append(all, typeOf(k.Name))
	}
	for _, t := range append(all, other) {
		if used[t] {
			l.types = append(l.types, t)
			l.widths = append(l.widths, sampleWidth+8*px+total(letters(t.title)))
		}
	}
	l.rewards = slices.ContainsFunc(g.Nodes, func(n Node) bool { return rewardText(n.Reward) != "" })
	if l.rewards {
		l.widths = append(l.widths, 7*swatch+total(letters("reward −1  +1"))+16*px)
	}
	return l
}

// minWidth stops the legend of a small picture from becoming a column.
func (l *legend) minWidth() int {
	sum := 0
	for _, w := range l.widths {
		sum += w + keyGap
	}
	return min(max(0, sum-keyGap), 460*px)
}

// flow arranges the entries in lines of the given width.
func (l *legend) flow(width int) {
	x, y := 0, 0
	for i, w := range l.widths {
		if i > 0 && x+w > width {
			x, y = 0, y+keyHeight
		}
		l.x, l.y = append(l.x, x), append(l.y, y)
		x += w + keyGap
	}
	if len(l.widths) > 0 {
		l.height = y + keyHeight
	}
}

func (l *legend) paint(p *painter, left, top int) {
	if len(l.widths) == 0 {
		return
	}
	p.put(`<g class="plotline-legend">` + "\n")
	for i, t := range l.types {
		x, y := left+l.x[i], top+l.y[i]+keyHeight/2
		p.put(`<path class="plotline-edge plotline-`, t.class, `" stroke-width="2"`)
		if !t.both {
			p.put(` marker-end="url(#plotline-head-`, t.class, `)"`)
		}
		p.put(` d="M`, pixels(x), " ", pixels(y), `H`, pixels(x+sampleWidth), `"/><text x="`, pixels(x+sampleWidth+8*px), `" y="`, pixels(y+45), `">`, t.title, "</text>\n")
	}
	if l.rewards {
		l.scale(p, left+l.x[len(l.types)], top+l.y[len(l.types)])
	}
	p.put("</g>\n")
}

// scale paints the colours of rewards from −1 to +1.
func (l *legend) scale(p *painter, x, y int) {
	text := func(s string) {
		p.put(`<text x="`, pixels(x), `" y="`, pixels(y+keyHeight/2+45), `">`, s, "</text>\n")
		x += total(letters(s)) + 6*px
	}
	text("reward −1")
	for step := -3; step <= 3; step++ {
		p.put(`<rect class="`, rewardClass(float64(step)/3), `" x="`, pixels(x), `" y="`, pixels(y+(keyHeight-12*px)/2), `" width="`, pixels(swatch), `" height="12"/>`, "\n")
		x += swatch
	}
	x += 6 * px
	text("+1")
}
