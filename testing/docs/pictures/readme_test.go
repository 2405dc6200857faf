package main

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// maxBytes keeps the first screen of the documentation quick to load.
const maxBytes = 150 << 10

// TestReadmeShowsMemoryPage checks that the README begins with a picture of the memory page for each theme.
func TestReadmeShowsMemoryPage(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "..")
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(readme), "\n## ")
	for _, tag := range []string{
		`<source media="(prefers-color-scheme: dark)" srcset="docs/images/memory-dark.png">`, `<img src="docs/images/memory.png" `,
	} {
		if !strings.Contains(before, tag) {
			t.Errorf("the beginning of the README lacks %s", tag)
		}
	}
	light, dark := brightness(t, filepath.Join(root, "docs", "images", "memory.png")), brightness(t, filepath.Join(root, "docs", "images", "memory-dark.png"))
	if light < 0.8 || dark > 0.3 {
		t.Errorf("the light picture has the brightness %.2f, the dark one %.2f", light, dark)
	}
}

// brightness returns the mean brightness of a picture, from 0 to 1.
func brightness(t *testing.T, name string) float64 {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if about, err := file.Stat(); err != nil || about.Size() > maxBytes {
		t.Errorf("%s has %d bytes (%v), want at most %d", name, about.Size(), err, maxBytes)
	}
	picture, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	bounds, sum := picture.Bounds(), 0.0
	if bounds.Dx() != 1750 || bounds.Dy() != 1000 {
		t.Errorf("%s is %v", name, bounds)
	}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			sum += float64(r+g+b) / (3 * 0xffff)
		}
	}
	return sum / float64(bounds.Dx()*bounds.Dy())
}
