package performance

import (
	"bytes"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"plotline/testing/bench/figures"
)

// Plots have a light background, so that they look the same on a dark page.
var (
	ground = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink    = color.RGBA{0x24, 0x29, 0x2f, 0xff}
	faint  = color.RGBA{0xd8, 0xde, 0xe4, 0xff}
)

// palette is that of Okabe and Ito, which colour-blind people can distinguish. Its first two colours are
// Plotline's.
var palette = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff},
	{0x56, 0xb4, 0xe9, 0xff},
	{0xd5, 0x5e, 0x00, 0xff},
	{0xe6, 0x9f, 0x00, 0xff},
	{0x00, 0x9e, 0x73, 0xff},
	{0x8a, 0x8f, 0x98, 0xff},
	{0xcc, 0x79, 0xa7, 0xff},
	{0x6b, 0x4c, 0x9a, 0xff},
	{0x3c, 0x3c, 0x3c, 0xff},
}

var glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{},
	draw.SquareGlyph{},
	draw.TriangleGlyph{},
	draw.PyramidGlyph{},
	draw.BoxGlyph{},
	draw.RingGlyph{},
	draw.PlusGlyph{},
	draw.CrossGlyph{},
	draw.CircleGlyph{},
}

func colour(i int) color.RGBA { return palette[i%len(palette)] }

// blank returns an empty plot in the common style, with logarithmic milliseconds on one axis.
func blank(title string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = ground
	p.Title.Text = title
	p.Title.TextStyle.Color = ink
	p.Title.TextStyle.Font = face(13)
	p.Title.Padding = vg.Points(8)
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.LineStyle.Color, axis.Tick.LineStyle.Color = faint, faint
		axis.Label.TextStyle.Color, axis.Tick.Label.Color = ink, ink
		axis.Label.TextStyle.Font, axis.Tick.Label.Font = face(11), face(10)
	}
	return p
}

func face(size float64) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)}
}

// decades marks each power of ten in plain decimal notation.
func decades(from, to float64) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for exponent := math.Floor(math.Log10(from)); exponent <= math.Ceil(math.Log10(to)); exponent++ {
		value := math.Pow(10, exponent)
		label := strconv.FormatFloat(value, 'f', -1, 64)
		if value >= 1 {
			label = figures.Thousands(int(value))
		}
		ticks = append(ticks, plot.Tick{Value: value, Label: label})
	}
	return ticks
}

// milliseconds makes an axis logarithmic over the decades around the data.
func milliseconds(axis *plot.Axis, least, most float64) {
	axis.Scale = plot.LogScale{}
	axis.Min, axis.Max = math.Pow(10, math.Floor(math.Log10(least))), math.Pow(10, math.Ceil(math.Log10(most)))
	axis.Tick.Marker = decades(axis.Min, axis.Max)
	axis.Label.Text = "milliseconds, p50 (logarithmic)"
}

// svg draws the plot with its legend on the right.
func svg(p *plot.Plot, legend plot.Legend, width, height, room vg.Length) (string, error) {
	out := vgsvg.NewWith(vgsvg.UseWH(width, height))
	canvas := draw.New(out)
	canvas.SetColor(ground)
	canvas.Fill(canvas.Rectangle.Path())
	pad := vg.Points(12)
	p.Draw(draw.Crop(canvas, pad, -room-pad, pad, -pad))
	legend.TextStyle.Font, legend.TextStyle.Color = face(10.5), ink
	legend.Top, legend.Left = true, true
	legend.Padding, legend.ThumbnailWidth = vg.Points(4), vg.Points(22)
	legend.Draw(draw.Crop(canvas, width-room, 0, 0, -vg.Points(46)))
	var text bytes.Buffer
	_, err := out.WriteTo(&text)
	return text.String(), err
}
