package browser_test

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"plotline/internal/access"
	"plotline/testing/browser/kit/browser"
)

// trapped checks that Tab stays in the dialog in both directions.
func (p *tab) trapped(dialog string) {
	p.t.Helper()
	reached := 0
	for i := range 24 {
		if i < 12 {
			p.press(kb.Tab)
		} else {
			p.press(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift))
		}
		p.is("document.activeElement === document.body || test(%s).contains(document.activeElement)", js(dialog))
		if value[bool](p, "document.activeElement !== document.body") {
			reached++
		}
	}
	if reached < 6 {
		p.t.Errorf("%s: Tab came to a control %d times of 24", dialog, reached)
	}
}

// TestPagesAreAccessible checks basic accessibility on every page in both themes.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	w := begin(t, 1)
	folder := w.show("Cafe", "a.mkv", "b.mkv")
	id := w.rename(folder, pair{"a.mkv", "A1.mkv"}, pair{"gone.mkv", "B1.mkv"})
	recognition := w.recognise(folder, "a.mkv", "b.mkv")
	p := w.openPlan(id, browser.Desk)
	p.expect("status of 409", "status of 412", "status of 404")
	p.wait("test('row-problem') !== null && plan(%s) !== null", js(recognition))
	p.audited("a rename")
	p.click("test('edit-row', row(0))")
	p.wait("test('edit-target') !== null")
	p.audited("a row that is edited")
	p.click("test('edit-cancel')")
	p.hold()
	w.put(folder + "/A1.mkv")
	p.click(button("Rename 1, leave out 1"))
	p.release()
	p.wait("test('failure') !== null")
	p.audited("a failure")
	if err := os.Remove(folder + "/A1.mkv"); err != nil {
		t.Fatal(err)
	}
	p.wait("%s !== null", button("Rename 1, leave out 1"))
	p.click(tick(1))
	p.audited("a row left out")

	p.click(button("Reject…"))
	p.wait("test('reject-dialog') !== null")
	p.audited("the dialog")
	p.trapped("reject-dialog")
	p.press(kb.Escape)
	p.press("?")
	p.wait("test('keys-dialog') !== null")
	p.audited("the keys")
	p.trapped("keys-dialog")
	p.press(kb.Escape)

	p.click(button("Rename 1 file"))
	p.shows(recognition)
	p.wait("test('notice') !== null")
	p.click("test('decided-list').querySelector('summary')")
	p.wait("test('undo-listed') !== null")
	p.audited("a recognition, a notice and the decided plans")
	p.must(p.Go(w.server.URL + "/plans/" + w.proposed(w.show("Show", "Show.S01E01.mkv", "Show.S02E01.mkv", "finale.mkv"))))
	p.wait("test('unrecognised') !== null")
	p.click("test('edit-row', row(0))")
	p.wait("test('edit-season') !== null")
	p.audited("a recognition with seasons and files that were not recognised")
	p.click("test('edit-cancel')")
	p.click("test('shift')")
	p.wait("test('shift-dialog') !== null")
	p.audited("the dialog that shifts")
	p.trapped("shift-dialog")
	p.press(kb.Escape)
	p.must(p.Go(w.server.URL + "/plans/" + id))
	p.wait("test('decided') !== null")
	p.audited("a decided plan")
	p.must(p.Go(w.server.URL + "/plans/unknown"))
	p.wait("test('plan-failure') !== null")
	p.audited("a plan that is not there")
}

// TestSignInIsAccessible checks the same on the page that asks for a token.
func TestSignInIsAccessible(t *testing.T) {
	t.Parallel()
	w, _, _ := withTokens(t, access.Reviewer)
	p := w.openAs("wrong", "/plans", browser.Desk)
	p.wait("test('signin-failure') !== null")
	p.audited("the sign-in")
}
