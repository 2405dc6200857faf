package browser_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/largegraph"
)

// importLarge imports a graph with the structure of a real one, and returns the number of its relationships.
func (w *world) importLarge(shape largegraph.Shape) (relationships int) {
	w.t.Helper()
	name := filepath.Join(w.t.TempDir(), "large.jsonl")
	file, err := os.Create(name)
	if err != nil {
		w.t.Fatal(err)
	}
	relationships, err = largegraph.Write(file, shape)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		w.t.Fatal(err)
	}
	w.importFile(name)
	return relationships
}

// TestMemoryCloud checks the picture of more episodes than layers hold: the page opens with few, all of them are drawn on
// demand, the keyboard walks among them, and a selection moves nothing.
func TestMemoryCloud(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	count := w.importLarge(largegraph.Shape{Episodes: 400, Hub: 350})
	p := w.open("/", browser.Desk)
	p.wait("test('graph')?.dataset.kind === 'layers' && test('graph').dataset.nodes === '60' && Number(test('graph').dataset.names) >= 10")
	p.says("document.querySelector('.m-extent')", "The newest connected part, 60 of 400 episodes.")
	p.click("all('.m-extent a').find((it) => said(it) === 'Draw all 400')")
	p.wait("test('graph')?.dataset.kind === 'cloud' && test('graph').dataset.painted === '400'")
	p.wait("test('graph').dataset.settled === 'true' && test('graph').dataset.lines === %s", js(strconv.Itoa(count)))
	p.wait("(window.before = test('graph'))")
	p.focus("test('graph')")
	p.press(kb.ArrowLeft)
	p.press(kb.ArrowLeft)
	const announced = "document.querySelector('[data-testid=graph-cursor]').textContent"
	p.wait("/^#[0-9]+ .* Reward .* relationships?\\.$/.test(%s)", announced)
	p.press(kb.Enter)
	p.wait("test('drawer') !== null && %s.startsWith('#' + test('drawer').dataset.serial + ' ')", announced)
	p.is("window.before === test('graph') && test('graph').dataset.settled === 'true'")
	p.press(kb.Escape)
	p.wait("test('drawer') === null")

	p.click("all('.m-extent a').find((it) => said(it) === 'Draw only the newest 300')")
	p.wait("test('graph')?.dataset.kind === 'layers' && test('graph').dataset.nodes === '300'")
	p.is("location.search === '?picture=newest'")
	p.click("all('.m-extent a').find((it) => said(it) === 'Draw all 400')")
	p.wait("test('graph')?.dataset.painted === '400'")
	p.audited("a cloud", browser.Desk)
}

// TestMemoryCommunities checks the picture of more episodes than the page can load: communities and months, which open
// by click and by key.
func TestMemoryCommunities(t *testing.T) {
	t.Parallel()
	w := begin(t, 1, "--embeddings", "off")
	w.importLarge(largegraph.Shape{Episodes: 20_100, Hub: 10_000})
	p := w.empty(browser.Desk)
	p.must(p.Before(watchDiscs))
	p.must(p.Go(w.server.URL + "/"))
	p.wait("test('graph')?.dataset.kind === 'layers' && test('graph').dataset.nodes === '60'")
	p.click("all('.m-extent a').find((it) => said(it) === 'Draw all 20,100')")
	p.wait("test('graph')?.dataset.kind === 'groups' && test('graph').dataset.settled === 'true'")
	p.says("test('count')", "20,100 episodes")
	p.says("document.querySelector('.m-extent')", "of 20,100 episodes.")
	p.audited("communities", browser.Desk)
	p.focus("test('graph')")
	p.press(kb.ArrowRight)
	const announced = "document.querySelector('[data-testid=graph-cursor]').textContent"
	p.wait("/: [0-9,]+ episodes, mean reward .*\\. Enter opens them\\.$/.test(%s)", announced)
	size := value[string](p, announced+".match(/: ([0-9,]+) episodes, mean/)[1]")
	p.press(kb.Enter)
	p.wait("location.search.startsWith('?community=')")
	p.says("test('count')", size+" of 20,100 episodes")
	p.wait("test('graph')?.dataset.nodes === %s", js(strings.ReplaceAll(size, ",", "")))
	p.click("all('.m-extent a').find((it) => said(it) === 'Leave it')")
	p.wait("test('graph')?.dataset.kind === 'groups' && location.search === '?picture=all'")
	p.opensByMouse("location.search.startsWith('?community=')")

	p.click("all('.m-extent a').find((it) => said(it) === 'Draw by time')")
	p.wait("test('graph')?.dataset.kind === 'groups' && test('graph').dataset.settled === 'true' && location.search === '?picture=months'")
	p.says("document.querySelector('.m-extent')", "spans of time.")
	p.opensByMouse("location.search.startsWith('?since=20') && location.search.includes('&until=20')")
	p.focus("test('graph')")
	p.press(kb.ArrowRight)
	p.wait("/20[0-9]+: [0-9,]+ episodes/.test(%s)", announced)
	p.press(kb.Enter)
	p.wait("location.search.startsWith('?since=20') && location.search.includes('&until=20')")
	p.wait("['cloud', 'layers'].includes(test('graph')?.dataset.kind) && !said(test('count')).startsWith('20,100')")
}

// opensByMouse clicks on the largest group of the picture, which leads to its episodes, and goes back.
func (p *tab) opensByMouse(reached string) {
	p.t.Helper()
	const groups = "test('graph')?.dataset.kind === 'groups' && test('graph').dataset.settled === 'true'"
	p.wait("%s && window.discs?.length > 1", groups)
	address := value[string](p, "location.search")
	p.clickDisc()
	p.wait("%s", reached)
	p.wait("/^[0-9,]+ of 20,100 episodes$/.test(said(test('count')))")
	p.wait("['cloud', 'layers'].includes(test('graph')?.dataset.kind) && test('graph').dataset.nodes === said(test('count')).replace(/ of.*|,/g, '')")
	value[any](p, "history.back()")
	p.wait("location.search === %s && %s", js(address), groups)
}
