package browser_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
)

// learned is what an agent writes: with headings, code, a table and links.
const learned = "## Why\n\nThe button sent it **twice**: `submit()` had no key. See https://example.org/12 and [the note](http://example.org/note).\n\n" +
	"```sql\nCREATE UNIQUE INDEX orders_key ON orders (customer_id, key) WHERE deleted_at IS NULL AND status <> 'draft' AND created_at > '2026-01-01';\n```\n\n" +
	"| minute | orders |\n|---|---|\n| 07:40 | 12 |\n"

// addEpisode creates an episode and returns its number.
func (w *world) addEpisode(name, reflection string) string {
	w.t.Helper()
	made := ask[struct {
		ID string `json:"episode_id"`
	}](w, http.MethodPost, "/api/v1/episodes", map[string]any{"name": name, "query": "Why?", "reflection": reflection, "reward": 0.5})
	stored := ask[struct {
		Serial int64 `json:"id"`
	}](w, http.MethodGet, "/api/v1/episodes/"+made.ID, nil)
	return strconv.FormatInt(stored.Serial, 10)
}

// TestMemoryReadsMarkdown checks that what was learned comes first and is drawn as Markdown, and that a long text folds.
func TestMemoryReadsMarkdown(t *testing.T) {
	t.Parallel()
	w := beginBakery(t, 1)
	serial := w.addEpisode("Find why orders came twice", learned)
	p := w.open("/?episode="+serial, browser.Desk)
	p.reads(serial)
	p.wait("document.querySelector('.m-learned pre') !== null")
	p.is("said(document.querySelector('.m-learned h3')) === 'What was learned'")
	p.is("said(document.querySelector('.m-learned strong')) === 'twice' && said(document.querySelector('.m-learned p code')) === 'submit()'")
	p.is("said(document.querySelector('.m-learned td')) === '07:40' && said(document.querySelector('.m-learned h4')) === 'Why'")
	p.is("all('.m-learned a').map((it) => it.href + ' ' + it.rel).join() === 'https://example.org/12 noopener noreferrer nofollow,http://example.org/note noopener noreferrer nofollow'")
	// Code scrolls by itself and does not make the pane wider.
	p.is("(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.m-learned pre'))")
	p.is("getComputedStyle(document.querySelector('.m-learned pre code')).fontFamily.includes('mono')")
	p.is("(({ scrollWidth, clientWidth }) => scrollWidth === clientWidth)(test('drawer'))")
	p.audited("Markdown")

	long := w.addEpisode("A long text", strings.Repeat("Look at the key before you write.\n\n", 300))
	p.must(p.Go(w.server.URL + "/?episode=" + long))
	p.reads(long)
	p.is("document.querySelector('.m-learned').clientHeight < 500 && test('column-back').getBoundingClientRect().top < innerHeight")
	p.click("test('unfold')")
	p.wait("document.querySelector('.m-learned').clientHeight > 5000")
	value[any](p, "test('drawer').scrollTo(0, 3000)")
	p.wait("test('drawer').scrollTop > 2900")
	p.click("test('fold')") // still in sight
	p.wait("document.querySelector('.m-learned').clientHeight < 500 && document.activeElement === test('unfold')")
}

// TestMemoryReadingPane checks what is always there, what folds, the way through the list, and the width.
func TestMemoryReadingPane(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/?episode=5", browser.Desk)
	p.reads("5")
	p.is("/−0.8 Sep 5 incident$/.test(said(test('facts')))")
	// No dot ends a line.
	p.is("(test('facts').style.maxWidth = '9rem') && [...test('facts').children].some((it) => it.nextElementSibling?.offsetTop > it.offsetTop + 12)")
	p.is("[...test('facts').children].every((it) => getComputedStyle(it, '::after').content === 'none' || it.nextElementSibling.offsetTop <= it.offsetTop + 12)")
	p.says("test('column-back')", "came after Send the confirmation by mail")
	p.says("test('column-forward')", "caused Give every order a key")
	p.is("all('.m-fold > details').every((it) => !it.open)")
	p.is("test('drawer').getBoundingClientRect().width === 480")
	p.click("test('part-task').querySelector('summary')")
	p.says("test('part-task')", "Seven customers got their bread twice. Why?")

	// A part that was opened stays open from one episode to the next.
	p.press("k")
	p.reads("7")
	p.says("test('succession')", "Contradicted by Give every order a key")
	p.is("test('part-task').open && !test('part-relationships').open")
	p.click("test('next')")
	p.reads("5")
	p.says("test('drawer')", "6 of 10")
	p.click("test('previous')")
	p.reads("7")

	p.must(p.Drag("test('reading-edge')", "document.querySelector('.m-modes')"))
	p.wait("test('drawer').getBoundingClientRect().width > 500")
	p.is("(window.width = test('drawer').getBoundingClientRect().width) > 0")
	p.focus("test('reading-edge')")
	before := value[float64](p, "test('drawer').getBoundingClientRect().width")
	p.press(kb.ArrowRight)
	p.wait("test('drawer').getBoundingClientRect().width < %v", before)
	after := value[float64](p, "test('drawer').getBoundingClientRect().width")
	p.must(p.Reload())
	p.reads("7")
	p.wait("test('drawer').getBoundingClientRect().width === %v", after)
}

// TestMemoryColumns checks that an episode that contradicts another came of it, and that what merely comes next is last.
func TestMemoryColumns(t *testing.T) {
	t.Parallel()
	w := beginBakery(t, 1)
	later := w.addEpisode("Drop the keys", "")
	ask[any](w, http.MethodPost, "/api/v1/relationships", map[string]any{
		"from_episode_id": later, "to_episode_id": "6", "relationship_type": "contradicts", "strength": 0.2,
	})
	p := w.open("/?episode=6", browser.Desk)
	p.reads("6")
	p.wait("all('[data-testid=column-back] li').map(said).join() === 'was caused by Saturday: orders arrive twice,contradicts Try: block the button for ten seconds'")
	p.wait("all('[data-testid=column-forward] li').map(said).join() === 'is contradicted by Drop the keys,came before Second version of the order form'")
	p.click(button("What came of it"))
	p.wait("said(test('walk')).startsWith('#%s Drop the keys') && said(test('walk')).includes('contradicts #6')", later)
	p.must(p.Go(w.server.URL + "/?episode=7"))
	p.reads("7")
	p.says("test('column-forward')", "is contradicted by Give every order a key")
}

// TestMemoryRows checks that the rows of the list are low, of one line, and say what has replaced an episode.
func TestMemoryRows(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/", browser.Desk)
	p.wait("all('[data-testid=episode-item]').length === 10")
	p.is("all('[data-testid=episode-item]').every(({ offsetHeight }) => offsetHeight >= 44 && offsetHeight <= 46)")
	p.is("all('.m-item .item-name').every(({ clientHeight }) => clientHeight <= 24)")
	p.is("(%s).querySelector('.m-strike') !== null && (%s).querySelector('.m-strike') === null", item("7"), item("6"))
	p.is("said((%s).querySelector('.m-age')).startsWith('Sep 5')", item("7"))            // older than six days
	p.is("new Set(all('.m-item .m-sign').map((it) => it.getAttribute('d'))).size === 2") // not by colour alone
	p.must(p.Show(browser.Phone))
	p.wait("all('.m-item').every(({ offsetHeight }) => offsetHeight >= 44)")
}

// TestMemoryFewStops checks that the keyboard comes from the top of the page to the button Edit in twelve stops, and that
// the list and the table have one.
func TestMemoryFewStops(t *testing.T) {
	t.Parallel()
	w, p := openBakery(t, "/?episode=5", browser.Desk)
	p.reads("5")
	p.wait("Number(test('graph')?.dataset.nodes) > 0")
	stops := 0
	for _, target := range []string{"role('button', 'To the episode')", "test('edit')"} {
		for ; value[bool](p, "document.activeElement !== ("+target+")"); stops++ {
			if stops > 20 {
				t.Fatalf("Tab does not come to %s", target)
			}
			p.press(kb.Tab)
		}
		if target != "test('edit')" {
			p.press(kb.Enter)
			p.hasFocus("test('drawer')")
		}
	}
	if stops > 12 {
		t.Errorf("%d stops from the top to Edit, want at most 12", stops)
	}
	p.is("document.querySelectorAll('[data-testid=episode-item][tabindex=\"0\"]').length === 1")
	p.is("document.querySelector('[data-testid=episode-item][tabindex=\"0\"]').dataset.serial === '5'")
	p.focus(item("5"))
	p.press(kb.End)
	p.hasFocus(item("1"))
	p.press(kb.Home)
	p.hasFocus(item("10"))
	p.is("document.querySelectorAll('[data-testid=episode-item][tabindex=\"0\"]').length === 1")

	p.must(p.Go(w.server.URL + "/?show=table"))
	p.wait("all('tbody tr').length === 10 && document.querySelectorAll('tbody a[tabindex=\"0\"]').length === 1")
	p.focus("all('tbody a')[0]")
	p.press(kb.ArrowDown)
	p.hasFocus("all('tbody a')[1]")
}

// TestMemoryShowsSelectedRow checks that the list scrolls to the open episode, also if its row is not among the first, and
// that a filter that leaves fewer shows them from the first on.
func TestMemoryShowsSelectedRow(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	w.importHub(3000)
	p := w.open("/?episode=900", browser.Desk)
	p.reads("900")
	// Equal times: the newest number is the first.
	p.wait("(({ top, bottom }) => top > 0 && bottom <= innerHeight)((%s)?.getBoundingClientRect() ?? { top: -1 })", item("900"))
	p.is("document.querySelector('.m-modes').getBoundingClientRect().top > 0 && document.querySelectorAll('.m-item').length <= 1000")
	p.press("j")
	p.reads("899")
	p.wait("(%s).ariaCurrent === 'true'", item("899"))
	value[any](p, "(history.pushState(null, '', '/?type=part_of'), dispatchEvent(new PopStateEvent('popstate')), 1)")
	p.wait("said(test('count')).startsWith('301 ') && all('[data-testid=episode-item]').length >= 25")
}

// TestMemoryBesideOnTablet checks that an episode leaves room for the list or the graph at 768 pixels, and at 1280 pixels
// that are enlarged twice.
func TestMemoryBesideOnTablet(t *testing.T) {
	t.Parallel()
	w := beginBakery(t, 1)
	for _, screen := range []browser.Screen{{Width: 768, Height: 1024, Scale: 1}, {Width: 640, Height: 400, Scale: 2}} {
		p := w.empty(screen)
		p.must(p.Go(w.server.URL + "/?episode=6"))
		p.reads("6")
		p.wait("(%s) !== null && test('previous') !== null && test('next') !== null", item("6"))
		p.click(button("What led to this"))
		p.wait("test('graph')?.clientWidth > 200 && test('walk') !== null && (%s) === null", item("6"))
		p.is("document.scrollingElement.scrollWidth <= innerWidth")
		p.click("test('show-list')")
		p.wait("(%s) !== null", item("6"))
	}
	p := w.empty(browser.Phone)
	p.must(p.Go(w.server.URL + "/?episode=6"))
	p.reads("6")
	p.is("(window.before = test('episode-name').getBoundingClientRect().top) <= 110")
	p.click(button("What led to this"))
	p.wait("test('graph')?.clientHeight > 150 && (({ top }) => top > 0 && top < innerHeight - 100)(test('walk').getBoundingClientRect())")
	p.is("test('episode-name').getBoundingClientRect().top <= window.before && test('graph').getBoundingClientRect().top >= test('drawer').getBoundingClientRect().bottom - 1")
	p.fits("what led to an episode")
}

// TestMemoryMovesNothing checks that a pressed control stays where it is, and that the field for the other end of a path and
// what it offers are in sight.
func TestMemoryMovesNothing(t *testing.T) {
	t.Parallel()
	for name, screen := range map[string]browser.Screen{"desk": {Width: 1280, Height: 640, Scale: 1}, "phone": {Width: 390, Height: 844, Scale: 2, Touch: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, p := openBakery(t, "/?episode=1", screen)
			p.reads("1")
			const rest = "(window.moved ??= (document.addEventListener('scroll', () => (window.at = performance.now()), true), 1)) && performance.now() - (window.at ??= performance.now()) > 400"
			const summary = "test('part-connection').querySelector('summary')"
			const top = "%s.getBoundingClientRect().top"
			const seen = "test('connect') !== null && [test('connect'), %s].every((it) => it.getBoundingClientRect().bottom < innerHeight + 1 && it.getBoundingClientRect().top >= all('.m-drawer-top')[0].getBoundingClientRect().bottom)"
			forward := button("What came of it")
			value[any](p, forward+".scrollIntoView({ block: 'center' })")
			p.wait(rest)
			before := value[float64](p, fmt.Sprintf(top, forward))
			p.click(forward)
			p.wait("test('walk') !== null")
			p.wait(rest)
			p.is(top+" === %v", forward, before)

			value[any](p, summary+".scrollIntoView({ block: 'end' })")
			p.wait(rest)
			p.click(summary)
			p.wait(seen, "test('connect')")
			if !screen.Touch { // what is typed at once is no shortcut
				p.hasFocus("test('connect')")
			}
			for _, block := range []string{"end", "center"} { // with the graph of a phone below it
				value[any](p, "test('connect').scrollIntoView({ block: "+js(block)+" })")
				p.focus("test('connect')")
				p.wait(rest)
				before = value[float64](p, fmt.Sprintf(top, "test('connect')"))
				p.press("a")
				p.wait("test('option') !== null")
				p.wait(rest)
				p.is(seen, "all('.m-options')[0]")
				if block == "center" && screen.Touch {
					p.is(top+" === %v", "test('connect')", before)
				}
				p.press(kb.Backspace)
				p.wait("test('option') === null")
			}
		})
	}
}

// hostileMarkdown are texts that try to be more than texts, or to take long.
func hostileMarkdown() []string {
	const longest = 65_000
	filled := func(part string) string { return strings.Repeat(part, longest/len(part)) }
	return []string{
		"<script>window.attacked = 1</script>\n\n<img src=x onerror=\"window.attacked = 1\">",
		"[a](javascript:window.attacked=1) [b](data:text/html,<script>window.attacked=1</script>) ![c](https://example.org/c.png)",
		"[a](JaVaScRiPt&colon;window.attacked=1) <javascript:window.attacked=1> [d](//example.org) [e](/api/v1/episodes)",
		"<svg onload=window.attacked=1><iframe src=javascript:window.attacked=1></iframe><a href=javascript:window.attacked=1>x</a>",
		"|a|b|\n|-|-|\n" + filled("|x|y|\n"),
		filled("> "), filled("1. "), filled("**a"), filled("["), filled("a_"), filled("`a"), filled("http://a."),
	}
}

// TestMemoryHostileMarkdown checks that no script, image or address of a text is more than text, and that the longest
// and deepest texts are drawn.
func TestMemoryHostileMarkdown(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	p := w.open("/", browser.Desk)
	for i, text := range hostileMarkdown() {
		serial := w.addEpisode(fmt.Sprint("Hostile ", i), text)
		p.must(p.Go(w.server.URL + "/?episode=" + serial))
		p.reads(serial)
		p.wait("test('prose') !== null && !test('prose').classList.contains('m-raw')")
		begun := time.Now()
		if value[bool](p, "test('unfold') !== null") {
			p.click("test('unfold')")
			p.wait("test('fold') !== null")
		}
		t.Logf("%.20q: %v", text, time.Since(begun).Round(time.Millisecond))
		p.is("window.attacked === undefined && document.querySelector('main img, main script, main iframe, .m-prose svg, .m-prose [style]') === null")
		p.is("[...document.querySelectorAll('.m-prose a')].every((it) => /^https?:[/][/]/.test(it.getAttribute('href')))")
		p.is("test('drawer').scrollWidth <= test('drawer').clientWidth")
		p.is("test('drawer').querySelectorAll('*').length < 4_000")
		if strings.HasPrefix(text, "|") {
			p.click("test('as-written').querySelector('summary')")
			p.wait("test('as-written').innerText.trimEnd().endsWith('|x|y|')")
		}
	}
}

// TestMemoryPrints checks that an open episode is printed alone, in dark ink and whole, and a list or a table as such.
func TestMemoryPrints(t *testing.T) {
	t.Parallel()
	w := beginBakery(t, 1)
	serial := w.addEpisode("Find why orders came twice", learned)
	paper := browser.Screen{Width: 700, Height: 1000, Scale: 1, Dark: true, Print: true}
	p := w.open("/?episode="+serial, paper)
	p.reads(serial)
	p.wait("document.querySelector('.m-learned pre') !== null")
	p.is("test('graph') === null && test('episode-item') === null && test('search') === null && test('edit') === null && role('link', 'Plans') === null")
	p.is("getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)' && getComputedStyle(test('episode-name')).color === 'rgb(0, 0, 0)'")
	p.is("document.scrollingElement.scrollHeight >= test('drawer').scrollHeight && getComputedStyle(test('drawer')).overflowY === 'visible'")
	p.fitsPaper()
	p.must(p.Go(w.server.URL + "/"))
	p.wait("all('[data-testid=episode-item]').length === 11")
	p.is("test('graph') === null && test('show-table') === null && test('new-episode') === null")
	p.fitsPaper()
	p.must(p.Go(w.server.URL + "/?show=table"))
	p.wait("all('.m-table tbody tr').length === 11")
	p.is("all('[data-testid=episode-item]').length === 0")
}

// fitsPaper checks that nothing is cut at the right edge.
func (p *tab) fitsPaper() {
	p.t.Helper()
	p.is("document.scrollingElement.scrollWidth <= innerWidth")
}
