package browser_test

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
)

// TestMemoryAddRelationship checks that a person adds a relationship with the keyboard alone. A cycle is refused,
// and its path is shown.
func TestMemoryAddRelationship(t *testing.T) {
	t.Parallel()
	w, p := openKey(t, browser.Desk)
	p.wait("(window.lines = Number(test('graph')?.dataset.lines)) > 0")
	p.pressAt(kb.Enter, "test('add-relationship')")
	p.hasFocus("test('sentence')")
	p.says("test('sentence').selectedOptions[0]", "caused")
	p.pressAt(kb.Enter, "test('add-confirm')")
	p.says("test('add-dialog')", "Choose the other episode")
	p.tabTo("test('other')", backwards)
	p.press("sat")
	p.wait("all('[data-testid=option]').length >= 1 && test('other').ariaExpanded === 'true'")
	p.audited("choosing an episode")
	p.press(kb.Escape) // closes the list, not the dialog
	p.wait("test('option') === null && test('add-dialog') !== null")
	p.press(kb.ArrowDown)
	p.wait("said(test('option')).startsWith('#5 Saturday')")
	p.press(kb.Enter)
	p.wait("test('other').value === '#5 Saturday: orders arrive twice'")
	p.press(kb.Enter)
	p.says("test('cycle')", "#5 Saturday: orders arrive twice")
	p.says("test('cycle')", "caused #6 Give every order a key")
	p.expect("status of 409")
	p.audited("a cycle")

	// Another type closes no cycle.
	p.tabTo("test('sentence')", backwards)
	p.press("is con") // types ahead to "is contradicted by"
	p.wait("said(test('sentence').selectedOptions[0]) === 'is contradicted by'")
	p.pressAt(kb.ArrowLeft, "test('strength')")
	p.press(kb.ArrowLeft)
	p.pressAt(kb.Enter, "test('add-confirm')")
	p.says("test('notice')", "Added: #6 is contradicted by #5.")
	p.says("test('relationships')", "is contradicted by #5 Saturday: orders arrive twice strength 0.9")
	p.wait("Number(test('graph')?.dataset.lines) === lines + 1 && document.activeElement === test('add-relationship')")
	type page struct {
		Neighbours []struct {
			Serial    int64   `json:"id"`
			Direction string  `json:"direction"`
			Strength  float64 `json:"strength"`
		} `json:"neighbours"`
	}
	got := ask[page](w, http.MethodGet, "/api/v1/graph/neighbours/6?relationship_type=contradicts&direction=incoming", nil)
	if len(got.Neighbours) != 1 || got.Neighbours[0].Serial != 5 || got.Neighbours[0].Strength != 0.9 {
		t.Errorf("stored is %+v", got)
	}

	// The same once more.
	p.press(kb.Enter)
	p.hasFocus("test('sentence')")
	p.press("is con")
	p.tabTo("test('other')")
	p.press("5")
	p.wait("test('option') !== null")
	p.press(kb.Enter)
	p.press(kb.Enter)
	p.says("test('failure')", "These two episodes already have this relationship.")
}

// TestMemoryLinksTheUnconnected checks that two episodes without a path are said to be unlinked, with the tags that not every
// episode has, and that the form for a relationship has the other one already.
func TestMemoryLinksTheUnconnected(t *testing.T) {
	t.Parallel()
	w := beginBakery(t, 1)
	ask[any](w, http.MethodPost, "/api/v1/episodes", map[string]any{"name": "Ask about rye", "query": "q", "reward": 0.2, "tags": []string{"planning"}})
	p := w.open("/?episode=9&to=11", browser.Desk)
	p.says("test('connection')", "They are not linked, not even over five steps. Both have the tag planning.")
	p.click("test('link-them')")
	p.wait("test('other').value === '#11 Ask about rye'")
	p.audited("linking two episodes")
	p.click("test('add-confirm')")
	p.says("test('notice')", "Added: #9 caused #11.")
	p.says("test('connection')", "caused #11 “Ask about rye”")
	p.wait("test('link-them') === null && test('add-dialog') === null")
}

// TestMemoryTagOfAll checks that a tag of every episode is not named as what two of them share.
func TestMemoryTagOfAll(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	for range 2 {
		ask[any](w, http.MethodPost, "/api/v1/episodes", map[string]any{"name": "A note", "query": "q", "reward": 0.5, "tags": []string{"home"}})
	}
	p := w.open("/?episode=1&to=2", browser.Desk)
	p.says("test('connection')", "They are not linked, not even over five steps.")
	p.is("!said(test('connection')).includes('home')")
}

// TestMemoryFollowCycle checks that the path of a refused relationship leads to its episodes.
func TestMemoryFollowCycle(t *testing.T) {
	t.Parallel()
	_, p := openKey(t, browser.Phone)
	p.click("test('add-relationship')")
	p.click("test('other')")
	p.press("5")
	p.wait("test('option') !== null")
	p.click("test('option')")
	p.click("test('add-confirm')")
	p.wait("test('cycle') !== null")
	p.expect("status of 409")
	p.fits("a cycle")
	p.click("test('cycle').querySelector('a[href*=\"episode=5\"]')")
	p.opens("5")
	p.wait("test('add-dialog') === null && document.activeElement === test('episode-name')")
}

// TestMemoryChangeRelationship checks that a person changes the strength of a relationship and removes it, with the
// keyboard alone.
func TestMemoryChangeRelationship(t *testing.T) {
	t.Parallel()
	_, p := openKey(t, browser.Desk)
	const pencil = "role('button', 'Change or remove: was caused by #5')"
	p.pressAt(kb.Enter, pencil)
	p.wait("test('relation-dialog') !== null")
	p.audited("the dialog of a relationship")
	p.trapped("relation-dialog")
	p.focus("test('strength')")
	p.press(kb.Home)
	p.pressAt(kb.Enter, "test('relation-confirm')")
	p.says("test('notice')", "Changed the strength.")
	p.says("test('relationships')", "was caused by #5 Saturday: orders arrive twice strength 0")
	p.hasFocus(pencil)
	p.press(kb.Enter)
	p.wait("test('relation-dialog') !== null")
	p.pressAt(kb.Enter, "test('remove-relationship')")
	p.says("test('notice')", "#6 was caused by #5 will be removed in")
	p.wait("(%s) === null && document.activeElement === test('keep', test('relationships'))", pencil)
	p.audited("a relationship that will be removed")
	p.press(kb.Enter)
	p.hasFocus(pencil)
	p.is("test('notice') === null && all('[data-testid=relationships] li').length === 5")
}

// TestMemoryHub checks that an episode with 10,000 relationships stays usable: it shows how many of each kind there
// are, and the strongest, a page at a time.
func TestMemoryHub(t *testing.T) {
	t.Parallel()
	const spokes = 10_000
	w := begin(t, 1)
	w.importHub(spokes)
	p := w.open("/?episode=1", browser.Desk)
	p.opens("1")
	p.wait("all('[data-testid=kind]').length === 2")
	p.says("all('[data-testid=kind]')[0]", "caused 9,000")
	p.says("all('[data-testid=kind]')[1]", "contains 1,000")
	p.wait("all('[data-testid=relationships] li').length === 20")
	p.says("test('drawer')", "The strongest 20 of 10,000")
	p.says("all('[data-testid=relationships] li')[1]", "strength 1")
	p.focus("test('episode-name')")
	p.pressAt(kb.Enter, "test('more-relationships')")
	p.wait("all('[data-testid=relationships] li').length === 40")
	p.hasFocus("all('[data-testid=relationships] li')[20].querySelector('a')")
	p.pressAt(" ", "all('[data-testid=kind]')[1]", backwards)
	p.says("test('drawer')", "The strongest 20 of 1,000")
	p.is("all('[data-testid=relationships] li').every((it) => said(it).startsWith('contains '))")
	p.press(" ")
	p.says("test('drawer')", "The strongest 20 of 10,000")
}

// importHub imports an episode that most others are related to.
func (w *world) importHub(spokes int) {
	w.t.Helper()
	path := filepath.Join(w.t.TempDir(), "hub.jsonl")
	file, err := os.Create(path)
	if err != nil {
		w.t.Fatal(err)
	}
	out := bufio.NewWriter(file)
	id := func(kind, n int) string { return fmt.Sprintf("019a0000-0000-7000-%d000-%012x", kind, n) }
	for n := range spokes + 1 {
		_, _ = fmt.Fprintf(out, `{"type":"episode","episode_id":%q,"id":%d,"name":"Spoke %d","query":"Q","reward":0.1,`+
			`"created_at":"2026-01-02T03:04:05Z","updated_at":"2026-01-02T03:04:05Z"}`+"\n", id(8, n+1), n+1, n)
	}
	for n := range spokes {
		from, to, kind := id(8, 1), id(8, n+2), "causes"
		if n%10 == 0 {
			from, to, kind = to, from, "part_of"
		}
		_, _ = fmt.Fprintf(out, `{"type":"relationship","id":%q,"from_episode_id":%q,"to_episode_id":%q,"relationship_type":%q,`+
			`"strength":%v,"created_at":"2026-01-02T03:04:05Z"}`+"\n", id(9, n+1), from, to, kind, float64(n+1)/float64(spokes))
	}
	if err := out.Flush(); err != nil {
		w.t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		w.t.Fatal(err)
	}
	w.importFile(path)
}

// TestMemoryNewCycle checks that a new episode whose relationships close a circle says so with their verb.
func TestMemoryNewCycle(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/?episode=5", browser.Desk)
	p.opens("5")
	p.pressN()
	p.hasFocus("test('edit-name')")
	p.tabTo("test('edit-query')")
	p.press("A circle")
	p.click("test('link-add')")
	p.focus("all('[data-testid=link-other]')[1]")
	p.press("5")
	p.click("test('option')")
	choose := "(([it, index]) => { it.selectedIndex = index; it.dispatchEvent(new Event('change', { bubbles: true })) })([all('[data-testid=link-sentence]')[%d], [...all('[data-testid=link-sentence]')[0].options].findIndex((it) => it.text === %s)])"
	value[any](p, fmt.Sprintf(choose, 0, js("came before")))
	value[any](p, fmt.Sprintf(choose, 1, js("came after")))
	p.expect("status of 409")
	p.click("test('create-confirm')")
	p.says("test('cycle')", "came before")
	p.is("!said(test('cycle')).includes('caused') && !said(test('cycle')).includes('undefined') && said(test('cycle')).includes('A circle')")
}

// TestMemoryPencils checks that a row shows its pencil only while it is pointed at or has the focus.
func TestMemoryPencils(t *testing.T) {
	t.Parallel()
	_, p := openBakery(t, "/?episode=5", browser.Desk)
	p.opens("5")
	pencil := "getComputedStyle(test('edit-relationship')).color"
	p.wait("test('edit-relationship') !== null")
	p.is("%s === 'rgba(0, 0, 0, 0)' && !said(test('relationships')).includes('strength 1 ')", pencil)
	p.focus("test('edit-relationship')")
	p.wait("%s !== 'rgba(0, 0, 0, 0)'", pencil)
}
