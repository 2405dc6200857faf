package browser_test

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plotline/testing/browser/kit/browser"
)

// TestEditsBlockConfirm checks that neither the button nor its key loses an edit that is not saved.
func TestEditsBlockConfirm(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := begin(t, 1)
		folder := w.show("Cafe", "a.mkv", "b.mkv")
		id := w.rename(folder, pair{"a.mkv", "A1.mkv"}, pair{"b.mkv", "B1.mkv"})
		p := w.openPlan(id, screen)
		p.click("test('edit-row', row(0))")
		p.fill("test('edit-target')", "A2.mkv")
		p.click("test('confirm')")
		p.says("test('failure')", "1 edit is not saved. Save or cancel it first.")
		p.hasFocus("test('edit-target')")
		p.focus(tick(1))
		p.press("c")
		p.hasFocus("test('edit-target')")
		p.fitsOn(screen, "the plan with the warning")
		p.press(kb.Escape)
		p.wait("test('row-form') === null && test('failure') === null")
		p.click("test('edit-row', row(0))")
		p.fill("test('edit-target')", "A3.mkv"+kb.Enter)
		p.says(row(0), "was A1.mkv")
		p.click("test('edit-row', row(1))") // opened, but not changed
		p.wait("test('edit-target') !== null")
		p.click("test('confirm')")
		p.says("test('notice')", "Renamed 2 files: Cafe")
		w.checkNames(folder, "A3.mkv", "B1.mkv")
	})
}

// TestTypedNumbersBlockConfirm checks that a plan is not confirmed while the numbers of a file that was not recognised
// are typed and not saved.
func TestTypedNumbersBlockConfirm(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "Cafe.S01E01.mkv", "finale.mkv")
	p := w.openPlan(w.proposed(folder), browser.Desk)
	p.fill("test('add-season')", "1")
	p.click("test('confirm')")
	p.says("test('failure')", "1 edit is not saved. Save or cancel it first.")
	p.hasFocus("test('add-season')")
	p.press(kb.Escape)
	p.wait("test('add-season').value === '' && test('failure') === null")
	p.click("test('confirm')")
	p.says("test('notice')", "Saved 1 TV episode: Cafe")
}

// TestExcludedRowsAreKept checks that rows stay excluded after a look at another plan and after a reload, until the
// plan is decided.
func TestExcludedRowsAreKept(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv", "b.mkv", "c.mkv")
	id := w.rename(folder, pair{"a.mkv", "A1.mkv"}, pair{"b.mkv", "B1.mkv"}, pair{"c.mkv", "C1.mkv"})
	other := w.rename(w.show("Other", "o.mkv"), pair{"o.mkv", "O1.mkv"})
	p := w.openPlan(id, browser.Desk)
	p.click(tick(1))
	p.says("test('confirm')", "Rename 2 files")
	p.look(other)
	p.is("(%s).checked", tick(0))
	p.look(id)
	p.says("test('confirm')", "Rename 2 files")
	p.must(p.Go(w.server.URL + "/plans/" + id))
	p.says("test('plan')", "1 left out")
	p.is("(%s).checked && !(%s).checked && (%s).checked", tick(0), tick(1), tick(2))
	p.click("test('confirm')")
	p.says("test('notice')", "Renamed 2 files: Cafe")
	p.is("!Object.keys(sessionStorage).some((key) => key.includes(%s))", js(id))
	w.checkNames(folder, "A1.mkv", "C1.mkv", "b.mkv")
}

// TestKeysDecideNoOtherPlan checks that c and x do nothing to the open plan while another one has the focus.
func TestKeysDecideNoOtherPlan(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	first := w.rename(w.show("Alpha", "a.mkv"), pair{"a.mkv", "A1.mkv"})
	second := w.rename(w.show("Beta", "b.mkv"), pair{"b.mkv", "B1.mkv"})
	p := w.openPlan(first, browser.Desk)
	p.wait("plan(%s) !== null && !test('confirm').disabled", js(second))
	p.press("j")
	p.hasFocus("plan(" + js(second) + ")")
	p.press("cx")
	p.is("test('reject-dialog') === null && test('confirm') !== null && !test('confirm').disabled")
	p.press("k")
	p.hasFocus("plan(" + js(first) + ")")
	p.press("c")
	p.says("test('notice')", "Renamed 1 file: Alpha")
	if got := w.plan(second).Status; got != "pending" {
		t.Errorf("the other plan is %s", got)
	}
}

// TestUndoneNoticeLeaves checks that the notice of a rename disappears once the rename is undone in the list, and once
// it is undone elsewhere.
func TestUndoneNoticeLeaves(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv", "b.mkv")
	first := w.rename(folder, pair{"a.mkv", "A1.mkv"})
	second := w.rename(folder, pair{"b.mkv", "B1.mkv"})
	p := w.openToEvents("/plans/" + first)
	p.shows(first)
	p.click(button("Rename 1 file"))
	p.shows(second)
	p.click(button("Rename 1 file"))
	p.wait("all('[data-testid=undo]').length === 2")
	p.click("test('decided-list').querySelector('summary')")
	p.wait("all('[data-testid=undo-listed]').length === 2")
	p.click("all('[data-testid=undo-listed]')[0]") // the newest first
	p.says("test('notice')", "Undone: the files in Cafe have their old names again.")
	p.wait("all('[data-testid=undo]').length === 1 && all('[data-testid=notice]').length === 2")
	ask[any](w, http.MethodPost, "/api/v1/plans/"+first+"/undo", nil)
	p.wait("test('undo') === null && all('[data-testid=notice]').length === 1")
	w.checkNames(folder, "a.mkv", "b.mkv")
}

// TestRecognisedNamesAreWide checks that the name of a recognised file has most of the width of a phone.
func TestRecognisedNamesAreWide(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "Cafe.S01E01.mkv", "Cafe.S01E02.1080p.WEB-DL.x264-GROUP.mkv")
	p := w.openPlan(w.proposed(folder), browser.Phone)
	const name = "row(1)?.querySelector('.name')"
	p.wait("%s?.offsetWidth > 0.8 * innerWidth", name)
	p.is("%s.getBoundingClientRect().top >= row(1).querySelector('.number').getBoundingClientRect().bottom - 1", name)
	p.fits("the plan")
	p.click("test('edit-row', row(1))")
	p.wait("test('row-form') !== null")
	p.fits("the form of a row")
}

// TestLeftOutRowsAreNamed checks that a row with a problem says that it is left out, and that the note beside the
// decision shows such rows alone.
func TestLeftOutRowsAreNamed(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := begin(t, 1)
		folder := w.show("Cafe", "a.mkv", "b.mkv")
		id := w.rename(folder, pair{"a.mkv", "A1.mkv"}, pair{"gone.mkv", "x.mkv"}, pair{"b.mkv", "B1.mkv"})
		p := w.openPlan(id, screen)
		p.says("test('row-left-out', row(1))", "blocked")
		p.is("test('row-left-out', row(0)) === null && (%s).checked", tick(1))
		p.says("test('show-problems')", "1 row has a problem and is left out. Edit it to include it.")
		p.fitsOn(screen, "the plan")
		p.click("test('show-problems')")
		p.wait("row(0) === null && row(1) !== null && test('part-problem').ariaPressed === 'true'")
		p.hasFocus(tick(1))
		p.click("test('part-problem')")
		p.wait("row(0) !== null")
		p.click(tick(1))
		p.wait("test('row-left-out', row(1)) === null && test('show-problems') === null")
	})
}

// TestShiftTakesMinus checks that a phone offers a keyboard with a minus where numbers may be negative, and only there.
func TestShiftTakesMinus(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "Cafe.S01E03.mkv", "Cafe.S01E04.mkv", "finale.mkv")
	p := w.openPlan(w.proposed(folder), browser.Phone)
	p.wait("test('add-season')?.inputMode === 'numeric'")
	p.click("test('shift')")
	p.wait("test('shift-season')?.inputMode === 'text' && test('shift-episode').inputMode === 'text'")
	for _, minus := range []string{"-2", "−2"} {
		p.fill("test('shift-episode')", minus)
		p.says("test('shift-preview')", "S01E03 → S01E01")
		p.is("test('shift-episode').validity.valid")
	}
	p.click("test('shift-confirm')")
	p.says(row(1), "was S01E04")
}

// TestUnrecognisedIsShownAtTheTop checks that the facts of a plan say how many files have no row, and lead to them.
func TestUnrecognisedIsShownAtTheTop(t *testing.T) {
	t.Parallel()
	onBothScreens(t, func(t *testing.T, screen browser.Screen) {
		t.Helper()
		w := begin(t, 1)
		folder := w.show("Cafe", "Cafe.S01E01.mkv", "finale.mkv", "bonus.mkv")
		p := w.openPlan(w.proposed(folder), screen)
		p.says("test('to-unrecognised')", "2 files not recognised")
		p.fitsOn(screen, "the facts")
		p.click("test('to-unrecognised')")
		p.hasFocus("document.getElementById('unrecognised')")
		p.is("location.hash === ''")
		p.fill("test('add-season')", "9"+kb.Tab+"1"+kb.Enter)
		p.wait("said(test('to-unrecognised')) === '1 file not recognised'")
	})
}
