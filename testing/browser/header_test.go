package browser_test

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
)

// beginHeader starts a server without tokens for what is configured by default, which is the memory alone. Its store has
// one episode in the workspace shop and, written last, two in the workspace bakery.
func beginHeader(t *testing.T) *world {
	t.Helper()
	w := begin(t, 1)
	for _, workspace := range []string{"shop", "bakery", "bakery"} {
		w.writes(w.agentOf(workspace), "create_episode", map[string]any{"name": "Of " + workspace, "query": "q", "reward": 0.5})
	}
	if err := w.server.Stop(); err != nil {
		t.Fatal(err)
	}
	at := slices.Index(w.args, "--toolsets")
	w.args = slices.Delete(slices.Clone(w.args), at, at+2)
	w.start()
	return w
}

// TestHeader checks the header of a server without tokens: it opens the workspace that was written last, names it and its
// store, has tabs of what is configured, tells how to turn on the rest, and leads to the other workspaces of the store.
func TestHeader(t *testing.T) {
	t.Parallel()
	w := beginHeader(t)
	p := w.open("/", browser.Desk)
	p.expect("Page entered Back-Forward Cache")
	p.inWorkspace("bakery", 2)
	p.says("test('workspace').querySelector('summary')", "bakery embedded")
	p.is("all('nav .page').map(said).join() === 'Memory'")
	p.is("document.querySelector('.top').offsetHeight === 48")
	p.is("((box) => Math.abs((box.left + box.right) / 2 - innerWidth / 2) < 60)(test('search').getBoundingClientRect())")
	p.click("test('also').querySelector('summary')")
	p.says("test('also')", "Plans Agents propose")
	p.says("test('also')", "--media-root DIR Open Plans Projects Agents make")
	p.audited("what else is here", browser.Desk)
	p.press(kb.Escape)
	p.wait("!test('also').open")

	agent := w.agentOf("bakery")
	p.wait("test('state').dataset.state === 'live'")
	w.writes(agent, "create_episode", map[string]any{"name": "Live", "query": "q", "reward": 0})
	p.says("test('count')", "3 episodes")

	p.click("test('workspace').querySelector('summary')")
	p.is("all('nav[aria-label=Workspaces] a').map(said).join('; ').startsWith('bakery 2 episodes; shop 1 episode')")
	p.click("role('link', 'shop 1 episode')")
	p.inWorkspace("shop", 1)
	p.must(p.Go(w.server.URL + "/episodes/1?workspace=bakery"))
	p.opens("1")
	p.is("location.pathname + location.search === '/?episode=1&workspace=bakery'")
	p.must(p.Go(w.server.URL + "/?workspace=nowhere"))
	p.expect("status of 403")
	p.says("test('workspace-refused')", "This server does not offer it.")
}

// TestHeaderOnPhone checks that a phone shows the search, a button for the filters, and content from 110 pixels on, and that
// the menu of the other pages fits it.
func TestHeaderOnPhone(t *testing.T) {
	t.Parallel()
	w := beginHeader(t)
	p := w.open("/?workspace=bakery&went=good&tag=a", browser.Phone)
	p.wait("test('graph') !== null || test('episode-item') !== null || test('count') !== null")
	p.says("test('show-filters')", "Filters (2)")
	p.is("document.querySelector('.m-panes').getBoundingClientRect().top <= 110")
	p.is("!document.querySelector('.m-bar').checkVisibility() && document.documentElement.scrollWidth <= screen.width")
	p.click("test('show-filters')")
	p.wait("document.querySelector('.m-bar').checkVisibility() && test('show-filters').ariaExpanded === 'true'")
	p.click("test('clear-filters')")
	p.wait("said(test('show-filters')) === 'Filters'")
	p.click("test('show-filters')")
	p.wait("!document.querySelector('.m-bar').checkVisibility()")
	p.audited("the header on a phone", browser.Phone)
	p.click("test('also').querySelector('summary')")
	p.says("test('also')", "Plans Agents propose")
	p.fits("what else is here")
	p.audited("what else is here", browser.Phone)
}

// TestNotConnected checks that the page says since when it has nothing new, counts nothing as 0 meanwhile, and goes on at
// once when the person asks for it.
func TestNotConnected(t *testing.T) {
	t.Parallel()
	w := beginHeader(t)
	p := w.open("/?workspace=bakery", browser.Desk)
	p.expectOutage()
	p.inWorkspace("bakery", 2)
	p.wait("test('state').dataset.state === 'live' && said(test('live')) === ''")
	if err := w.server.Stop(); err != nil {
		t.Fatal(err)
	}
	p.says("test('live')", "Not connected · from")
	p.is("document.querySelector('.top').offsetHeight === 48 && test('memory-failure') === null")
	p.audited("a page that is not connected", browser.Desk)
	p.fill("test('search')", "bakery")
	p.wait("document.querySelector('.m-note.error') !== null")
	p.says("test('count')", "2 episodes")
	p.is("all('[data-testid=episode-item]').length === 2")
	w.start()
	p.click("test('retry-now')")
	p.wait("test('state').dataset.state === 'live' && said(test('live')) === '' && test('retry-now') === null")
}

// TestUnknownAddress checks that an address without a page says so, and has a way back.
func TestUnknownAddress(t *testing.T) {
	t.Parallel()
	w := beginHeader(t)
	p := w.open("/no/such/page", browser.Desk)
	p.expect("status of 404")
	p.says("test('not-found')", "Page not found /no/such/page")
	p.audited("an address without a page")
	p.click("role('link', 'To the memory')")
	p.wait("location.pathname === '/' && test('not-found') === null && document.title.startsWith('Memory')")
}
