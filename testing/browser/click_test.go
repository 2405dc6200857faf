package browser_test

import (
	"net/url"
	"testing"

	"plotline/testing/browser/kit/browser"
)

// TestClickWaitsForMovingButton checks the tests' own click: it never hits what a moving page has put in the place of
// the element.
func TestClickWaitsForMovingButton(t *testing.T) {
	t.Parallel()
	take(t, 1)
	page, err := chromium.Open(browser.Desk)
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	p := &tab{Page: page, t: t}
	p.must(p.Go("data:text/html," + url.PathEscape(`<!doctype html><title>Moves</title>
		<button id=wrong onclick="document.title = 'wrong'">Sources</button>
		<button id=right>Time</button>
		<script>
			const { style } = document.getElementById('wrong')
			setInterval(() => { style.display = style.display === '' ? 'none' : '' }, 80)
		</script>`)))
	for range 20 {
		p.click("document.querySelector('#right')")
	}
	p.is("document.title === 'Moves'")
}
