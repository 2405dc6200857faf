package browser_test

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
)

// TestMemorySearchAsOneTypes types a word letter by letter. No beginning of it finds nothing, the list shows what one may
// mean, and Back removes the search.
func TestMemorySearchAsOneTypes(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	p.click("test('search')")
	for i := range "order" {
		p.press("order"[i : i+1])
		p.wait("location.search === %s && said(document.querySelector('#m-list-title')) === 'Results'", js("?q="+"order"[:i+1]))
		p.wait("all('[data-testid=suggest-episode]').length > 0")
		p.wait("all('[data-testid=suggest-episode] b').some((it) => said(it).toLowerCase() === %s)", js("order"[:i+1]))
	}
	p.is("test('search').role === 'combobox' && test('search').ariaExpanded === 'true' && all('[role=option][aria-selected=true]').length === 0")
	p.is("all('[data-testid=episode-item] .m-why b').length > 0") // the sentence with the words
	p.audited("the list of a search")
	p.press(kb.Enter) // with nothing chosen
	p.wait("test('suggestions') === null && test('drawer') === null && document.activeElement === test('search')")
	value[any](p, "history.back()")
	p.wait("location.search === '' && test('search').value === '' && said(test('count')) === '10 episodes'")

	p.press("key")
	p.wait("said(test('suggest-episode')).includes('Give every order a key')")
	p.press(kb.ArrowDown)
	p.wait("document.getElementById(test('search').getAttribute('aria-activedescendant'))?.ariaSelected === 'true'")
	p.press(kb.Enter)
	p.reads("6")
}

// TestMemorySearchGoesBack checks that Back removes a search while the server reads the time in its newest words. A search
// that ended after it would come back.
func TestMemorySearchGoesBack(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	p.click("test('search')")
	p.press("order")
	p.wait("location.search === '?q=order' && said(document.querySelector('#m-list-title')) === 'Results'")
	value[any](p, `(() => { const fetch = window.fetch, asked = []
		window.fetch = (url, ...rest) => {
			if (!String(url).includes('question=orders') || asked.push(url) !== 2) return fetch(url, ...rest) // the first is for the list
			return new Promise((go) => {
				addEventListener('popstate', () => {
					go(Response.json({}))
					setTimeout(() => { window.wentBack = true }, 500)
				}, { once: true })
				history.back()
			})
		} })()`)
	p.press("s")
	p.wait("window.wentBack === true")
	p.is("location.search === '' && test('search').value === ''")
	p.says("test('count')", "10 episodes")
}

// TestMemorySearchNumbersAndSigns checks that #12 is taken at its word, that signs and blanks find nothing, and that the
// page says how a query was read.
func TestMemorySearchNumbersAndSigns(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	p.click("test('search')")
	for typed, said := range map[string]string{
		"#999":        "There is no episode #999.",
		`\`:           "Nothing matches these words.",
		`"`:           "Nothing matches these words.",
		"order -key":  "A minus sign leaves nothing out: -key was searched like the other words.",
		`"key order"`: `No episode has the phrase "key order"; its words were searched.`,
	} {
		p.press(typed)
		p.wait("said(test('search-note')) === %s", js(said))
		p.click("document.querySelector('.m-search-clear')")
		p.wait("location.search === '' && document.activeElement === test('search')")
	}
	p.press("   ")
	p.press("#6")
	p.wait("location.search === '?q=%%236' && all('[data-testid=episode-item]').length === 1")
	p.says("test('count')", "1 of 10 episodes")
}

// TestMemorySearchTagsAndTimes checks that the list sets filters, and that a time without episodes offers the others.
func TestMemorySearchTagsAndTimes(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	p.click("test('search')")
	p.press("inci")
	p.wait("said(test('suggest-tag')) === 'incident'")
	p.click("test('suggest-tag')")
	p.wait("location.search === '?tag=incident' && test('search').value === '' && said(test('count')) === '1 of 10 episodes'")
	p.click("test('clear-filters')")
	p.wait("location.search === ''")
	p.click("test('search')")
	p.press("last w")
	p.wait("said(test('suggest-time')) === 'Last week'")
	p.press(kb.ArrowUp)
	p.press(kb.Enter)
	p.wait("location.search.startsWith('?since=') && test('search').value === ''")
	p.click("test('clear-filters')")
	p.click("test('search')")
	p.press("what failed in 2024?")
	p.wait("said(test('nothing-then')).startsWith('No episode is from then (Jan 1')")
	p.audited("a time without episodes")
	p.click("role('link', 'Show all times')")
	p.wait("!location.search.includes('since') && all('[data-testid=episode-item]').length > 0")
}

// TestMemorySearchFindsCommits checks that a search for a path lists the commit that changed the file first, with its hash.
func TestMemorySearchFindsCommits(t *testing.T) {
	t.Parallel()
	w := beginBakery(t, 1)
	ask[any](w, http.MethodPost, "/api/v1/episodes", map[string]any{
		"name": "Tidy", "query": "Tidy", "reward": 0, "tags": []string{"git"},
		"metadata": map[string]any{"commit": "2866eecf0a6c27e2cab9d4b0aa6b8e7c157fcaee", "files": []string{"shop/order key.go", "shop/orders/key.go"}},
	})
	p := w.open("/", browser.Desk)
	p.draws(11)
	p.click("test('search')")
	p.press("shop/orders/key.go")
	p.wait("said(test('episode-item')).includes('Tidy') && said(test('episode-item').querySelector('code')) === '2866eecf0a'")
	p.is("all('[data-testid=episode-item] code').length === 1")
	p.audited("a commit in the list of a search")
}

// TestMemorySearchComposes checks that nothing is searched within a composition, and that the Enter that ends it stays in
// the field.
func TestMemorySearchComposes(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	p.click("test('search')")
	value[any](p, `(() => { const field = test('search')
		const type = (text) => { field.value = text; field.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true })) }
		field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
		type('k'); setTimeout(() => type('ke'), 150); setTimeout(() => type('key'), 300)
		window.addresses = []; const replace = history.replaceState
		history.replaceState = function (...all) { addresses.push(all[2]); return replace.apply(this, all) }
		setTimeout(() => { window.early = addresses.length
			field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }))
			window.stays = document.activeElement === field
			field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'key' })) }, 600) })()`)
	p.wait("location.search === '?q=key'")
	p.is("early === 0 && stays && addresses.length === 1")
}

// TestMemoryChips checks that the outcomes have their counts, and that one without episodes cannot be pressed.
func TestMemoryChips(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	p.wait("all('.m-outcome-bad .m-count').length === 1")
	p.is("all('.m-bar [class*=m-outcome-]').reduce((sum, it) => sum + Number(said(it.querySelector('.m-count'))), 0) === 10")
	p.is("all('.m-bar [class*=m-outcome-]').every((it) => it.disabled === (said(it.querySelector('.m-count')) === '0'))")
	p.says("document.querySelector('.m-outcome-bad')", "Went badly 2")
}
