package browser_test

import (
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
	p.expect("status of 404")
	p.press("77")
	p.wait("said(document.querySelector('.m-side')).includes('Nothing matches these words.')")
}

// TestMemoryTableSorts checks that the headings of the table sort it, and that a third press brings the order back.
func TestMemoryTableSorts(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/?show=table", browser.Desk)
	p.wait("all('.m-table tbody tr').length === 10")
	const serials = "all('.m-table tbody tr').map((row) => said(row.cells[0]))"
	const rewards = "all('.m-table tbody tr').map((row) => Number(said(row.cells[2]).replace('−', '-').match(/[-+]?[\\d.]+$/)[0]))"
	reward := "all('.m-sort').find((it) => said(it).startsWith('Reward'))"
	p.is("(window.before = " + serials + ".join()) !== ''")
	p.click(reward)
	p.wait("document.querySelector('th[aria-sort=ascending]') !== null")
	p.is(rewards + ".every((reward, i, all) => i === 0 || reward >= all[i - 1])")
	p.click(reward)
	p.wait("document.querySelector('th[aria-sort=descending]') !== null")
	p.is(rewards + ".every((reward, i, all) => i === 0 || reward <= all[i - 1])")
	p.audited("a sorted table")
	p.click(reward)
	p.wait("document.querySelector('th[aria-sort]') === null && " + serials + ".join() === window.before")
}

// TestMemoryKeepsFilters checks that filters outlast a look at the other pages, and that the name of the product is the
// way back to everything.
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
	p.click("document.querySelector('.brand')")
	p.wait("location.search === ''")
	p.says("test('count')", "10 episodes")
}
