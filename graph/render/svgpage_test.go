package render

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pageSource returns a file of the memory page.
func pageSource(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "web", "src", "memory", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// themes splits a style sheet into its light and its dark part.
func themes(t *testing.T, css string) [2]string {
	t.Helper()
	light, dark, ok := strings.Cut(css, "@media (prefers-color-scheme: dark) {")
	if !ok {
		t.Fatal("no dark theme")
	}
	return [2]string{light, dark}
}

// property returns the value of a property in the first rule whose selectors end with the given one.
func property(css, selector, name string) string {
	rule := regexp.MustCompile(`(?m)` + regexp.QuoteMeta(selector) + `(?:,[^{]*)? \{([^}]*)\}`)
	for _, found := range rule.FindAllStringSubmatch(css, -1) {
		for entry := range strings.SplitSeq(found[1], ";") {
			if key, value, _ := strings.Cut(strings.TrimSpace(entry), ": "); key == name {
				return value
			}
		}
	}
	return ""
}

// variable returns the value of a variable of the page.
func variable(css, name string) string {
	found := regexp.MustCompile(`--` + regexp.QuoteMeta(name) + `: ([^;]+);`).FindStringSubmatch(css)
	if found == nil {
		return "none"
	}
	return found[1]
}

// TestSVGHasColoursOfPage compares each colour with that of the memory page, in both themes.
func TestSVGHasColoursOfPage(t *testing.T) {
	t.Parallel()
	page, own := themes(t, pageSource(t, "graph.css")), themes(t, svgStyle)
	for i, theme := range []string{"light", "dark"} {
		compare := func(selector, name, variableName string) {
			t.Helper()
			if got, want := property(own[i], selector, name), variable(page[i], variableName); got != want {
				t.Errorf("%s: %s has %s %q, the page has %q", theme, selector, name, got, want)
			}
		}
		compare(".plotline-ground", "fill", "canvas")
		for _, step := range []string{"bad3", "bad2", "bad1", "even", "good1", "good2", "good3"} {
			compare(".plotline-"+step, "fill", "fill-"+step)
			compare(".plotline-"+step, "stroke", "rim-"+step)
		}
	}
}

// TestSVGHasStrokesOfPage compares the widths of lines with those of the memory page. What belongs to a type is made from one
// table for both.
func TestSVGHasStrokesOfPage(t *testing.T) {
	t.Parallel()
	if !strings.Contains(pageSource(t, "paint.ts"), "0.9 + strength * 0.9") || strokeWidth(0) != "0.9" || strokeWidth(1) != "1.8" {
		t.Errorf("widths are %s to %s", strokeWidth(0), strokeWidth(1))
	}
}
