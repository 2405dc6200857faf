package performance

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"plotline/testing/bench/figures"
)

// compared are the operations in the bar chart, from top to bottom.
var compared = []string{
	"write one node", "write one link", "read one node with its links", "find by a word", "neighbours, 2 hops", "neighbours, 3 hops",
	"create 1,000 nodes, one call", "create 1,000 links, one call", "start to initialize",
}

// bar is one figure.
type bar struct {
	place  float64 // its lower edge on the axis of operations, where each takes 1
	height float64
	value  float64
	series int
}

// bars draws bars from the left, each with its figure at the end. The library's own bar chart does not
// support a logarithmic axis, which does not begin at 0.
type bars []bar

// Plot implements plot.Plotter.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := text.Style{Color: ink, Font: face(8), XAlign: draw.XLeft, YAlign: draw.YCenter, Handler: plot.DefaultTextHandler}
	for _, bar := range b {
		box := vg.Rectangle{
			Min: vg.Point{X: x(p.X.Min), Y: y(bar.place)},
			Max: vg.Point{X: x(bar.value), Y: y(bar.place + bar.height)},
		}
		c.SetColor(colour(bar.series))
		c.Fill(box.Path())
		c.FillText(style, vg.Point{X: box.Max.X + vg.Points(3), Y: (box.Min.Y + box.Max.Y) / 2}, short(bar.value))
	}
}

// swatch is a colour sample in the legend.
type swatch int

// Thumbnail implements plot.Thumbnailer.
func (s swatch) Thumbnail(c *draw.Canvas) {
	c.SetColor(colour(int(s)))
	c.Fill(c.Rectangle.Path())
}

// barsOf draws a group of bars for each operation.
func barsOf(r *figures.Report) (string, error) {
	base := sizes(r.Rows)[0]
	rows := only(r.Rows, func(row figures.Row) bool { return row.N == 0 || row.N == base })
	peers := names(rows, store)
	p, legend := blank("Side by side, on a graph of "+figures.Thousands(base)+" nodes"), plot.NewLegend()
	var all bars
	var values []float64
	labels := make(plot.ConstantTicks, 0, len(compared))
	const gap = 0.2
	const room = "\u00a0\u00a0" // for a font wider than the one that the library measures with
	for i, name := range compared {
		bottom := float64(len(compared) - i - 1)
		labels = append(labels, plot.Tick{Value: bottom + 0.5, Label: name + room})
		height := (1 - gap) / float64(len(peers))
		for j, peer := range peers {
			if row, ok := find(rows, name, peer, 0); ok {
				all = append(all, bar{bottom + 1 - gap/2 - height*float64(j+1), height * 0.9, row.P50, j})
				values = append(values, row.P50)
			}
		}
	}
	for j, peer := range peers {
		legend.Add(peer, swatch(j))
	}
	p.Add(all)
	milliseconds(&p.X, slices.Min(values), slices.Max(values)*1.5)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, float64(len(compared)), labels
	return svg(p, legend, 860, vg.Length(80+62*len(compared)), 150)
}
