package browser_test

import (
	_ "embed"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/installed"
)

//go:embed audit.js
var auditScript string

// axeRun runs axe-core with the rules of WCAG 2.2 AA and the best practices. A frame has its own document,
// which has its own test.
const axeRun = `(() => {
	if (window.axeFound !== undefined) return window.axeFound
	if (window.axeRuns) return null
	window.axeRuns = true
	axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(
		({ violations }) => (window.axeFound = violations.flatMap(({ id, help, nodes }) =>
			nodes.map(({ html, any }) => id + ' (' + help + '): ' + html.slice(0, 150) + ' ' + (any[0]?.message ?? '')))),
		(error) => (window.axeFound = ['axe-core failed: ' + error]))
	return null
})()`

// axeSource returns the source of axe-core, which `make deps` installs.
func axeSource(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("axe", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		installed.Missing(t, "axe-core is not installed: run `make deps`")
	}
	return string(source)
}

// faults returns everything visible that axe-core and audit.js object to.
func (p *tab) faults() []string {
	p.t.Helper()
	if !value[bool](p, "'axe' in window") {
		value[any](p, "(() => { "+axeSource(p.t)+"\n})()")
	}
	value[any](p, "(window.axeFound = window.axeRuns = undefined, null)")
	found, err := browser.Wait[[]string](p.Page, axeRun)
	p.must(err)
	return append(found, value[[]string](p, auditScript)...)
}

// tolerate leaves out a rule of axe-core that a library's markup breaks.
func (p *tab) tolerate(rule string) { p.tolerated = append(p.tolerated, rule) }

// audited checks everything visible in both themes (WCAG 2.2, AA). Without a screen it does so on a desk and on a
// phone. The page is on the first screen afterwards.
func (p *tab) audited(where string, screens ...browser.Screen) {
	p.t.Helper()
	if len(screens) == 0 {
		screens = []browser.Screen{browser.Desk, browser.Phone}
	}
	for _, screen := range screens {
		for _, dark := range []bool{false, true} {
			screen.Dark = dark
			p.must(p.Show(screen))
			for _, fault := range p.faults() {
				if slices.ContainsFunc(p.tolerated, func(rule string) bool { return strings.HasPrefix(fault, rule+" ") }) {
					continue
				}
				p.t.Errorf("%s, %d wide, dark %t: %s", where, screen.Width, dark, fault)
			}
		}
	}
	p.must(p.Show(screens[0]))
}
