package browser_test

import (
	"fmt"
	"testing"

	"plotline/testing/browser/kit/browser"
)

// watchNames records where the last drawing has the lines of names, in pixels of the canvas, and its colour.
const watchNames = `(() => {
	const { fillRect, fillText } = CanvasRenderingContext2D.prototype
	CanvasRenderingContext2D.prototype.fillRect = function (x, y, ...rest) {
		if (x === 0 && y === 0) window.names = []
		return fillRect.call(this, x, y, ...rest)
	}
	CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
		window.names?.push({ text, x, y, font: this.font, colour: this.fillStyle })
		return fillText.call(this, text, x, y)
	}
	window.named = (start) => window.names?.find(({ text }) => text.startsWith(start))
})()`

// openWatched opens a page of the bakery whose names are recorded.
func openWatched(t *testing.T, path string, screen browser.Screen) (*world, *tab) {
	t.Helper()
	w := beginBakery(t, 1)
	p := w.empty(screen)
	p.must(p.Before(watchNames))
	p.must(p.Go(w.server.URL + path))
	return w, p
}

// TestMemoryGraphOfSearch checks that a search draws its best results with the numbers of the list and faintly what is
// linked to them, that the row under the mouse and its point mark each other, and that more are drawn on demand.
func TestMemoryGraphOfSearch(t *testing.T) {
	t.Parallel()
	_, p := openWatched(t, "/?q=orders+arrive+twice", browser.Desk)
	p.wait("Number(test('graph')?.dataset.lit) > 0 && Number(test('graph').dataset.lit) <= 8 && Number(test('graph').dataset.nodes) > Number(test('graph').dataset.lit)")
	p.wait("test('graph').dataset.names === test('graph').dataset.nodes")
	p.wait("all('[data-testid=episode-item]').length > 1")
	// The first row is the point with the number 1.
	p.wait("named('1 ')?.text.slice(2).split(' ')[0] === said(all('[data-testid=episode-item] .item-name')[0]).split(' ')[0]")
	p.wait("(window.verbs = names.filter(({ text }) => /^(was caused|caused|came|is |refines|contra)/.test(text)).length) === 0")
	value[any](p, "all('[data-testid=episode-item]')[0].dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))")
	p.wait("all('[data-hovered]').length === 1 && names.some(({ text }) => /^(was caused|caused|came|is |refines|contra)/.test(text))")
	p.audited("a search in the graph")
}

// TestMemoryAddressShowsWhatAClickShows checks that an address and a click lead to the same picture, with the open
// episode and its neighbours in it.
func TestMemoryAddressShowsWhatAClickShows(t *testing.T) {
	t.Parallel()
	for name, screen := range map[string]browser.Screen{"desk": browser.Desk, "wide": {Width: 1440, Height: 900, Scale: 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, p := openWatched(t, "/", screen)
			const settled = "(() => { const now = JSON.stringify(window.names ?? []); if (window.last?.now !== now) window.last = { now, since: performance.now() }; return performance.now() - last.since > 500 && window.names?.length > 5 })()"
			p.wait(settled)
			p.click(item("5"))
			p.reads("5")
			p.wait("named('Saturday')?.font.startsWith('600')")
			p.wait("document.activeElement === test('episode-name')")
			value[any](p, "all('[data-hovered]').forEach((it) => document.body.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })))")
			p.wait(settled)
			clicked := value[string](p, "JSON.stringify(names.map(({ text, x, y }) => [text, Math.round(x), Math.round(y)]))")
			p.must(p.Go(w.server.URL + "/?episode=5"))
			p.reads("5")
			p.wait("named('Saturday')?.font.startsWith('600')")
			p.wait(settled)
			p.wait("JSON.stringify(names.map(({ text, x, y }) => [text, Math.round(x), Math.round(y)])) === %s", js(clicked))
			p.is("names.some(({ text }) => text === 'caused')") // a neighbour is there, with what its line means
		})
	}
}

// TestMemoryGraphStaysOnItsCanvas checks that every size of the window shows names.
func TestMemoryGraphStaysOnItsCanvas(t *testing.T) {
	t.Parallel()
	_, p := openWatched(t, "/?show=graph", browser.Desk)
	p.wait("Number(test('graph')?.dataset.names) === 10")
	for _, screen := range []browser.Screen{{Width: 640, Height: 600, Scale: 1}, browser.Phone, {Width: 1600, Height: 700, Scale: 1}, browser.Desk} {
		p.must(p.Show(screen))
		p.wait("(({ clientWidth, clientHeight }) => names.filter(({ x, y }) => x > 0 && x < clientWidth - 20 && y > 0 && y < clientHeight).length >= 6)(test('graph'))")
	}
}

// TestMemoryLegend checks that a second type can be added to the first, and that an open episode leaves the types in one row.
func TestMemoryLegend(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	const chips = "all('.m-legend button').map((it) => said(it).replace(/ [0-9].*/, '')).join()"
	p.wait("test('graph') !== null && all('.m-legend button').length > 3")
	types := value[string](p, chips)
	height := value[float64](p, "all('.m-below')[0].offsetHeight")
	p.click("all('.m-legend button')[1]")
	p.wait("all('.m-legend [aria-pressed=true]').length === 1 && %s === %s", chips, js(types))
	p.click("all('.m-legend button')[0]")
	p.wait("all('.m-legend [aria-pressed=true]').length === 2 && location.search.split('type=').length === 3")
	p.click(item("6"))
	p.reads("6")
	p.wait("test('graph') !== null && all('.m-legend button').length > 3")
	p.is("all('.m-below')[0].offsetHeight === %v", height)
}

// TestMemoryShowsWhatIsNotLinked checks that one unlinked episode does not empty the first picture, and that nothing
// moves the page while it loads.
func TestMemoryShowsWhatIsNotLinked(t *testing.T) {
	t.Parallel()
	w := beginBakery(t, 1)
	w.writes(w.agent(), "create_episode", map[string]any{"name": "Ask about rye", "query": "q", "reward": 0.2})
	p := w.empty(browser.Desk)
	p.must(p.Before(watchNames + `; window.shift = 0; new PerformanceObserver((list) => {
		for (const { value } of list.getEntries()) window.shift += value
	}).observe({ type: 'layout-shift', buffered: true })`))
	p.must(p.Go(w.server.URL + "/"))
	p.wait("Number(test('graph')?.dataset.names) === 11 && named('Not linked yet (1)') !== undefined && all('.m-legend button').length > 0")
	p.is("named('Not linked yet').y < named('Ask about').y && named('Saturday').y < named('Not linked yet').y")
	p.is("all('.m-legend button').every((it) => !said(it).endsWith(' 0'))")
	p.wait("test('histogram') !== null")
	p.is("window.shift <= 0.05")
}

// TestMemoryHistory checks that episodes without rewards are counted by topic and time, and that a count opens as many.
func TestMemoryHistory(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	agent := w.agent()
	for i := range 64 {
		topic := []string{"web", "api", "docs"}[i%3]
		at := fmt.Sprintf("2026-%02d-10T12:00:00Z", 3+i%4)
		w.writes(agent, "create_episode", map[string]any{"name": fmt.Sprint("Commit ", i), "query": "q", "reward": 0, "tags": []string{"git", topic, []string{"web", "tests"}[i%2]}, "created_at": at})
	}
	p := w.open("/", browser.Desk)
	p.says("test('areas')", "Few of these 64 episodes say how they went.")
	p.is("all('[data-testid=areas] tbody tr').length === 4 && test('graph') === null")
	p.audited("a history")
	p.is("(window.counted = said(all('[data-testid=areas] td a')[0]))")
	p.click("all('[data-testid=areas] td a')[0]")
	p.wait("location.search.includes('tag=') && location.search.includes('since=2026')")
	p.wait("test('graph')?.dataset.lit === window.counted && said(test('count')).split(' ')[0] === window.counted")
}
