package render

import (
	"fmt"
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
		for _, kind := range edgeTypes {
			switch kind.name {
			case "": // unknown types are drawn like the next one
			case "follows":
				compare(".plotline-edge", "stroke", "type-follows")
				compare(".plotline-head", "fill", "type-follows")
			default:
				compare(".plotline-edge.plotline-"+kind.class, "stroke", "type-"+kind.name)
				if !kind.both {
					compare(".plotline-head.plotline-"+kind.class, "fill", "type-"+kind.name)
				}
			}
		}
	}
}

// TestSVGHasStrokesOfPage compares arrows, widths and names with those of the memory page. The page needs no dashes: the
// lines of the open episode carry their verbs.
func TestSVGHasStrokesOfPage(t *testing.T) {
	t.Parallel()
	palette, paint, texts := pageSource(t, "palette.ts"), pageSource(t, "paint.ts"), pageSource(t, "strings.ts")
	css := themes(t, svgStyle)[0]
	undirected := regexp.MustCompile(`UNDIRECTED = '(\w+)'`).FindStringSubmatch(palette)
	var names []string
	for _, kind := range edgeTypes {
		if kind.name == "" {
			continue
		}
		names = append(names, "'"+kind.name+"'")
		round := property(css, ".plotline-edge.plotline-"+kind.class, "stroke-linecap") == "round"
		if isUndirected := undirected != nil && undirected[1] == kind.name; kind.both != isUndirected || round != isUndirected {
			t.Errorf("%s: undirected %t, round %t, the page says %t", kind.name, kind.both, round, isUndirected)
		}
		if !strings.Contains(texts, fmt.Sprintf("%s: '%s'", kind.name, kind.edgeType.name)) {
			t.Errorf("the page does not name %s %q", kind.name, kind.edgeType.name)
		}
	}
	if want := "TYPES = [" + strings.Join(names, ", ") + "]"; !strings.Contains(palette, want) {
		t.Errorf("the page's types are not %s", want)
	}
	if !strings.Contains(paint, "0.9 + strength * 0.9") || strokeWidth(0) != "0.9" || strokeWidth(1) != "1.8" {
		t.Errorf("widths are %s to %s", strokeWidth(0), strokeWidth(1))
	}
}
