package browser_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
)

// importBakery imports a graph of ten episodes and sixteen relationships about a bakery.
func (w *world) importBakery() {
	w.t.Helper()
	w.importFile("testdata/bakery.jsonl")
}

// beginBakery is begin with that graph.
func beginBakery(t *testing.T, tabs int) *world {
	t.Helper()
	w := begin(t, tabs)
	w.importBakery()
	return w
}

// openBakery opens a page of that graph.
func openBakery(t *testing.T, path string, screen browser.Screen) (*world, *tab) {
	t.Helper()
	w := beginBakery(t, 1)
	return w, w.open(path, screen)
}

// item returns an expression for an episode in the list.
func item(serial string) string {
	return "all('[data-testid=episode-item][data-serial=\"" + serial + "\"]')[0] ?? null"
}

// reads waits until an episode is displayed.
func (p *tab) reads(serial string) {
	p.t.Helper()
	p.wait("test('drawer')?.dataset.serial === %s && test('episode-name') !== null", js(serial))
}

// opens waits until an episode is displayed, and opens what is folded.
func (p *tab) opens(serial string) {
	p.t.Helper()
	p.reads(serial)
	p.wait("all('.m-fold > details').every((it) => it.open || !(it.open = true))")
}

// TestMemoryShowsEpisodes checks that the home page shows the episodes, and one of them in detail.
func TestMemoryShowsEpisodes(t *testing.T) {
	t.Parallel()
	w, p := openBakery(t, "/", browser.Desk)
	p.nodes(10, 16)
	p.says("test('count')", "10 episodes")
	p.is("document.title === 'Memory · Plotline' && role('link', 'Memory').ariaCurrent === 'page'")
	p.says(item("7"), "Contradicted by “Give every order a key”")
	p.says(item("5"), "−0.8")

	p.click(item("5"))
	p.opens("5")
	p.hasFocus("test('episode-name')")
	p.says("test('drawer')", "Seven customers got their bread twice. Why?")
	p.says("test('relationships')", "caused #6 Give every order a key")
	p.is("location.search === '?episode=5' && document.title.startsWith('Saturday: orders arrive twice · ')")
	p.click("role('link', '#6 Give every order a key')")
	p.opens("6")
	value[any](p, "history.back()")
	p.opens("5")
	p.press(kb.Escape)
	p.wait("test('drawer') === null && document.activeElement === (%s)", item("5"))

	p.must(p.Go(w.server.URL + "/?episode=99"))
	p.expect("status of 404")
	p.says("test('episode-failure')", "This episode does not exist.")
}

// TestMemorySearch checks the search, which begins while a person types and says why it found an episode.
func TestMemorySearch(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.wait("test('graph') !== null")
	p.press("/")
	p.hasFocus("test('search')")
	// The test browser also types the slash, which a real keyboard does not. Ctrl-K selects it.
	p.press("k", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.press("orders twice")
	p.wait("location.search === '?q=orders+twice'")
	p.wait("all('[data-testid=episode-item]').length > 0 && said(all('[data-testid=episode-item]')[0]).includes('Give every order a key')") // what ended it stands first; words typed so far may find nothing
	p.press(kb.Enter)                                                                                                                       // closes the list of suggestions
	p.press(kb.ArrowDown)
	p.press(kb.Enter)
	p.opens("6")
	p.press("k", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.hasFocus("test('search')")

	p.must(p.Reload())
	p.opens("6")
	p.wait("test('search').value === 'orders twice' && said(document.querySelector('#m-list-title')) === 'Results'")
	p.click("test('clear-filters')")
	p.wait("test('search').value === '' && location.search === '?episode=6'")
}

// TestMemoryUnderstandsQuestions checks that a question offers filters, which a click sets and removes, that the words
// stay, and that a question for filters alone sets them.
func TestMemoryUnderstandsQuestions(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	p.is("test('understood') === null")
	p.click("test('search')")
	p.press("which orders failed in September 2026?")
	p.says("test('understood')", "Filter by “failed”: Went badly “in September 2026”: Sep 1 – 30, 2026")
	p.wait("said(document.querySelector('#m-list-title')) === 'Results'")
	p.press(kb.Enter) // the list of suggestions lies over the page
	p.wait("test('suggestions') === null")
	p.audited("what a question means")
	p.click("all('.m-understood button')[0]")
	p.wait("location.search.endsWith('&went=bad') && all('.m-understood button')[0].ariaPressed === 'true'")
	p.stands(2)
	p.click("all('.m-understood button')[1]")
	p.wait("location.search.includes('since=2026-09-01T00') && location.search.includes('until=2026-09-30T23')")
	p.is("test('search').value === 'which orders failed in September 2026?'")
	p.click("all('.m-understood button')[0]")
	p.wait("!location.search.includes('went=bad') && all('.m-item').length > 2")
	p.is("test('search').value === 'which orders failed in September 2026?'")

	// One that asks for nothing else sets them at once, and takes them back with its words.
	p.click("test('clear-filters')")
	p.wait("test('search').value === ''")
	p.click("test('search')")
	p.press("what failed in September 2026?")
	p.wait("location.search.includes('went=bad') && location.search.includes('since=2026-09-01T00')")
	p.says("test('count')", "2 of 10 episodes")
	p.is("said(document.querySelector('#m-list-title')) === 'Episodes'") // no word is left to search for
	p.is("all('[data-testid=suggest-episode]').length === 0")
	p.must(p.Reload())
	p.wait("all('.m-understood button[aria-pressed=true]').length === 2 && said(document.querySelector('#m-list-title')) === 'Episodes'")
	p.click("test('search')")
	p.press(kb.End)
	p.press(strings.Repeat(kb.Backspace, len("what failed in September 2026?")))
	p.wait("location.search === '' && said(test('count')) === '10 episodes'")
}

// TestMemoryQuestionsWithoutTimes checks that a question is searched as words while the server does not say which time it
// names, and that nothing waits for the answer.
func TestMemoryQuestionsWithoutTimes(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	for _, answer := range []string{"new Promise(() => {})", "Promise.reject(new TypeError('offline'))"} {
		value[any](p, `(() => {
			window.sends ??= fetch
			window.fetch = (path, ...rest) => path.startsWith('/api/v1/times?') ? `+answer+` : window.sends(path, ...rest)
		})()`)
		p.click("test('search')")
		p.press("which orders failed in September 2026?")
		p.wait("location.search.startsWith('?q=which') && !location.search.includes('since') && said(document.querySelector('#m-list-title')) === 'Results'")
		p.says("test('understood')", "Filter by “failed”: Went badly")
		p.press(kb.Enter) // the list of suggestions lies over the page
		p.wait("test('suggestions') === null")
		p.click("test('clear-filters')")
		p.wait("test('search').value === '' && location.search === ''")
	}
}

// TestMemoryFilters checks that filters narrow the list and the graph, and that the address keeps them.
func TestMemoryFilters(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	p.click(button("Went badly"))
	p.says("test('count')", "2 of 10 episodes")
	p.stands(2)
	p.says("test('timeline-count')", "2 of 10 episodes")
	p.is("test('histogram').querySelector('[role=img]').ariaLabel.startsWith('2 of 10 episodes from ')")
	p.wait("all('.m-legend button').some((it) => /^causes [1-3] of 4$/.test(said(it)))")
	p.click("all('summary').find((it) => said(it) === 'Tags')")
	p.click("all('.m-popover label').find((it) => said(it).startsWith('incident')).querySelector('input')")
	p.says("test('count')", "1 of 10 episodes")
	p.is("location.search === '?tag=incident&went=bad'")
	p.press(kb.Escape)
	p.click("test('clear-filters')")
	p.says("test('count')", "10 episodes")
	p.wait("test('timeline-count') === null && all('.m-legend button').some((it) => said(it) === 'causes 4')")

	p.click("all('summary').find((it) => said(it) === 'Time')")
	p.click(button("Last 30 days"))
	p.wait("/^\\?since=20\\d\\d-\\d\\d-\\d\\dT00(:|%%3A)00$/.test(location.search)")
	p.press(kb.Escape)
	p.click("test('clear-filters')")
	p.says("test('count')", "10 episodes")

	p.must(p.Drag("all('.m-fill')[3]", "all('.m-fill')[5]"))
	p.wait("location.search.startsWith('?since=2026-09-0') && location.search.includes('&until=2026-09-0')")
	p.wait("!said(test('count')).startsWith('10 ')")
	p.click("test('show-table')")
	p.wait("test('episode-table') !== null && said(test('count')) === `${all('tbody tr').length} of 10 episodes`")
}

// TestMemoryTableOnPhone checks that the columns that a phone has no room for do not make the rows high.
func TestMemoryTableOnPhone(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/?show=table", browser.Phone)
	p.wait("all('.m-table tbody tr').length === 10")
	p.is("all('.m-table tbody td:last-child').every(({ clientWidth }) => clientWidth >= 150)")
	p.is("all('.m-table tbody tr').every(({ clientHeight }) => clientHeight < 100)")
	p.is("all('.m-table tbody tr').every((row) => row.cells[1].getBoundingClientRect().right < innerWidth / 2)") // how it went
	p.is("innerWidth === screen.width")
}

// TestMemoryCropsNothing checks that the first picture has its names inside, and that nothing covers it.
func TestMemoryCropsNothing(t *testing.T) {
	t.Parallel()
	w := beginBakery(t, 2)
	for _, screen := range []browser.Screen{browser.Desk, browser.Phone} {
		p := w.empty(screen)
		p.must(p.Before(watchDiscs + `; (() => {
			const { fillText } = CanvasRenderingContext2D.prototype
			window.texts = []
			CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
				const { width } = this.measureText(text)
				const left = this.textAlign === 'left' ? x : x - width / 2
				window.texts.push([text, left, left + width, y, this.canvas.clientWidth, this.canvas.clientHeight])
				return fillText.call(this, text, x, y)
			}
		})()`))
		p.must(p.Go(w.server.URL + "/?show=graph"))
		p.wait("test('graph')?.dataset.nodes === '10' && window.texts.length > 3 && all('.m-legend button').length > 0")
		p.is("window.texts.every(([, left, right, , width]) => left >= 0 && right <= width)")
		p.is("window.texts.filter(([, , , top, , height]) => top > 0 && top < height).length >= 10")
		p.wait("all('.m-below')[0].getBoundingClientRect().top >= test('graph').getBoundingClientRect().bottom - 1")
	}
}

// TestMemoryConnections checks what led to an episode and how two episodes are connected.
func TestMemoryConnections(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/?episode=6", browser.Desk)
	p.opens("6")
	p.click(button("What led to this"))
	p.says("test('walk')", "#5 Saturday: orders arrive twice")
	p.says("test('walk')", "caused #6")
	p.is("location.search === '?episode=6&walk=back'")
	p.click(button("What came of it"))
	p.wait("!said(test('walk')).includes('#5 ')")
	p.click("test('connect')")
	p.press("#1")
	p.press(kb.Enter)
	p.says("test('connection')", "#6 “Give every order a key”")
	p.says("test('connection')", "#3 is part of #1 “Plan the bakery's new order page”")
	p.is("location.search === '?episode=6&to=1'")
	p.click("all('[data-testid=connection] > a')[0]")
	p.wait("test('connection') === null && test('connect').value === ''")
	for _, other := range []string{"3", "1"} { // what is typed replaces what was asked
		p.click("test('connect')")
		p.press("#" + other)
		p.press(kb.Enter)
		p.is("location.search === '?episode=6&to=%s'", other)
	}
	p.must(p.Reload())
	p.says("test('connection')", "Strength")
}

// TestMemoryWalkUnderFilters checks that the graph shows what led to an episode, though the filters leave it out.
func TestMemoryWalkUnderFilters(t *testing.T) {
	t.Parallel()
	w, p := openBakery(t, "/?went=bad", browser.Desk)
	p.stands(2)
	p.must(p.Go(w.server.URL + "/?went=bad&episode=5&walk=forward"))
	p.says("test('walk')", "was caused by #5")
	p.wait("Number(test('graph')?.dataset.nodes) > 2")
	p.says("test('count')", "2 of 10 episodes")
}

// TestMemoryByKeyboard checks that arrow keys walk along relationships of the graph.
func TestMemoryByKeyboard(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/?episode=5", browser.Desk)
	p.opens("5")
	p.wait("test('graph') !== null")
	p.focus("test('graph')")
	p.press(kb.ArrowRight)
	const announced = "document.querySelector('[data-testid=graph-cursor]').textContent"
	p.wait("/^#[67] .* Reward .* relationships\\.$/.test(%s)", announced)
	reached := value[string](p, announced+".slice(1, 2)")
	p.press(kb.Enter)
	p.opens(reached)
	p.press(kb.Escape)
	p.wait("test('drawer') === null")
	p.press("?")
	p.says("test('keys-dialog')", "Walk along relationships")
}

// TestMemoryOnPhone checks that a phone shows the list, and the graph and an episode instead of it.
func TestMemoryOnPhone(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Phone)
	p.wait("(%s) !== null && test('graph') === null", item("10"))
	p.fits("the list")
	p.click("test('show-graph')")
	p.wait("test('graph') !== null && (%s) === null", item("10"))
	p.fits("the graph")
	p.click("test('show-table')")
	p.wait("test('episode-table') !== null && test('graph') === null")
	p.click("test('show-list')")
	p.click(item("8"))
	p.opens("8")
	p.wait("(%s) === null && test('search') === null", item("10"))
	p.fits("an episode")
	p.audited("an episode", browser.Phone)
	p.click("test('close')")
	p.wait("(%s) !== null", item("10"))
}

// TestMemoryListKeepsItsPlace checks on a phone that closing an episode leads back to the same place of the list, and that a
// finger on the graph below an episode scrolls the page.
func TestMemoryListKeepsItsPlace(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Screen{Width: 380, Height: 480, Scale: 2, Touch: true})
	p.wait("(document.addEventListener('click', () => (window.place = scrollY), true), 1)")
	for _, episode := range []string{"10", "2"} { // at the top and at the end
		p.click(item(episode))
		p.reads(episode)
		p.is("(window.left = window.place) >= 0 && scrollY === 0")
		p.click(button("What led to this"))
		p.wait("Number(test('graph')?.dataset.nodes) > 0 && document.scrollingElement.scrollHeight > 900")
		value[any](p, "test('graph').scrollIntoView({ block: 'end' })")
		before := value[float64](p, "scrollY")
		p.must(p.Swipe("test('graph')", 120))
		p.wait("scrollY < %v - 50", before)
		p.click("test('close')")
		p.wait("test('drawer') === null && document.activeElement === (%s)", item(episode))
		p.is("scrollY === left")
	}
}

// TestMemoryWithoutWay checks that an episode that nothing led to says so once and has no button for it, and that a phone
// draws no graph of one episode.
func TestMemoryWithoutWay(t *testing.T) {
	t.Parallel()
	w := beginBakery(t, 1)
	alone := w.addEpisode("Ask about rye", "")
	p := w.open("/?episode=1", browser.Phone)
	p.reads("1")
	p.says("test('column-back')", "What led to this Nothing is known to have led to it.")
	p.is("(%s) === null && (%s) !== null", button("What led to this"), button("What came of it"))
	p.must(p.Go(w.server.URL + "/?episode=1&walk=back"))
	p.reads("1")
	p.says("test('column-back')", "Nothing is known to have led to it.")
	p.wait("(%s) !== null && test('walk') === null && test('graph') === null", button("What came of it"))
	p.click(button("What came of it"))
	p.wait("test('walk') !== null && test('graph') !== null")
	p.must(p.Go(w.server.URL + "/?episode=1&to=" + alone))
	p.says("test('connection')", "not linked")
	p.is("test('graph') === null && !document.querySelector('.m-zoom')?.checkVisibility()")
	p.fits("two episodes without a connection")
}

// TestMemoryIsAccessible checks the states of the page in both themes.
func TestMemoryIsAccessible(t *testing.T) {
	t.Parallel()
	w, p := openEmpty(t, "/", browser.Desk)
	p.says("test('memory-empty')", "Nothing is remembered yet")
	p.audited("the empty page")
	p.must(p.Show(browser.Phone))
	p.fits("the empty page")
	p.must(p.Show(browser.Desk))
	w.importBakery()
	p.draws(10)
	p.audited("the graph")
	p.must(p.Go(w.server.URL + "/?episode=6&to=1&q=orders&tag=fix"))
	p.wait("test('connection')?.innerText.includes('Strength')")
	p.audited("an episode and its connection")
	p.must(p.Go(w.server.URL + "/?episode=6&walk=back&show=table"))
	p.wait("test('episode-table') !== null && test('walk') !== null")
	p.click("all('summary').find((it) => said(it) === 'Tags')")
	p.audited("the table and a menu")
}

// TestMemoryUpdates checks that an open page shows a new episode and marks it.
func TestMemoryUpdates(t *testing.T) {
	t.Parallel()
	w, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	p.wait("(window.first = true)") // lost if the page is reloaded
	made := ask[struct {
		ID string `json:"episode_id"`
	}](w, http.MethodPost, "/api/v1/episodes", map[string]any{"name": "Say sorry", "query": "Write to the seven customers.", "reward": 0.4})
	ask[any](w, http.MethodPost, "/api/v1/relationships", map[string]any{
		"from_episode_id": "5", "to_episode_id": made.ID, "relationship_type": "causes",
	})
	p.click("test('arrived')")
	p.nodes(11, 17)
	p.is("(%s).classList.contains('m-fresh') && !(%s).classList.contains('m-fresh') && window.first", item("11"), item("10"))
}
