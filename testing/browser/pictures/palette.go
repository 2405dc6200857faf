package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"
)

// apart is the least distance of two colours of a palette, in the sum of the channels. Otherwise the shades at the edges
// of letters, which are many and alike, would leave no place for the colours of thin lines.
const apart = 16

// reducePalette reduces a picture to at most 256 colours: the most frequent ones that differ. This halves the file's
// size.
func reducePalette(picture []byte) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	bounds := full.Bounds()
	count := map[color.NRGBA]int{}
	at := func(x, y int) color.NRGBA { return color.NRGBAModel.Convert(full.At(x, y)).(color.NRGBA) }
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	frequent := slices.SortedFunc(maps.Keys(count), func(a, b color.NRGBA) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return slices.Compare([]uint8{a.R, a.G, a.B}, []uint8{b.R, b.G, b.B}) // the same each time
	})
	var palette color.Palette
	for _, c := range frequent {
		if len(palette) < 256 && !slices.ContainsFunc(palette, func(other color.Color) bool { return distance(c, other) < apart }) {
			palette = append(palette, c)
		}
	}
	nearest := make(map[color.NRGBA]uint8, len(count))
	for c := range count {
		nearest[c] = uint8(palette.Index(c)) //nolint:gosec // there are 256 at most
	}
	small := image.NewPaletted(bounds, palette)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			small.SetColorIndex(x, y, nearest[at(x, y)])
		}
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err = encoder.Encode(&out, small)
	return out.Bytes(), err
}

// distance returns the sum of the differences of the channels.
func distance(a color.NRGBA, other color.Color) int {
	b := color.NRGBAModel.Convert(other).(color.NRGBA)
	between := func(x, y uint8) int { return max(int(x), int(y)) - min(int(x), int(y)) }
	return between(a.R, b.R) + between(a.G, b.G) + between(a.B, b.B)
}
