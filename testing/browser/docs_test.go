package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
)

// TestDocsPage checks the page of the REST API: it looks like the other pages, and leads back to them.
func TestDocsPage(t *testing.T) {
	t.Parallel()
	w, p := openEmpty(t, "/", browser.Desk)
	p.wait("test('memory-empty') !== null")
	const look = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('.top')).backgroundColor].join()"
	for _, dark := range []bool{false, true} {
		screen := browser.Desk
		screen.Dark = dark
		p.must(p.Show(screen))
		p.must(p.Go(w.server.URL + "/"))
		p.wait("test('memory-empty') !== null")
		want := value[string](p, look)
		p.must(p.Go(w.server.URL + "/api/docs/"))
		p.wait("document.querySelectorAll('.opblock').length > 10")
		if got := value[string](p, look); got != want {
			t.Errorf("dark %t: the colours are %s, want %s", dark, got, want)
		}
	}
	p.must(p.Show(browser.Desk))
	p.tolerate("nested-interactive") // Swagger UI puts a link into each button
	p.audited("the list of routes")
	p.click("document.querySelector('.opblock-summary-control')")
	p.wait("document.querySelector('.opblock-body .btn.execute') !== null && document.querySelector('.opblock-body pre') !== null")
	p.audited("a route")
	p.must(p.Show(browser.Phone))
	p.fits("a route")
	p.pressAt(kb.Enter, "role('link', 'Memory')", backwards)
	p.wait("test('memory-empty') !== null && location.pathname === '/'")
}
