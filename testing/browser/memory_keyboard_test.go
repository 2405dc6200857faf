package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
)

// TestMemoryFiltersByKeyboard checks that every filter, and the range of the timeline, can be reached and set by keys.
func TestMemoryFiltersByKeyboard(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	p.pressAt(" ", button("Went badly"))
	p.says("test('count')", "2 of 10 episodes")
	p.press(" ")
	p.says("test('count')", "10 episodes")
	p.pressAt(kb.Enter, "all('summary').find((it) => said(it) === 'Tags')")
	p.pressAt(" ", "all('.m-popover label').find((it) => said(it).startsWith('incident')).querySelector('input')")
	p.says("test('count')", "1 of 10 episodes")
	p.press(kb.Escape)
	p.hasFocus("all('summary').find((it) => said(it).startsWith('Tags'))")
	p.pressAt(kb.Enter, "test('clear-filters')")
	p.says("test('count')", "10 episodes")

	p.focus("test('search')")
	p.tabTo("test('range-From')")
	p.is("test('range-From').computedRole === 'slider' && test('range-From').computedName === 'From'")
	p.is("test('range-From').ariaValueText === 'Sep 1, 2026'")
	p.press(kb.PageUp)
	p.wait("location.search.startsWith('?since=2026-09-0') && said(test('count')) !== '10 episodes'")
	p.press(kb.ArrowRight)
	p.press(kb.Home)
	p.wait("location.search === '' && said(test('count')) === '10 episodes'")
	p.pressAt(kb.PageDown, "test('range-To')")
	p.wait("location.search.startsWith('?until=2026-09-0') && said(test('count')) === '9 of 10 episodes'")
	p.is("document.activeElement === test('range-To') && document.querySelector('.m-brush') !== null")
	p.audited("a part of the timeline")
	p.press(kb.End)
	p.says("test('count')", "10 episodes")
}

// TestMemoryDrawerByKeyboard checks that the keyboard opens an episode in the list, walks to its causes, finds a
// connection, takes the episode elsewhere, and closes it.
func TestMemoryDrawerByKeyboard(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.wait("test('graph') !== null")
	value[any](p, "(window.copied = [], navigator.clipboard.writeText = async (text) => void window.copied.push(text), null)")
	p.tabTo(item("10"))
	for range 3 {
		p.press(kb.ArrowDown)
	}
	p.hasFocus(item("6"))
	p.press(kb.Enter)
	p.opens("6")
	p.hasFocus("test('episode-name')")
	p.pressAt(kb.Enter, button("What led to this"))
	p.says("test('walk')", "#5 Saturday: orders arrive twice")
	p.pressAt(kb.Enter, button("What came of it"))
	p.wait("!said(test('walk')).includes('#5 ') && said(test('walk')).includes('#10 ')")
	p.tabTo("test('connect')")
	p.press("plan the")
	p.wait("said(test('option')).startsWith('#1 Plan')")
	p.press(kb.Enter)
	p.says("test('connection')", "#1 “Plan the bakery's new order page”")

	p.pressAt(kb.Enter, button("Copy as Markdown"))
	p.says("test('export-result')", "Copied")
	p.is("window.copied[0].startsWith('## #6 Give every order a key') && window.copied[0].includes('was caused by #5')")
	p.pressAt(kb.Enter, button("Copy as Mermaid"))
	p.wait("window.copied.length === 2 && window.copied[1].startsWith('graph ') && said(test('export-result')) === 'Copied'")
	p.tabTo(button("Save as SVG"))
	value[any](p, "(URL.createObjectURL = (blob) => (blob.text().then((svg) => (window.saved = svg)), 'blob:' + location.origin + '/none'), HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download }, null)")
	p.press(kb.Enter)
	p.wait("window.saved?.includes('<svg') && window.savedAs === 'episode-6.svg'")
	p.says("test('export-result')", "Saved the picture")

	p.pressAt(kb.Enter, "test('close')", backwards)
	p.wait("test('drawer') === null && document.activeElement === (%s)", item("6"))
	p.pressAt(kb.Enter, "test('show-table')", backwards)
	p.wait("test('episode-table') !== null")
	p.focus("all('tbody a')[0]")
	p.press(kb.Enter)
	p.opens("10")
}

// TestMemoryZoomByKeyboard checks the keys of the picture, and the tabs of a phone.
func TestMemoryZoomByKeyboard(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Phone)
	p.wait("(%s) !== null", item("10"))
	p.pressAt(kb.Enter, "test('show-graph')")
	p.wait("test('graph') !== null")
	p.audited("the graph on a phone", browser.Phone)
	p.tabTo("test('graph')")
	const drawn = "test('graph').toDataURL()"
	for _, key := range []string{"+", "0", "-"} {
		before := value[string](p, drawn)
		p.press(key)
		p.wait("%s !== %s", drawn, js(before))
	}
	p.press(kb.ArrowLeft)
	p.press(kb.Enter)
	p.wait("test('drawer') !== null && document.activeElement === test('episode-name')")
	p.press(kb.Escape)
	p.wait("test('drawer') === null && document.activeElement === test('graph')")
}
