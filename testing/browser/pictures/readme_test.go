package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
)

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

// brightness returns the mean brightness of a picture of the README, from 0 to 1. It checks the size.
func brightness(t *testing.T, name string) float64 {
	t.Helper()
	raw := expect.ReadFile(t, name)
	if len(raw) > maxBytes {
		t.Errorf("%s has %d bytes, want at most %d", name, len(raw), maxBytes)
	}
	picture := decode(t, raw)
	if bounds := picture.Bounds(); bounds.Dx() != 1750 || bounds.Dy() != 1000 {
		t.Errorf("%s is %v", name, bounds)
	}
	return grey(picture, picture.Bounds())
}
