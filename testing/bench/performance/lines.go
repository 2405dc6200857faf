package performance

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"plotline/testing/bench/figures"
)

// line is a curve over the size.
type line struct {
	name   string
	points plotter.XYs
}

// drawing is a plot of curves.
type drawing struct {
	title, under string
	lines        []line
}

// peersCurve draws an operation, with a line for each peer.
func peersCurve(operation, title string) func(*figures.Report) (string, error) {
	return func(r *figures.Report) (string, error) {
		d := drawing{title: title, under: "nodes in the graph, and as many links (logarithmic)"}
		for _, peer := range names(r.Rows, store) {
			d.add(r.Rows, peer, operation, peer)
		}
		return d.svg()
	}
}

// shown are the operations in the plots. The table has all.
var shown = []string{
	"create", "get", "add", "validate", "related, depth 3", "search, a rare word", "page of 50, newest", "graph of the newest 500",
	"order, first 50 of all",
}

// scaleCurve draws a store, with a line for each operation.
func scaleCurve(on, title string) func(*figures.Report) (string, error) {
	return func(r *figures.Report) (string, error) {
		rows := only(r.Rows, func(row figures.Row) bool { return !atHub(row) })
		d := drawing{title: title + " from 1,000 episodes up", under: "episodes, with two relationships each (logarithmic)"}
		for _, operation := range shown {
			d.add(rows, operation, operation, on)
		}
		return d.svg()
	}
}

// add adds the sizes of an operation on a store.
func (d *drawing) add(rows []figures.Row, name, operation, on string) {
	l := line{name: name}
	for _, n := range sizes(rows) {
		if row, ok := find(rows, operation, on, n); ok {
			l.points = append(l.points, plotter.XY{X: float64(n), Y: row.P50})
		}
	}
	d.lines = append(d.lines, l)
}

func (d *drawing) svg() (string, error) {
	if !slices.ContainsFunc(d.lines, func(l line) bool { return len(l.points) > 0 }) {
		return "", fmt.Errorf("no figures for the plot %q", d.title)
	}
	p := blank(d.title)
	legend := plot.NewLegend()
	var ends, heights []float64
	p.Add(grid())
	for i, l := range d.lines {
		if len(l.points) == 0 {
			continue
		}
		curve, marks, err := plotter.NewLinePoints(l.points)
		if err != nil {
			return "", err
		}
		curve.Color, curve.Width = colour(i), vg.Points(1.8)
		marks.Color, marks.Shape, marks.Radius = colour(i), glyphs[i%len(glyphs)], vg.Points(3.2)
		p.Add(curve, marks)
		legend.Add(l.name, curve, marks)
		for _, point := range l.points {
			ends, heights = append(ends, point.X), append(heights, point.Y)
		}
	}
	milliseconds(&p.Y, slices.Min(heights), slices.Max(heights))
	p.X.Scale, p.X.Min, p.X.Max = plot.LogScale{}, slices.Min(ends), slices.Max(ends)
	p.X.Label.Text = d.under
	p.X.Tick.Marker = decades(p.X.Min, p.X.Max)
	return svg(p, legend, 760, 420, 170)
}

// grid returns a faint grid.
func grid() *plotter.Grid {
	g := plotter.NewGrid()
	g.Vertical.Color, g.Horizontal.Color = faint, faint
	return g
}
