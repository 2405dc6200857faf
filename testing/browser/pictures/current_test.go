package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"path/filepath"
	"testing"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// Tiles are compared by their mean grey, so that the edges of letters do not count.
const (
	tile          = 16   // width and height, in pixels
	different     = 0.08 // tiles that differ by more look different; 1 is black against white
	mostDifferent = 0.02 // how many tiles may look different in pictures that show the same
)

// maxBytes keeps the documentation quick to load.
const maxBytes = 150 << 10

// TestPicturesAreCurrent takes every picture of the documentation again, and compares it with the stored one.
func TestPicturesAreCurrent(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	if _, err := browser.Find(); err != nil {
		installed.Missing(t, err.Error())
	}
	dir := t.TempDir()
	binary, err := serving.Program(t.Context(), dir, serving.Plain)
	if err != nil {
		t.Fatal(err)
	}
	chromium, err := browser.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := chromium.Close(); err != nil {
			t.Error(err)
		}
	})
	for name := range subjects {
		stored := expect.ReadFile(t, filepath.Join("..", "..", "..", "docs", "images", name+".png"))
		if len(stored) > maxBytes {
			t.Errorf("%s has %d bytes, want at most %d", name, len(stored), maxBytes)
		}
		taken, err := studio{binary, chromium}.take(t.Context(), name, filepath.Join(dir, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if share := difference(t, stored, taken); share > mostDifferent {
			t.Errorf("%s: %.1f %% differ; run `go -C testing/browser run ./pictures %s`, and look at the picture", name, 100*share, name)
		}
	}
}

// difference returns the share of the tiles that look different; 1 if the sizes differ.
func difference(t *testing.T, a, b []byte) float64 {
	t.Helper()
	one, other := decode(t, a), decode(t, b)
	if one.Bounds() != other.Bounds() {
		return 1
	}
	differing, tiles := 0, 0
	for y := 0; y < one.Bounds().Dy(); y += tile {
		for x := 0; x < one.Bounds().Dx(); x += tile {
			tiles++
			at := image.Rect(x, y, x+tile, y+tile)
			if d := grey(one, at) - grey(other, at); d > different || d < -different {
				differing++
			}
		}
	}
	return float64(differing) / float64(tiles)
}

// grey returns the mean brightness of a part of a picture, from 0 to 1.
func grey(picture image.Image, part image.Rectangle) float64 {
	sum, n := 0.0, 0
	part = part.Intersect(picture.Bounds())
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			sum += float64(color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y) / 0xff
			n++
		}
	}
	return sum / float64(max(n, 1))
}

func decode(t *testing.T, raw []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}
