package browser_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
)

// soon lets a page send after a short while what it holds back for 30 seconds.
const soon = `const later = setTimeout
	window.setTimeout = (run, wait, ...all) => later(run, wait === 30000 ? 300 : wait, ...all)`

// openSoon opens a page of the bakery that holds deletions back only for a short while.
func openSoon(t *testing.T, path string) (*world, *tab) {
	t.Helper()
	w := beginBakery(t, 1)
	p := w.empty(browser.Desk)
	p.must(p.Before(soon))
	p.must(p.Go(w.server.URL + path))
	return w, p
}

// exists reports whether the server has an episode.
func (w *world) exists(serial string) bool {
	w.t.Helper()
	status, _ := w.call(http.MethodGet, "/api/v1/episodes/"+serial, nil)
	return status == http.StatusOK
}

// TestMemoryDraftSurvivesReload checks that a draft is there again after a reload, which asks first, and that it can be
// discarded.
func TestMemoryDraftSurvivesReload(t *testing.T) {
	t.Parallel()
	w, p := openBakery(t, "/?episode=6", browser.Desk)
	p.opens("6")
	p.click("test('edit')")
	p.hasFocus("test('edit-name')")
	p.tabTo("test('edit-reflection')")
	p.retype("Never twice.")
	p.press(kb.Escape)
	p.must(p.Reload())
	if p.Asked() != 1 {
		t.Errorf("the page asked %d times before it was left, want once", p.Asked())
	}
	p.opens("6")
	p.says("test('draft')", "Draft from")
	p.audited("a draft")
	ask[any](w, http.MethodPatch, "/api/v1/episodes/6", map[string]any{"name": "Their name"})
	p.says("test('episode-name')", "Their name")
	p.click("test('draft-restore')")
	p.wait("test('edit-reflection')?.value === 'Never twice.' && test('edit-name').value === 'Their name'")
	p.click("test('edit-save')")
	p.says("test('notice')", "Saved #6.")
	p.wait("test('draft') === null")

	p.click("test('edit')")
	p.hasFocus("test('edit-name')")
	p.retype("Half a thou")
	p.press(kb.Escape)
	p.click("test('draft-discard')")
	p.wait("test('draft') === null && document.activeElement === test('edit')")
	p.must(p.Reload())
	p.opens("6")
	p.is("test('draft') === null")
	if p.Asked() != 1 {
		t.Errorf("the page asked %d times, although nothing was lost", p.Asked())
	}
}

// TestPlanDraftsSurviveReload checks that typed numbers and names of a plan are there again after a reload, and that
// they go with the plan.
func TestPlanDraftsSurviveReload(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv", "b.mkv")
	id := w.rename(folder, pair{"a.mkv", "A1.mkv"}, pair{"b.mkv", "B1.mkv"})
	p := w.openPlan(id, browser.Desk)
	p.click("test('edit-row', row(1))")
	p.fill("test('edit-target')", "B2.mkv")
	p.click("test('edit-row', row(0))")
	p.fill("test('edit-target', row(0))", "A2.mkv")
	p.must(p.Reload())
	p.shows(id)
	p.wait("test('edit-target', row(0))?.value === 'A2.mkv' && test('edit-target', row(1))?.value === 'B2.mkv'")
	p.says("test('row-draft')", "Draft from")
	p.click("test('confirm')")
	p.says("test('failure')", "2 edits are not saved.")
	p.click("test('edit-cancel', row(1))")
	p.click("test('edit-save', row(0))")
	p.says(row(0), "was A1.mkv")
	p.click("test('confirm')")
	p.says("test('notice')", "Renamed 2 files: Cafe")
	w.checkNames(folder, "A2.mkv", "B1.mkv")
	p.wait("!Object.keys(sessionStorage).some((key) => key.includes(%s))", js(id))
}

// TestMemoryDeletionIsHeldBack checks that a deletion is sent after a while, and that the open episode then offers to
// create it again, with its relationships.
func TestMemoryDeletionIsHeldBack(t *testing.T) {
	t.Parallel()
	w, p := openSoon(t, "/?episode=6")
	p.opens("6")
	p.wait("all('[data-testid=relationships] li').length === 5")
	p.click("test('delete')")
	p.click("test('delete-confirm')")
	p.says("test('notice')", "Deleted #6 Give every order a key and 5 relationships.")
	p.says("test('episode-gone')", "Deleted just now.")
	p.is("!test('drawer').innerText.includes('not found') && test('episode-failure') === null")
	p.is("test('edit') === null && test('delete') === null && test('add-relationship') === null && test('edit-relationship') === null")
	p.says("test('count')", "9 episodes")
	p.audited("a deleted episode")
	p.expect("status of 404")
	if w.exists("6") {
		t.Error("the episode was not deleted")
	}
	p.click("test('gone-create')")
	p.wait("test('edit-name')?.value === 'Give every order a key' && all('[data-testid=link]').length === 5")
	p.audited("an episode that is created again")
	p.click("test('create-confirm')")
	p.says("test('notice')", "Created #11 Give every order a key.")
	p.opens("11")
	p.wait("all('[data-testid=relationships] li').length === 5")
}

// TestMemoryDeletionIsSentOnLeaving checks that a page that goes away sends what it held back.
func TestMemoryDeletionIsSentOnLeaving(t *testing.T) {
	t.Parallel()
	w, p := openBakery(t, "/?episode=6", browser.Desk)
	p.opens("6")
	p.click("test('delete')")
	p.click("test('delete-confirm')")
	p.says("test('notice')", "will be deleted in")
	if !w.exists("6") {
		t.Error("the page did not wait")
	}
	p.must(p.Go(w.server.URL + "/?episode=5"))
	p.opens("5")
	p.says("test('count')", "9 episodes")
	if w.exists("6") {
		t.Error("the deletion was lost")
	}
}

// TestMemoryRemovalIsHeldBack checks that a relationship is removed after a while.
func TestMemoryRemovalIsHeldBack(t *testing.T) {
	t.Parallel()
	_, p := openSoon(t, "/?episode=6")
	p.opens("6")
	p.click("role('button', 'Change or remove: was caused by #5')")
	p.click("test('remove-relationship')")
	p.says("test('notice')", "Removed: #6 was caused by #5.")
	p.wait("all('[data-testid=relationships] li').length === 4")
}

// TestMemoryUndoOfSave checks that a saved change can be undone, but not after another change.
func TestMemoryUndoOfSave(t *testing.T) {
	t.Parallel()
	w, p := openKey(t, browser.Desk)
	for _, isChanged := range []bool{false, true} {
		p.click("test('edit')")
		p.hasFocus("test('edit-name')")
		p.retype("Own name")
		p.click("test('edit-save')")
		p.says("test('episode-name')", "Own name")
		if isChanged {
			p.expect("status of 409")
			ask[any](w, http.MethodPatch, "/api/v1/episodes/6", map[string]any{"reward": 0.1})
		}
		p.click("test('undo')")
		if isChanged {
			p.says("test('notice')", "The change of #6 was not undone. The episode has changed since.")
			p.is("test('undo') === null && said(test('episode-name')) === 'Own name'")
		} else {
			p.says("test('notice')", "Undone: #6 is as it was before.")
			p.says("test('episode-name')", "Give every order a key")
		}
	}
}

// TestMemoryEditAllFields checks that every field but the ids can be edited, that the page counts characters and
// that it sends nothing that the server would reject.
func TestMemoryEditAllFields(t *testing.T) {
	t.Parallel()
	w, p := openKey(t, browser.Desk)
	p.click("test('edit')")
	p.hasFocus("test('edit-name')")
	p.tabTo("test('edit-query')")
	p.retype("How do orders stay single?")
	p.says("test('length-query')", "26 of 32,768 characters")
	p.tabTo("test('edit-metadata')")
	p.retype("{")
	p.click("test('edit-save')")
	p.hasFocus("test('edit-metadata')")
	p.says("test('edit-dialog')", "This is not a JSON object")
	p.audited("metadata that cannot be read")
	p.retype(`{"ticket": 12}`)
	value[any](p, `(() => { const it = test('edit-reflection')
		it.value = 'x'.repeat(65537)
		it.dispatchEvent(new Event('input', { bubbles: true })) })()`)
	p.says("test('edit-dialog')", "Too long: remove 1 character.")
	p.click("test('edit-save')")
	p.hasFocus("test('edit-reflection')")
	p.press(kb.End)
	p.press(kb.Backspace)
	p.click("test('edit-save')")
	p.says("test('notice')", "Saved #6.")
	got := ask[struct {
		Query      string         `json:"query"`
		Reflection string         `json:"reflection"`
		Metadata   map[string]any `json:"metadata"`
	}](w, http.MethodGet, "/api/v1/episodes/6", nil)
	if got.Query != "How do orders stay single?" || len(got.Reflection) != 65536 || got.Metadata["ticket"] != 12.0 {
		t.Errorf("stored is %q, %d characters, %v", got.Query, len(got.Reflection), got.Metadata)
	}
}

// TestMemoryDeletedWhileEditing checks that an open editor says that its episode was deleted, and loses nothing.
func TestMemoryDeletedWhileEditing(t *testing.T) {
	t.Parallel()
	w, p := openKey(t, browser.Desk)
	p.expect("status of 404")
	p.click("test('edit')")
	p.hasFocus("test('edit-name')")
	p.retype("Too late")
	ask[any](w, http.MethodDelete, "/api/v1/episodes/6", nil)
	p.says("test('episode-gone', test('edit-dialog'))", "Deleted just now.")
	p.is("test('edit-save').disabled && test('edit-name').value === 'Too late'")
	p.click("test('gone-create', test('edit-dialog'))")
	p.wait("test('edit-dialog') === null && test('edit-name')?.value === 'Too late'")
	p.click("test('create-confirm')")
	p.opens("11")
	p.says("test('episode-name')", "Too late")
}

// pressN presses the key n. The driver would also type it, although the page prevents that.
func (p *tab) pressN() {
	p.t.Helper()
	value[any](p, "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }))")
}

// TestMemoryCreateEpisode checks that a person creates an episode with the keyboard alone and links it, and that the
// form is kept until then.
func TestMemoryCreateEpisode(t *testing.T) {
	t.Parallel()
	w, p := openBakery(t, "/?episode=5", browser.Desk)
	p.opens("5")
	p.pressN()
	p.hasFocus("test('edit-name')")
	p.wait("test('link-other')?.value === '#5 Saturday: orders arrive twice'")
	p.audited("the form of a new episode")
	p.trapped("create-dialog")
	p.focus("test('edit-name')")
	p.tabTo("test('edit-query')")
	p.press("Say sorry to the seven customers")
	p.press(kb.Escape)
	p.must(p.Reload())
	p.opens("5")
	p.pressN()
	p.wait("test('edit-query')?.value === 'Say sorry to the seven customers'")
	p.says("test('create-draft')", "Draft from")
	p.tabTo("test('link-sentence')")
	p.press("was ca")
	p.pressAt(kb.Enter, "test('link-add')")
	p.pressAt(kb.Enter, "test('create-confirm')")
	p.says("test('create-dialog')", "Choose the other episode of each relationship")
	p.focus("all('[data-testid=link-other]')[1]")
	p.press("6")
	p.click("test('option')")
	p.pressAt(kb.Enter, "test('create-confirm')")
	p.says("test('notice')", "Created #11 Say sorry to the seven customers.")
	p.opens("11")
	p.says("test('relationships')", "was caused by #5 Saturday: orders arrive twice")
	p.says("test('relationships')", "is related to #6 Give every order a key")
	got := ask[stored](w, http.MethodGet, "/api/v1/episodes/11", nil)
	if got.Name != "Say sorry to the seven customers" || got.Reward != 0 {
		t.Errorf("stored is %+v", got)
	}
}

// TestMemoryCreateOnlyOnce checks that an episode whose answer was lost is not created twice.
func TestMemoryCreateOnlyOnce(t *testing.T) {
	t.Parallel()
	w, p := openBakery(t, "/", browser.Desk)
	p.click("test('new-episode')")
	p.hasFocus("test('edit-name')")
	p.tabTo("test('edit-query')")
	p.press("Once")
	value[any](p, `(() => { const real = window.fetch
		window.fetch = async (to, request) => {
			if (request?.method !== 'POST') return real(to, request)
			window.fetch = real
			await real(to, request)
			throw new TypeError('the answer is lost')
		} })()`)
	p.click("test('create-confirm')")
	p.says("test('failure')", "The server did not respond. Check whether your change was made")
	p.click("test('create-confirm')")
	p.says("test('notice')", "Created #11 Once.")
	if w.exists("12") {
		t.Error("the episode was created twice")
	}
}

// TestMemoryNothingWasSent checks that a page that cannot reach the server says that it sent nothing.
func TestMemoryNothingWasSent(t *testing.T) {
	t.Parallel()
	w, p := openKey(t, browser.Desk)
	p.expectOutage()
	p.click("test('edit')")
	p.hasFocus("test('edit-name')")
	p.retype("While away")
	if err := w.server.Stop(); err != nil {
		t.Fatal(err)
	}
	p.says("test('live')", "Not connected") // then the page has noticed it
	p.click("test('edit-save')")
	p.says("test('failure')", "The episode was not changed. Cannot reach the server, so nothing was sent.")
	w.start()
	p.click("test('edit-save')")
	p.says("test('notice')", "Saved #6.")
}

// TestMemoryNoMatchIsChosen checks that Enter never chooses an episode that only resembles the words.
func TestMemoryNoMatchIsChosen(t *testing.T) {
	t.Parallel()
	_, p := openKey(t, browser.Desk)
	near := `{"episodes": [{"id": 4, "name": "Near", "reward": 0, "created_at": "2026-09-01T00:00:00Z", "score": 0.5, "by": "meaning"}]}`
	value[any](p, `(() => { const real = window.fetch
		window.fetch = (to, ...all) => String(to).includes('/suggestions') ? Promise.resolve(new Response(`+js(near)+`)) : real(to, ...all) })()`)
	p.click("test('add-relationship')")
	p.focus("test('other')")
	p.press("nonsensexyz")
	p.says("test('add-dialog')", "Nothing has these words. Near in meaning:")
	p.is("all('[aria-selected=true]').length === 0")
	p.audited("episodes that are near in meaning")
	p.press(kb.Enter)
	p.is("test('other').value === 'nonsensexyz' && test('notice') === null && test('option') !== null")
	p.press(kb.ArrowDown)
	p.press(kb.Enter)
	p.wait("test('other').value === '#4 Near'")
}

// TestNoticesMoveNothing checks that a notice floats at the bottom left of every page.
func TestNoticesMoveNothing(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		_, p := openKey(t, screen)
		p.click("test('edit')")
		p.hasFocus("test('edit-name')")
		p.retype("Own name")
		top := value[float64](p, "document.querySelector('main').getBoundingClientRect().top")
		p.click("test('edit-save')")
		p.wait("test('notice') !== null")
		p.is("document.querySelector('main').getBoundingClientRect().top === %v", top)
		p.is("test('notice').getBoundingClientRect().left < 20 && innerHeight - test('notice').getBoundingClientRect().bottom < 20")
		p.fitsOn(screen, "a notice")
	})
}

// TestSignOutSendsDeletions checks that what is held back is sent before the token is forgotten.
func TestSignOutSendsDeletions(t *testing.T) {
	t.Parallel()
	w, _, secrets := withTokens(t, "writer")
	w.token = secrets[0]
	ask[any](w, http.MethodPost, "/api/v1/episodes", map[string]any{"query": "One"})
	ask[any](w, http.MethodPost, "/api/v1/episodes", map[string]any{"query": "Two"})
	p := w.open("/?episode=1", browser.Desk)
	p.expect("status of 401")
	p.signIn(secrets[0])
	p.opens("1")
	p.click("test('delete')")
	p.click("test('delete-confirm')")
	p.says("test('notice')", "will be deleted in")
	p.click(button("Sign out"))
	p.signIn(secrets[0])
	p.wait("test('drawer') !== null")
	p.expect("status of 404")
	p.says("test('count')", "1 episode")
	if w.exists("1") {
		t.Error("the deletion was lost")
	}
	if slices.ContainsFunc(p.Requests(), func(url string) bool { return strings.Contains(url, "plotline_") }) {
		t.Error("a token is in an address")
	}
}

// TestMemoryFieldGrows checks that a field has the height of its text, also in a browser without field-sizing.
func TestMemoryFieldGrows(t *testing.T) {
	t.Parallel()
	w := beginBakery(t, 1)
	p := w.empty(browser.Desk)
	p.must(p.Before("CSS.supports = () => false; addEventListener('DOMContentLoaded', () => { const sheet = new CSSStyleSheet(); sheet.replaceSync('.m-grow { field-sizing: fixed !important }'); document.adoptedStyleSheets.push(sheet) })"))
	p.must(p.Go(w.server.URL + "/?episode=5"))
	p.reads("5")
	p.click("test('edit')")
	p.wait("test('edit-reflection') !== null")
	before := value[float64](p, "test('edit-reflection').offsetHeight")
	p.focus("test('edit-reflection')")
	p.press(strings.Repeat("line\n", 12))
	p.wait("test('edit-reflection').offsetHeight > %v", before+80)
	p.is("test('edit-reflection').scrollHeight <= test('edit-reflection').clientHeight + 1")
}
