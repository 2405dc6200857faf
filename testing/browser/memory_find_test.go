package browser_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"plotline/testing/browser/kit/browser"
)

// TestMemoryFindsNumbers checks that a number finds its episode first.
func TestMemoryFindsNumbers(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	p.click("test('search')")
	p.press("#7")
	p.wait("said(document.querySelector('#m-list-title')) === 'Results' && test('episode-item')?.dataset.serial === '7'")
	p.press("77")
	p.says("test('search-note')", "There is no episode #777.")
}

// TestMemoryTableSorts checks that the headings of the table sort it, that the address keeps the order, and that a third
// press brings the first one back.
func TestMemoryTableSorts(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/?show=table", browser.Desk)
	p.wait("all('.m-table tbody tr').length === 10")
	const serials = "all('.m-table tbody tr').map((row) => said(row.cells[0]))"
	const rewards = "all('.m-table tbody tr').map((row) => Number(said(row.cells[1]).replace('−', '-').match(/[-+]?[\\d.]+$/)[0]))"
	reward := "all('.m-sort').find((it) => said(it).startsWith('Reward'))"
	p.is("said(document.querySelector('th[aria-sort=descending]')) === 'Created ▼'")
	before := value[string](p, serials+".join()")
	p.click(reward)
	p.wait("location.search === '?show=table&sort=reward' && said(document.querySelector('th[aria-sort=ascending]')) === 'Reward ▲'") // the worst first
	p.is(rewards + ".every((reward, i, all) => i === 0 || reward >= all[i - 1])")
	p.must(p.Reload())
	p.wait("all('.m-table tbody tr').length === 10 && said(document.querySelector('th[aria-sort=ascending]')) === 'Reward ▲'")
	p.is(rewards + ".every((reward, i, all) => i === 0 || reward >= all[i - 1])")
	p.audited("a sorted table")
	p.click(reward)
	p.wait("location.search === '?show=table&sort=-reward' && document.querySelector('th[aria-sort=descending]') !== null")
	p.is(rewards + ".every((reward, i, all) => i === 0 || reward <= all[i - 1])")
	p.click(reward)
	p.wait("location.search === '?show=table' && said(document.querySelector('th[aria-sort]')) === 'Created ▼'")
	p.is("%s.join() === %s", serials, js(before))
	p.click("all('.m-sort').find((it) => said(it).startsWith('Relationships'))")
	p.wait("location.search === '?show=table&sort=-relationships'")
	p.is("all('.m-table tbody tr').map((row) => Number(said(row.cells[5]))).every((n, i, all) => i === 0 || n <= all[i - 1])")
}

// TestMemoryTableAlone checks that the table has no list beside it, says what was learned, and opens an episode by a
// click anywhere in its row.
func TestMemoryTableAlone(t *testing.T) {
	t.Parallel()
	w, p := openBakery(t, "/?show=table", browser.Desk)
	p.wait("all('.m-table tbody tr').length === 10")
	p.is("all('[data-testid=episode-item]').length === 0 && test('show-graph') !== null")
	p.is("all('.m-table tbody tr').every(({ clientHeight }) => clientHeight >= 44)")
	p.says("all('.m-table tbody tr[data-serial=\"5\"]')[0]", "A slow answer made people press the button again, and nothing recognised the second order.")
	asked := slices.DeleteFunc(p.Requests(), func(url string) bool { return !strings.Contains(url, "/api/v1/learned") })
	if len(asked) == 0 || len(asked) > 2 || // the page may draw its rows again once it has loaded everything
		slices.ContainsFunc(p.Requests(), func(url string) bool { return strings.Contains(url, "/api/v1/episodes/") }) {
		t.Errorf("the rows load what was learned by %s, want one request for all", asked)
	}
	p.click("all('.m-table tbody tr[data-serial=\"5\"] td:last-child')[0]")
	p.reads("5")
	p.is("document.querySelector('tr[aria-current]').dataset.serial === '5' && location.search === '?episode=5&show=table'")
	p.audited("the table and an episode")
	p.press("j") // by the order of the table
	p.reads("4")
	p.must(p.Show(browser.Phone))
	p.must(p.Go(w.server.URL + "/?show=table"))
	p.wait("all('.m-sort').length === 5 && all('.m-sort').every((it) => it.offsetHeight >= 44 && it.offsetWidth >= 44)")
}

// TestMemoryListOfOneOutcome checks that the list of what went badly has the worst first and that of what went well the best,
// that the keys go by the same order, and that several outcomes or a search leave the order alone.
func TestMemoryListOfOneOutcome(t *testing.T) {
	t.Parallel()
	w := beginBakery(t, 1)
	for _, reward := range []float64{-0.4, -0.9, -0.4} { // 11, 12 and 13
		ask[any](w, http.MethodPost, "/api/v1/episodes", map[string]any{"name": "Bake", "query": "Why?", "reward": reward})
	}
	p := w.open("/?went=bad", browser.Desk)
	const rewards = "all('[data-testid=episode-item] .m-age').map((it) => parseFloat(said(it).replace('−', '-')))"
	p.wait("(%s).length === 5 && (%s).every((it, i, all) => i === 0 || all[i - 1] <= it)", rewards, rewards)
	const serials = "all('[data-testid=episode-item]').map((it) => it.dataset.serial)"
	p.is("(%s)[0] === '12' && (%s).indexOf('13') + 1 === (%s).indexOf('11')", serials, serials, serials)
	p.press("j")
	p.reads("12")
	p.says("test('drawer')", "1 of 5")
	p.press("j")
	p.wait("test('drawer')?.dataset.serial === (%s)[1]", serials)
	p.must(p.Go(w.server.URL + "/?went=good"))
	p.wait("(%s).length > 3 && (%s).every((it, i, all) => i === 0 || all[i - 1] >= it)", rewards, rewards)
	p.must(p.Go(w.server.URL + "/?went=good&went=bad"))
	p.wait("(%s).slice(0, 3).join() === '13,12,11'", serials)
}

// TestMemoryKeepsFilters checks that filters outlast a look at the other pages, and that the tab of the memory is the way
// back to everything.
func TestMemoryKeepsFilters(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.draws(10)
	p.click("all('summary').find((it) => said(it) === 'Time')")
	p.click(button("Last week"))
	p.wait("location.search.includes('since=') && location.search.includes('until=')")
	p.is("(window.before = location.search) !== ''")
	p.click("all('nav .page').find((it) => said(it).startsWith('Projects'))")
	p.wait("location.pathname === '/projects'")
	p.click("all('nav .page').find((it) => said(it).startsWith('Memory'))")
	p.wait("location.pathname === '/' && location.search === window.before")
	p.click("all('nav .page').find((it) => said(it).startsWith('Memory'))")
	p.wait("location.search === ''")
	p.says("test('count')", "10 episodes")
}
